import fc from "fast-check";
import { propertyRuns } from "../../../../scripts/testing/effort.js";
import { hostileWords } from "../../../support/hostileWords";
import { initializationOf } from "../../../support/pluginDriver";
import { refusalOf } from "./answersOfWords";
import { hostileCommands } from "./hostileCommands";
import { type HeardFace, startHeardFace } from "./startHeardFace";
import { type HostileServer, startHostileServer } from "./startHostileServer";

const limitMs = 600_000;
// Every case runs several operations or a command.
const settings = { numRuns: Math.ceil(propertyRuns(process.env) / 10) };

/** What moves a cursor, colours, reorders or cuts lines somewhere; line ends and tabs are for sentences of several lines. */
const raw = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;
const rawInLine = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;

const words = fc.oneof(
  hostileWords,
  fc.constantFrom("\u001b[2J\u001b]0;title\u0007", "\0", "a\r\nb\rc", "\u202e\u2066abc\u2069", "\u009b31m", "\u2028"),
);

describe.each(Object.entries(startHeardFace))("%s", (_face, start) => {
  let hostile: HostileServer;
  let face: HeardFace;
  beforeAll(async () => {
    hostile = await startHostileServer();
    face = await start({ baseUrl: hostile.baseUrl, accessKey: "key-1" });
  }, limitMs);
  afterAll(async () => {
    await face?.close();
    await hostile?.close();
  });

  test(
    "no error and no warning holds a control character of a server's words",
    async () => {
      const { inputs } = await face.driver.check("OwnedAccessKey", { name: "a", user: "ci" });
      const kept = { id: "a", inputs, state: { ...inputs, uid: "u" } };
      const operations = (): Promise<unknown>[] => [
        face.driver.create("OwnedAccessKey", inputs, { timeout: 1 }),
        face.driver.update("OwnedAccessKey", kept, { ...inputs, user: "b" }, { timeout: 1 }),
        face.driver.read("OwnedAccessKey", kept, 1),
        face.driver.delete("OwnedAccessKey", kept, 1),
      ];
      await fc.assert(
        fc.asyncProperty(words, async (text) => {
          hostile.attack = (socket) => socket.write(refusalOf(text));
          for (const result of await Promise.allSettled(operations())) {
            expect(result.status).toBe("rejected");
            if (result.status === "rejected") expect(wordsOf(result.reason)).not.toMatch(raw);
          }
          expect(face.heard()).not.toMatch(raw);
        }),
        settings,
      );
    },
    limitMs,
  );
});

describe("the command", () => {
  const { commands, answer, show } = hostileCommands("key-123456");

  test.each(Object.entries(commands))(
    "%s prints no control character of a server's words",
    async (_command, run) => {
      await fc.assert(
        fc.asyncProperty(words, fc.boolean(), async (text, isError) => {
          if (isError) answer(refusalOf(text));
          else show(text);
          const { out, err } = await run();
          for (const line of out.split("\n")) expect(line).not.toMatch(rawInLine);
          expect(err).not.toMatch(raw);
        }),
        settings,
      );
    },
    limitMs,
  );
});

/** All words of an error that a user can come to read. */
function wordsOf(error: Error & { details?: string; metadata?: never }): string {
  try {
    return [error.message, ...initializationOf(error).reasons].join("\n");
  } catch {
    return error.message;
  }
}
