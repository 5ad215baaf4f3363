import fc from "fast-check";
import { Secrets } from "../../../../provider/api/output/redaction";
import type { AdapterDriver } from "../../../support/adapterDriver";
import { canariesIn, canary } from "../../../support/canaries";
import { startDynamicDriver } from "../../../support/dynamicDriver";
import { secretBody, spellingsOf } from "../../../support/echoes";
import { type FakeEngine, startFakeEngine } from "../../../support/fakeEngine";
import { hostileWords } from "../../../support/hostileWords";
import { initializationOf, type Kept, startDriver } from "../../../support/pluginDriver";
import { hostileCommands } from "./hostileCommands";
import { answered, type HostileServer, startHostileServer } from "./startHostileServer";

let masking: jest.SpyInstance | undefined;
afterEach(() => masking?.mockRestore());

// Every case runs several operations or a command.
jest.setTimeout(600_000);
const settings = { numRuns: 200 };

const accessKey = canary("provider", 0);
const header = `Authorization: Bearer ${accessKey}`;
/** The request's body and header, in every spelling. */
const echoes = [secretBody(1), header].flatMap((sent) => Object.values(spellingsOf(sent)));

const refused = (more: object, headers = ""): Buffer => {
  const status = { kind: "Status", status: "Failure", code: 422, reason: "Invalid", message: "no", ...more };
  return answered(JSON.stringify(status), { status: "422 Unprocessable Entity", headers });
};
const details = (more: object) => refused({ details: more });
const causes = (...all: object[]) =>
  details({ causes: all.map((each) => ({ field: "spec.user", reason: "Invalid", message: "no", ...each })) });
const messages = (all: readonly string[]) => causes(...all.map((message) => ({ message })));
const redirect = (location: string) =>
  answered("", { status: "307 Temporary Redirect", headers: `Location: ${location}\r\n` });
const warning = (text: string) => `Warning: 299 - ${JSON.stringify(text)}\r\n`;

/** Cuts a text within its last secret, however that is spelled. */
const halves = (text: string): string[] => {
  const last = /^[0-9a-f]+$/.test(text) ? 40 : 20;
  return [text.slice(0, -last), text.slice(-last)];
};
const sixteens = (text: string): string[] => text.match(/.{1,16}/gs) ?? [];
const warnings = (all: readonly string[]) => all.map((text) => warning(`got ${text}.`)).join("");

/** The responses of a server that quotes a request. */
const places: [where: string, respond: (echo: string) => Buffer][] = [
  ["a Warning header of an error", (echo) => refused({}, warning(echo))],
  ["the halves of two warnings", (echo) => refused({}, warnings(halves(echo)))],
  ["an invalid Warning header", (echo) => refused({}, `Warning: ${echo}\r\n`)],
  ["a message", (echo) => refused({ message: `cannot read ${echo}` })],
  ["a reason", (echo) => refused({ reason: echo })],
  ["the field of a cause", (echo) => causes({ field: echo, reason: "FieldValueInvalid" })],
  ["the field of a cause below one of ours", (echo) => causes({ field: `spec.user.${echo}` })],
  ["the reason of a cause", (echo) => causes({ reason: echo, message: undefined })],
  ["the message of a cause", (echo) => messages([`got ${echo}`])],
  ["the halves of two causes", (echo) => messages(halves(echo))],
  ["causes of sixteen characters", (echo) => messages(sixteens(echo).map((part) => `it has "${part}" in it`))],
  ["the halves of two fields", (echo) => causes(...halves(echo).map((field) => ({ field })))],
  ["an error that is no Status", (echo) => answered(JSON.stringify({ error: echo }), { status: "500 Oops" })],
  ["an error that is no JSON", (echo) => answered(echo, { status: "500 Oops" })],
  ["the name of another object", (echo) => answered(JSON.stringify({ metadata: { name: echo } }))],
  ["the kind of another object", (echo) => answered(JSON.stringify({ kind: echo, metadata: { name: "supplied" } }))],
  ["a Content-Encoding", (echo) => answered("{}", { headers: `Content-Encoding: ${echo}\r\n` })],
];
/** Places that no error shows, even unredacted. For a redirect, it shows the redacted host. */
const unshown: typeof places = [
  ["the query of a redirect", (echo) => redirect(`https://login.test/?from=${encodeURIComponent(echo)}`)],
  ["the host of a redirect", (echo) => redirect(`https://${echo.replace(/[^\w]/g, "-").slice(-60)}.test/`)],
  ["the details", (echo) => details({ uid: echo, name: echo, kind: echo })],
];
const large = (echo: string) => refused({ message: `${echo} `.repeat((7 * 1024 * 1024) / (echo.length + 1)) });

/** Characters that move a cursor, reorder or cut lines. Only multi-line messages have newlines. */
const control = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;
const controlInLine = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u;
const words = fc.oneof(
  hostileWords,
  fc.constantFrom("\u001b[2J\u001b]0;title\u0007", "\0", "a\r\nb\rc", "\u202e\u2066abc\u2069", "\u009b31m", "\u2028"),
);

/** An error with this text in every field. HTTP forbids line ends, NUL and more in its header. */
function refusalOf(text: string): Buffer {
  const cause = { field: text, reason: text, message: text };
  const all = [cause, { field: `spec.user.${text}`, reason: text }];
  const quoted = text.replace(/[^\t\u0020-\u00ff]|\u007f/g, "?").replace(/["\\]/g, "\\$&");
  const more = { reason: text, message: text, details: { uid: text, name: text, kind: text, causes: all } };
  return refused(more, `Warning: 299 - "${quoted}"\r\n`);
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

const type = "OwnedAccessKey";
/** A key with all the secrets of `secretBody(1)`. */
const inputs = {
  name: "supplied",
  user: "ci",
  key: canary("key", 1),
  identity: { connectorData: canary("connector", 1) },
  oidcProvider: { clientId: "c", nonce: canary("nonce", 1) },
  oidcLogin: { idToken: canary("id", 1), accessToken: canary("access", 1), refreshToken: canary("refresh", 1) },
};

type Start = (config: Record<string, string>, engineAddress: string) => Promise<AdapterDriver>;

describe.each<[string, Start]>([
  ["the plugin", (config, engineAddress) => startDriver(config, { engineAddress, process: false })],
  ["dynamic resources", startDynamicDriver],
])("%s", (_adapter, start) => {
  let hostile: HostileServer;
  let engine: FakeEngine;
  let driver: AdapterDriver;
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
    engine = await startFakeEngine();
    driver = await start({ baseUrl: hostile.baseUrl, accessKey }, engine.address);
    const checked = await driver.check(type, inputs);
    expect(checked.failures).toEqual([]);
    kept = { id: "supplied", inputs: checked.inputs, state: { ...checked.inputs, uid: "u" } };
  });
  afterAll(async () => {
    for (const spy of spies) spy.mockRestore();
    await driver?.close();
    engine?.close();
    await hostile?.close();
  });

  /** Runs every operation on this response; returns all output and the number of failures. */
  const outputOf = async (response: Buffer): Promise<{ output: string; failed: number }> => {
    hostile.attack = (socket) => socket.write(response);
    const results = await Promise.allSettled([
      driver.create(type, kept.inputs, { timeout: 1 }),
      driver.update(type, kept, { ...kept.inputs, displayName: "b" }, { timeout: 1 }),
      driver.read(type, kept, 1),
      driver.delete(type, kept, 1),
    ]);
    const errors = results.flatMap((each) => (each.status === "rejected" ? wordsOf(each.reason) : []));
    expect(errors.join("")).not.toBe("");
    const output = [...errors, ...engine.messages.splice(0), written].join("\n");
    written = "";
    return { output, failed: results.filter(({ status }) => status === "rejected").length };
  };
  const foundWith = async (response: Buffer) => canariesIn((await outputOf(response)).output);

  test.each([...places, ...unshown])("does not show a secret that a server quotes in %s", async (_where, respond) => {
    for (const echo of echoes) expect(await foundWith(respond(echo))).toEqual([]);
  });

  test("does not show a secret that a server quotes in an error of 7 MB", async () => {
    expect(await foundWith(large(echoes[0] ?? ""))).toEqual([]);
  });

  test("without redaction it shows the secrets in most places", async () => {
    masking = jest.spyOn(Secrets.prototype, "mask").mockImplementation((text) => text);
    const shows = async (respond: (echo: string) => Buffer) => (await foundWith(respond(echoes[0] ?? ""))).length > 0;
    for (const [where, respond] of places) expect([where, await shows(respond)]).toEqual([where, true]);
    for (const [where, respond] of unshown) expect([where, await shows(respond)]).toEqual([where, false]);
  });

  test("no error and no warning has a control character of a server", async () => {
    const property = fc.asyncProperty(words, async (text) => {
      const { output, failed } = await outputOf(refusalOf(text));
      expect(failed).toBe(4);
      expect(output).not.toMatch(control);
    });
    await fc.assert(property, settings);
  });
});

describe("the command", () => {
  const { commands, orphans, attack, respond, show } = hostileCommands(accessKey);

  test.each(commands)("%s does not show the access key that a server quotes", async (_command, run) => {
    const foundIn = async () => {
      const { out, err } = await run();
      expect(out + err).not.toBe("");
      return canariesIn(out + err);
    };
    for (const echo of Object.values(spellingsOf(header))) {
      for (const [where, responseTo] of [...places, ...unshown]) {
        respond(responseTo(echo));
        expect([where, await foundIn()]).toEqual([where, []]);
      }
      show(echo.slice(0, 200));
      expect(["an object", await foundIn()]).toEqual(["an object", []]);
    }
  });

  test.each(commands)("%s prints no control character of a server", async (_command, run) => {
    const property = fc.asyncProperty(words, fc.boolean(), async (text, isError) => {
      if (isError) respond(refusalOf(text));
      else show(text);
      const { out, err } = await run();
      for (const line of out.split("\n")) expect(line).not.toMatch(controlInLine);
      expect(err).not.toMatch(control);
    });
    await fc.assert(property, settings);
  });

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
    expect(out + err).toMatch(/the response is too large \(more than 100000 objects\)/);
  });
});
