import { answered } from "./startHostileServer";

const status = (more: object) =>
  JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 422, ...more });
const refused = (more: object, headers = ""): Buffer =>
  answered(status({ reason: "Invalid", message: "no", ...more }), { status: "422 Unprocessable Entity", headers });
const causes = (...all: object[]) => refused({ details: { causes: all } });
const megabytes = 30 * 1024 * 1024;

/** Cuts a text in the middle of what stands in it last, however that is spelled. */
const halves = (text: string): string[] => {
  const last = /^[0-9a-f]+$/.test(text) ? 40 : 20;
  return [text.slice(0, -last), text.slice(-last)];
};

/** Cuts a text into equal pieces. */
const pieces = (text: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    text.slice(Math.floor((index * text.length) / count), Math.floor(((index + 1) * text.length) / count)),
  );

const causesWith = (messages: readonly string[]) =>
  causes(...messages.map((message) => ({ field: "spec.user", reason: "Invalid", message })));

/** Where a server can quote what it was sent: what it answers then. Written before the first run. */
export const echoPlaces: Readonly<Record<string, (echo: string) => Buffer>> = {
  "a Warning header of an error": (echo) => refused({}, `Warning: 299 - ${JSON.stringify(echo)}\r\n`),
  "two warnings, each with a half": (echo) =>
    refused(
      {},
      halves(echo)
        .map((half) => `Warning: 299 - ${JSON.stringify(`got ${half}.`)}\r\n`)
        .join(""),
    ),
  "a Warning header that is none": (echo) => refused({}, `Warning: ${echo}\r\n`),
  "the query of a redirect": (echo) => redirect(`https://login.test/?from=${encodeURIComponent(echo)}`),
  "the user of a redirect": (echo) => redirect(`https://${encodeURIComponent(echo)}:x@login.test/`),
  "the host of a redirect": (echo) => redirect(`https://${echo.replace(/[^\w]/g, "-").slice(-60)}.test/`),
  "a message": (echo) => refused({ message: `cannot read ${echo}` }),
  "a reason": (echo) => refused({ reason: echo }),
  "the uid of the details": (echo) => refused({ details: { uid: echo } }),
  "the name and kind of the details": (echo) => refused({ details: { name: echo, kind: echo } }),
  "the field of a cause": (echo) => causes({ field: echo, reason: "FieldValueInvalid", message: "no" }),
  "the field of a cause below one of ours": (echo) =>
    causes({ field: `spec.user.${echo}`, reason: "Invalid", message: "no" }),
  "the reason of a cause": (echo) => causes({ field: "spec.user", reason: echo }),
  "the message of a cause": (echo) => causes({ field: "spec.user", reason: "Invalid", message: `got ${echo}` }),
  "two causes, each with a half": (echo) => causesWith(halves(echo)),
  "two causes, each with a half in quotes": (echo) => causesWith(halves(echo).map((half) => `got "${half}"`)),
  "two causes, each with a half and a full stop": (echo) => causesWith(halves(echo).map((half) => `is ${half}.`)),
  "causes with sixteen characters each": (echo) => causesWith(pieces(echo, Math.ceil(echo.length / 16))),
  "causes with sixteen characters in quotes each": (echo) =>
    causesWith(pieces(echo, Math.ceil(echo.length / 16)).map((piece) => `it has "${piece}" in it`)),
  "two causes' fields, each with a half": (echo) =>
    causes(...halves(echo).map((half) => ({ field: half, reason: "Invalid", message: "no" }))),
  "an error that is no Status": (echo) => answered(JSON.stringify({ error: echo }), { status: "500 Oops" }),
  "an error that is no JSON": (echo) => answered(echo, { status: "500 Oops" }),
  "the name of another object": (echo) => answered(JSON.stringify({ metadata: { name: echo } })),
  "the kind of another object": (echo) => answered(JSON.stringify({ kind: echo, metadata: { name: "supplied" } })),
  "a Content-Encoding": (echo) => answered("{}", { headers: `Content-Encoding: ${echo}\r\n` }),
};

/** What moves much, and is tried with one spelling in each run. */
export const largeEchoPlaces: Readonly<Record<string, (echo: string) => Buffer>> = {
  "an error of 30 MB": (echo) => refused({ message: `${echo} `.repeat(megabytes / (echo.length + 1)) }),
};

const redirect = (location: string): Buffer =>
  answered("", { status: "307 Temporary Redirect", headers: `Location: ${location}\r\n` });
