import { Exchange } from "../../../provider/api/exchange";
import { rejection } from "./scriptedServer";

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };

/** A connection that notes why it was aborted. */
function connection() {
  const aborted: string[] = [];
  return { aborted, abort: (reason: Error) => void aborted.push(reason.message) };
}

/** An exchange that may hold ten bytes, as far as its request was sent. */
function sent() {
  const [exchange, on] = [new Exchange(subject, 10), connection()];
  exchange.onRequestStart(on);
  return { exchange, on };
}

const coded = (code: string) => Object.assign(new Error("failed"), { code });

test("an answer is given when it has ended, with all its pieces", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 100, { early: "hints" });
  exchange.onResponseStart(on, 201, { late: "answer" });
  for (const piece of ["01234", "56789"]) exchange.onResponseData(on, Buffer.from(piece));
  exchange.onResponseEnd();
  expect(await exchange.answer).toEqual({
    status: 201,
    headers: { late: "answer" },
    text: "0123456789",
    isGarbled: false,
  });
  expect(on.aborted).toEqual([]);
});

test("an answer in another encoding than UTF-8 is told as such, also where a character is shared out over two pieces", async () => {
  for (const [text, isGarbled] of [
    ["Zürich", false],
    ["Z\uFFFDrich", false],
    ["Z\u00FCrich", true],
  ] as const) {
    const { exchange, on } = sent();
    const bytes = Buffer.from(text, isGarbled ? "latin1" : "utf8");
    exchange.onResponseStart(on, 200, {});
    for (const byte of bytes) exchange.onResponseData(on, Buffer.from([byte]));
    exchange.onResponseEnd();
    expect(await exchange.answer).toMatchObject({ isGarbled });
  }
});

test("an answer that is a byte too large is given up, once", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 200, {});
  exchange.onResponseData(on, Buffer.from("01234567890"));
  exchange.onResponseData(on, Buffer.from("more"));
  expect(await rejection(exchange.answer)).toMatchObject({ kind: "tooLarge", sent: true });
  expect(on.aborted).toHaveLength(1);
});

test("what is stopped or cancelled before it began is not sent", async () => {
  for (const give of [(each: Exchange) => each.cancel(), (each: Exchange) => each.stop("deadline")]) {
    const [exchange, on] = [new Exchange(subject, 10), connection()];
    give(exchange);
    exchange.onRequestStart(on);
    expect(await rejection(exchange.answer)).toMatchObject({ sent: false, ambiguous: false });
    expect(on.aborted).toEqual(["stopped before it was sent"]);
  }
});

test("what is stopped under way ends the connection, for the first reason only", async () => {
  const { exchange, on } = sent();
  exchange.stop("timeout");
  exchange.cancel();
  exchange.onResponseError(on, coded("ECONNRESET"));
  const error = await rejection(exchange.answer);
  expect(error).toMatchObject({ kind: "timeout", sent: true });
  expect(on.aborted).toEqual([error.message]);
});

test("after the answer nothing ends the connection, which others use", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 204, {});
  exchange.onResponseEnd();
  exchange.cancel();
  exchange.stop("timeout");
  exchange.onResponseError(on, coded("ECONNRESET"));
  expect(await exchange.answer).toMatchObject({ status: 204 });
  expect(on.aborted).toEqual([]);
});

const failures: [code: string, statuses: number[], kind: string][] = [
  ["ECONNRESET", [], "reset"],
  ["ECONNRESET", [100], "reset"],
  ["ECONNRESET", [200], "truncated"],
  ["UND_ERR_SOCKET", [103, 404], "truncated"],
  ["UND_ERR_BODY_TIMEOUT", [200], "timeout"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", [200], "truncated"],
  ["HPE_INVALID_CONSTANT", [], "protocol"],
  ["ENOSUCHCODE", [200], "unknown"],
];

test.each(failures)("a connection that fails with %s after the statuses %j: %s", async (code, statuses, kind) => {
  const { exchange, on } = sent();
  for (const status of statuses) exchange.onResponseStart(on, status, {});
  exchange.onResponseError(on, coded(code));
  const error = await rejection(exchange.answer);
  expect(error).toMatchObject({ kind, sent: true });
  expect(error.message).toContain(`(${code})`);
});

test("a server that reads nothing without a certificate was sent nothing", async () => {
  const { exchange, on } = sent();
  exchange.onResponseError(on, coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"));
  expect(await rejection(exchange.answer)).toMatchObject({ kind: "tlsClient", sent: false, ambiguous: false });
});

test.each(["UND_ERR_DESTROYED", "UND_ERR_CLOSED", "UND_ERR_ABORTED"])("%s is our own will", async (code) => {
  const { exchange } = sent();
  exchange.onResponseError(null, coded(code));
  expect(await rejection(exchange.answer)).toMatchObject({ name: "CancelledError", sent: true });
});

test.each([[undefined], ["words"], [{}], [{ code: 7 }]])(
  "a failure without a code, %j, is told without one",
  async (error) => {
    const { exchange } = sent();
    exchange.onResponseError(null, error);
    expect((await rejection(exchange.answer)).message).toBe(
      "POST spacetemplates at https://platform.test failed: the request failed. Check platform:baseUrl and the network.",
    );
  },
);

test("a failure that has a name only is told by it", async () => {
  const { exchange } = sent();
  exchange.onResponseError(null, { code: 7, name: "HTTPParserError" });
  expect(await rejection(exchange.answer)).toMatchObject({
    kind: "protocol",
    message: expect.stringContaining("(HTTPParserError)"),
  });
});
