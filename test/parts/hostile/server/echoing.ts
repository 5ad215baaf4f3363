import { canariesIn, canary } from "../../../support/canaries";
import { secretBody, spellingsOf } from "../../../support/echoes";
import { initializationOf, type Kept } from "../../../support/pluginDriver";
import type { HeardFace } from "./startHeardFace";
import { type HostileServer, startHostileServer } from "./startHostileServer";

const type = "OwnedAccessKey";
const accessKey = canary("provider", 0);
const inputs = {
  name: "supplied",
  user: "ci",
  key: canary("key", 1),
  identity: { connectorData: canary("connector", 1) },
  oidcProvider: { clientId: "c", nonce: canary("nonce", 1) },
  oidcLogin: { idToken: canary("id", 1), accessToken: canary("access", 1), refreshToken: canary("refresh", 1) },
};

/** What the server was sent, as it quotes it: body and header, in every spelling. */
export const echoes: readonly string[] = [secretBody(1), `Authorization: Bearer ${accessKey}`].flatMap((sent) =>
  Object.values(spellingsOf(sent)),
);

/** A face that knows secrets, on a server that answers what a test says. */
export interface Echoing {
  /** Where secrets stand in all that the user reads when every operation is answered so. */
  foundWith(answer: Buffer): Promise<string[]>;
}

/** Starts both before the tests of the block that this is called in, and ends them after it. */
export function echoing(
  start: (config: Record<string, string>, env: Record<string, string>) => Promise<HeardFace>,
  env: Record<string, string> = {},
): Echoing {
  let hostile: HostileServer;
  let face: HeardFace;
  let kept: Kept;

  beforeAll(async () => {
    hostile = await startHostileServer();
    face = await start({ baseUrl: hostile.baseUrl, accessKey }, env);
    const checked = await face.driver.check(type, inputs);
    expect(checked.failures).toEqual([]);
    kept = { id: "supplied", inputs: checked.inputs, state: { ...checked.inputs, uid: "u" } };
  }, 60_000);
  afterAll(async () => {
    await face?.close();
    await hostile?.close();
  });

  return {
    async foundWith(answer) {
      hostile.attack = (socket) => socket.write(answer);
      const results = await Promise.allSettled(operationsOn(face, kept));
      const words = results.map((each) => (each.status === "rejected" ? wordsOf(each.reason) : ""));
      expect(words.join("")).not.toBe("");
      return canariesIn([...words, face.heard()].join("\n"));
    },
  };
}

const operationsOn = ({ driver }: HeardFace, kept: Kept): Promise<unknown>[] => [
  driver.create(type, kept.inputs, { timeout: 1 }),
  driver.update(type, kept, { ...kept.inputs, displayName: "b" }, { timeout: 1 }),
  driver.read(type, kept, 1),
  driver.delete(type, kept, 1),
];

/** All words of an error that a user can come to read. */
function wordsOf(error: Error & { details?: string; metadata?: never }): string {
  const told = [error.message, error.details];
  try {
    told.push(...initializationOf(error).reasons);
  } catch {
    // It is no failure that leaves a state.
  }
  return told.join("\n");
}
