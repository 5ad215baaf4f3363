import { canary } from "../../../support/canaries";
import { startDynamicDriver } from "../../../support/dynamicDriver";
import type { FaceDriver } from "../../../support/faceDriver";
import { startFakeEngine } from "../../../support/fakeEngine";
import { initializationOf, type Kept, startDriver } from "../../../support/pluginDriver";
import { type HostileServer, startHostileServer } from "./startHostileServer";

const type = "OwnedAccessKey";

/** The access key of every client here. */
export const accessKey = canary("provider", 0);

/** A key with all the secrets of `secretBody(1)`. */
const inputs = {
  name: "supplied",
  user: "ci",
  key: canary("key", 1),
  identity: { connectorData: canary("connector", 1) },
  oidcProvider: { clientId: "c", nonce: canary("nonce", 1) },
  oidcLogin: { idToken: canary("id", 1), accessToken: canary("access", 1), refreshToken: canary("refresh", 1) },
};

/** A face in this process, and the messages to its engine. */
interface Started {
  readonly driver: FaceDriver;
  readonly messages: string[];
  close(): void;
}

async function startPlugin(config: Record<string, string>): Promise<Started> {
  const engine = await startFakeEngine();
  const driver = await startDriver(config, { engineAddress: engine.address, process: false });
  return { driver, messages: engine.messages, close: () => void driver.close().then(engine.close) };
}

const startDynamic = async (config: Record<string, string>): Promise<Started> => ({
  driver: await startDynamicDriver(config),
  messages: [],
  close: () => undefined,
});

/** The faces, by name. */
export const hostileFaces: [string, typeof startPlugin][] = [
  ["the plugin", startPlugin],
  ["the dynamic provider", startDynamic],
];

/** Starts a face on a hostile server for the tests of a block. */
export function hostileFace(start: typeof startPlugin) {
  let hostile: HostileServer;
  let face: Started;
  let kept: Kept;
  let written = "";
  let spies: jest.SpyInstance[] = [];

  beforeAll(async () => {
    const write = (text: unknown) => {
      written += text;
      return true;
    };
    spies = [process.stderr, process.stdout].map((stream) => jest.spyOn(stream, "write").mockImplementation(write));
    hostile = await startHostileServer();
    face = await start({ baseUrl: hostile.baseUrl, accessKey });
    const checked = await face.driver.check(type, inputs);
    expect(checked.failures).toEqual([]);
    kept = { id: "supplied", inputs: checked.inputs, state: { ...checked.inputs, uid: "u" } };
  }, 60_000);
  afterAll(async () => {
    for (const spy of spies) spy.mockRestore();
    face?.close();
    await hostile?.close();
  });

  /** Runs every operation on this response: all that the user reads of them, and how many failed. */
  return async (response: Buffer): Promise<{ output: string; failed: number }> => {
    hostile.attack = (socket) => socket.write(response);
    const results = await Promise.allSettled([
      face.driver.create(type, kept.inputs, { timeout: 1 }),
      face.driver.update(type, kept, { ...kept.inputs, displayName: "b" }, { timeout: 1 }),
      face.driver.read(type, kept, 1),
      face.driver.delete(type, kept, 1),
    ]);
    const errors = results.flatMap((each) => (each.status === "rejected" ? wordsOf(each.reason) : []));
    expect(errors.join("")).not.toBe("");
    const output = [...errors, ...face.messages.splice(0), written].join("\n");
    written = "";
    return { output, failed: results.filter(({ status }) => status === "rejected").length };
  };
}

/** Every text of an error. */
function wordsOf(error: Error & { details?: string; metadata?: never }): string[] {
  const words = [error.message, error.details ?? ""];
  try {
    return [...words, ...initializationOf(error).reasons];
  } catch {
    // Only an unfinished create or update has reasons.
    return words;
  }
}
