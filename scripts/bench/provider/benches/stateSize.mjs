import { readFileSync } from "node:fs";
import { declared } from "../../engineStack.mjs";
import { openStack } from "../commands.mjs";
import { startCounted } from "../countedPlatform.mjs";
import { dynamicPrograms } from "../dynamicPrograms.mjs";
import { aim } from "../figures.mjs";
import { pluginFolders } from "../plugins.mjs";

const timesInputs = 2;
const besides = 500;

/** @typedef {{ type: string, inputs?: Record<string, unknown>, outputs?: Record<string, unknown> }} StoredResource */

/**
 * The bytes of a resource in the state, without the white space that a backend may write. What the engine and the language host add
 * (its URN, its provider, the stack of calls that declared it) is shown apart: it is the same with every provider.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const stateSize = {
  name: "State",
  sizes: [10],
  run: async ({ sizes }) => {
    const findings = [];
    for (const size of sizes) findings.push(await measure(size));
    return findings;
  },
};

/**
 * @param {number} size
 * @returns {Promise<import("../figures.mjs").Finding>}
 */
async function measure(size) {
  const inputs = Buffer.byteLength(JSON.stringify(declared(1)[0]));
  const plugin = await bytesOf(size, {});
  const noop = await bytesOf(size, { plugin: pluginFolders.noop });
  const dynamic = await bytesOf(size, dynamicPrograms.ours);
  const limit = timesInputs * inputs + besides;
  const bytes = /** @type {const} */ ({ unit: "bytes" });
  return {
    title: "State of a resource",
    figures: [
      { what: "declared inputs", ...bytes, samples: [inputs] },
      { what: "no-op plugin, inputs and outputs", ...bytes, samples: [noop.ours] },
      { what: "plugin, what the engine adds", ...bytes, samples: [plugin.engines] },
      { what: "dynamic resource, what the engine adds", ...bytes, samples: [dynamic.engines] },
      { what: "dynamic resource, __provider", ...bytes, samples: [dynamic.providers] },
    ],
    verdicts: [
      aim("plugin, inputs and outputs", [plugin.ours], limit, bytes),
      aim("dynamic resource, the same without __provider", [dynamic.ours - dynamic.providers], limit, bytes),
    ],
  };
}

/**
 * @param {number} size
 * @param {import("../../engineStack.mjs").StackOptions} options
 */
async function bytesOf(size, options) {
  const platform = await startCounted();
  const stack = await openStack(platform, size, options);
  try {
    await stack.run("create");
    const { checkpoint } = JSON.parse(readFileSync(stack.stateFile, "utf8"));
    /** @type {StoredResource[]} */
    const all = checkpoint.latest.resources;
    const resources = all.filter(({ type }) => type.endsWith(":SpaceTemplate"));
    const sum = (/** @type {(resource: StoredResource) => number} */ of) =>
      Math.round(resources.reduce((bytes, each) => bytes + of(each), 0) / resources.length);
    const ours = sum(({ inputs, outputs }) => bytesIn(inputs) + bytesIn(outputs));
    return { ours, engines: sum(bytesIn) - ours, providers: sum(providerBytesIn) };
  } finally {
    stack.dispose();
    await platform.close();
  }
}

const bytesIn = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value));

/** The engine keeps it among the inputs and among the outputs. @param {StoredResource} resource */
const providerBytesIn = ({ inputs, outputs }) =>
  [inputs?.__provider, outputs?.__provider].reduce(
    (/** @type {number} */ sum, each) => sum + (each ? bytesIn(each) : 0),
    0,
  );
