import fc from "fast-check";
import { hostileWords } from "../../../support/hostileWords";
import { hostileCommands } from "./hostileCommands";
import { accessKey, hostileFace, hostileFaces } from "./hostileFace";
import { answered } from "./startHostileServer";

const limitMs = 600_000;
// Every case runs several operations or a command.
const settings = { numRuns: 200 };

/** Characters that move a cursor, colour, reorder or cut lines; only sentences of several lines have line ends and tabs. */
const control = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;
const controlInLine = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;

const words = fc.oneof(
  hostileWords,
  fc.constantFrom("\u001b[2J\u001b]0;title\u0007", "\0", "a\r\nb\rc", "\u202e\u2066abc\u2069", "\u009b31m", "\u2028"),
);

/** An error with these words wherever it has text; HTTP forbids line ends, NUL and more in its header. */
function refusalOf(text: string): Buffer {
  const cause = { field: text, reason: text, message: text };
  const causes = [cause, { field: `spec.user.${text}`, reason: text }];
  const details = { uid: text, name: text, kind: text, causes };
  const status = { kind: "Status", status: "Failure", code: 422, reason: text, message: text, details };
  const warning = text.replace(/[^\t\u0020-\u00ff]|\u007f/g, "?").replace(/["\\]/g, "\\$&");
  return answered(JSON.stringify(status), {
    status: "422 Unprocessable Entity",
    headers: `Warning: 299 - "${warning}"\r\n`,
  });
}

describe.each(hostileFaces)("%s", (_face, start) => {
  const outputOf = hostileFace(start);

  test(
    "no error and no warning has a control character of a server",
    async () => {
      const property = fc.asyncProperty(words, async (text) => {
        const { output, failed } = await outputOf(refusalOf(text));
        expect(failed).toBe(4);
        expect(output).not.toMatch(control);
      });
      await fc.assert(property, settings);
    },
    limitMs,
  );
});

describe("the command", () => {
  const { commands, orphans, attack, respond, show } = hostileCommands(accessKey);

  test.each(commands)(
    "%s prints no control character of a server",
    async (_command, run) => {
      const property = fc.asyncProperty(words, fc.boolean(), async (text, isError) => {
        if (isError) respond(refusalOf(text));
        else show(text);
        const { out, err } = await run();
        for (const line of out.split("\n")) expect(line).not.toMatch(controlInLine);
        expect(err).not.toMatch(control);
      });
      await fc.assert(property, settings);
    },
    limitMs,
  );

  test("orphans ends at a list without end, and says why", async () => {
    let pages = 0;
    attack((socket) => {
      // Objects without the stack's label are no orphans, but count for the limit.
      const page = pages++;
      const metadata = (index: number) => ({ name: `n-${page}-${index}`, uid: `u-${page}-${index}` });
      const items = Array.from({ length: 500 }, (_, index) => ({ metadata: metadata(index) }));
      socket.write(answered(JSON.stringify({ metadata: { continue: `t${page}` }, items })));
    });
    const { code, out, err } = await orphans();
    expect(code).not.toBe(0);
    expect(out + err).toMatch(/the answer is too large \(more than 100000 objects\)/);
  });
});
