// Our plugin and the one that does nothing, side by side in the engine, and a bare loop that asks what ours asked.
import { openStack } from "./commands.mjs";
import { startCounted } from "./countedPlatform.mjs";
import { pluginFolders } from "./plugins.mjs";
import { Samples } from "./rounds.mjs";
import { runRawLoop } from "./runRawLoop.mjs";

/** @typedef {import("../engineStack.mjs").StackOptions} StackOptions */

/**
 * @typedef {object} Play
 * @property {number} size
 * @property {number} times
 * @property {readonly import("./commands.mjs").Operation[]} operations in the order in which a stack does them
 * @property {{ ours: StackOptions, noop: StackOptions }} [programs]
 */

/** @type {NonNullable<Play["programs"]>} */
const pluginPrograms = { ours: {}, noop: { plugin: pluginFolders.noop } };

/**
 * Yields samples such as "ours refresh", "noop refresh" and "raw refresh".
 * @param {Play} play
 */
export async function playCommands(play) {
  const { size, times, programs = pluginPrograms } = play;
  const platform = await startCounted();
  /** @type {import("./commands.mjs").MeasuredStack[]} */
  const stacks = [];
  const open = async (/** @type {StackOptions} */ options) => {
    const stack = await openStack(platform, size, options);
    stacks.push(stack);
    return stack;
  };
  const samples = new Samples();
  try {
    const [ours, noop] = [await open(programs.ours), await open(programs.noop)];
    for (let round = 0; round < times; round++) {
      const requests = await playEngine({ ...play, platform, ours, noop, samples }, round % 2 === 0);
      await playRaw({ ...play, platform, samples }, requests);
      for (const stack of stacks) stack.forget();
      platform.empty();
    }
  } finally {
    for (const stack of stacks) stack.dispose();
    await platform.close();
  }
  return samples;
}

/**
 * @typedef {Play & { platform: import("./countedPlatform.mjs").CountedPlatform, samples: Samples }} Round
 */

/**
 * Yields what ours asked the platform in each operation.
 * @param {Round & { ours: import("./commands.mjs").MeasuredStack, noop: import("./commands.mjs").MeasuredStack }} round
 * @param {boolean} isOursFirst
 */
async function playEngine({ operations, platform, ours, noop, samples }, isOursFirst) {
  /** @type {Record<string, import("./countedPlatform.mjs").Requests>} */
  const requests = {};
  for (const operation of operations) {
    const playNoop = async () => samples.add({ [`noop ${operation}`]: await noop.run(operation) });
    if (!isOursFirst) await playNoop();
    platform.takeRequests();
    samples.add({ [`ours ${operation}`]: await ours.run(operation) });
    requests[operation] = platform.takeRequests();
    if (isOursFirst) await playNoop();
  }
  return requests;
}

/**
 * @param {Round} round
 * @param {Record<string, import("./countedPlatform.mjs").Requests>} requests
 */
async function playRaw({ operations, platform, size, samples }, requests) {
  platform.empty();
  const raw = await runRawLoop(platform, size, requests);
  for (const operation of operations) samples.add({ [`raw ${operation}`]: raw[operation]?.ms ?? Number.NaN });
}
