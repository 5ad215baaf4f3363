import { canariesIn } from "../../../support/canaries";
import { secretBody, spellingsOf } from "../../../support/echoes";
import { hostileCommands } from "./hostileCommands";
import { accessKey, hostileFace, hostileFaces } from "./hostileFace";
import { answered } from "./startHostileServer";

const mockMasking = { isOn: true };
jest.mock("../../../../provider/api/redact", () => {
  const actual = jest.requireActual("../../../../provider/api/redact");
  const redact = (text: string, secrets: string[]) => (mockMasking.isOn ? actual.redact(text, secrets) : text);
  return { ...actual, redact };
});
jest.mock("../../../../provider/api/partMasker", () => {
  const { partMasker } = jest.requireActual("../../../../provider/api/partMasker");
  return { partMasker: (secrets: string[]) => (mockMasking.isOn ? partMasker(secrets) : (text: string) => text) };
});

const limitMs = 120_000;
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

/** The responses of a server that quotes a request. */
const places: [where: string, respond: (echo: string) => Buffer][] = [
  ["a Warning header of an error", (echo) => refused({}, warning(echo))],
  [
    "the halves of two warnings",
    (echo) =>
      refused(
        {},
        halves(echo)
          .map((half) => warning(`got ${half}.`))
          .join(""),
      ),
  ],
  ["an invalid Warning header", (echo) => refused({}, `Warning: ${echo}\r\n`)],
  ["a message", (echo) => refused({ message: `cannot read ${echo}` })],
  ["a reason", (echo) => refused({ reason: echo })],
  ["the field of a cause", (echo) => causes({ field: echo, reason: "FieldValueInvalid" })],
  ["the field of a cause below one of ours", (echo) => causes({ field: `spec.user.${echo}` })],
  ["the reason of a cause", (echo) => causes({ reason: echo, message: undefined })],
  ["the message of a cause", (echo) => messages([`got ${echo}`])],
  ["the halves of two causes", (echo) => messages(halves(echo))],
  ["the halves of two causes, in quotes", (echo) => messages(halves(echo).map((half) => `got "${half}"`))],
  ["the halves of two causes, with a full stop", (echo) => messages(halves(echo).map((half) => `is ${half}.`))],
  ["causes of sixteen characters", (echo) => messages(sixteens(echo))],
  [
    "causes of sixteen characters in quotes",
    (echo) => messages(sixteens(echo).map((part) => `it has "${part}" in it`)),
  ],
  ["the halves of two fields", (echo) => causes(...halves(echo).map((field) => ({ field })))],
  ["an error that is no Status", (echo) => answered(JSON.stringify({ error: echo }), { status: "500 Oops" })],
  ["an error that is no JSON", (echo) => answered(echo, { status: "500 Oops" })],
  ["the name of another object", (echo) => answered(JSON.stringify({ metadata: { name: echo } }))],
  ["the kind of another object", (echo) => answered(JSON.stringify({ kind: echo, metadata: { name: "supplied" } }))],
  ["a Content-Encoding", (echo) => answered("{}", { headers: `Content-Encoding: ${echo}\r\n` })],
];
/** Places that no error shows, even without redaction; of a redirect it shows the host, without secrets. */
const unshown: typeof places = [
  ["the query of a redirect", (echo) => redirect(`https://login.test/?from=${encodeURIComponent(echo)}`)],
  ["the user of a redirect", (echo) => redirect(`https://${encodeURIComponent(echo)}:x@login.test/`)],
  ["the host of a redirect", (echo) => redirect(`https://${echo.replace(/[^\w]/g, "-").slice(-60)}.test/`)],
  ["the uid of the details", (echo) => details({ uid: echo })],
  ["the name and kind of the details", (echo) => details({ name: echo, kind: echo })],
];
const large = (echo: string) => refused({ message: `${echo} `.repeat((30 * 1024 * 1024) / (echo.length + 1)) });

describe.each(hostileFaces)("%s", (_face, start) => {
  const outputOf = hostileFace(start);
  const foundWith = async (response: Buffer) => canariesIn((await outputOf(response)).output);
  afterEach(() => {
    mockMasking.isOn = true;
  });

  test.each([...places, ...unshown])(
    "does not show a secret that a server quotes in %s",
    async (_where, respond) => {
      for (const echo of echoes) expect(await foundWith(respond(echo))).toEqual([]);
    },
    limitMs,
  );

  test(
    "does not show a secret that a server quotes in an error of 30 MB",
    async () => {
      expect(await foundWith(large(echoes[0] ?? ""))).toEqual([]);
    },
    limitMs,
  );

  test.each(places)("without redaction it shows the secrets in %s", async (_where, respond) => {
    mockMasking.isOn = false;
    expect(await foundWith(respond(echoes[0] ?? ""))).not.toEqual([]);
  });

  test.each(unshown)("without redaction it does not show %s", async (_where, respond) => {
    mockMasking.isOn = false;
    expect(await foundWith(respond(echoes[0] ?? ""))).toEqual([]);
  });
});

describe("the command", () => {
  const { commands, respond, show } = hostileCommands(accessKey);

  test.each(commands)(
    "%s does not show the access key that a server quotes",
    async (_command, run) => {
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
    },
    limitMs,
  );
});
