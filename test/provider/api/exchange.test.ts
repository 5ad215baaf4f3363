import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { Exchange } from "../../../provider/api/exchange";
import { rejection } from "./scriptedServer";

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };

/** A connection that records why it was aborted. */
function connection() {
  const aborted: string[] = [];
  return { aborted, abort: (reason: Error) => void aborted.push(reason.message) };
}

/** An exchange of a response of limited size, whose request was sent. */
function sent(maxBytes = 10) {
  const [exchange, on] = [new Exchange(subject, maxBytes), connection()];
  exchange.onRequestStart(on);
  return { exchange, on };
}

const coded = (code: string) => Object.assign(new Error("failed"), { code });

test("an answer has the last headers and all chunks", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 100, { early: "hints" });
  exchange.onResponseStart(on, 201, { late: "answer" });
  for (const piece of ["01234", "56789"]) exchange.onResponseData(on, Buffer.from(piece));
  exchange.onResponseEnd();
  const answer = { status: 201, headers: { late: "answer" }, text: "0123456789", isGarbled: false };
  expect(await exchange.answer).toEqual(answer);
  expect(on.aborted).toEqual([]);
});

test.each([
  ["Zürich in UTF-8", Buffer.from("Zürich"), false],
  ["a replacement character", Buffer.from("Z\uFFFDrich"), false],
  ["Zürich in Latin-1", Buffer.from("Zürich", "latin1"), true],
])("an answer with %s, byte by byte, is garbled: %#", async (_what, bytes, isGarbled) => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 200, {});
  for (const byte of bytes) exchange.onResponseData(on, Buffer.from([byte]));
  exchange.onResponseEnd();
  expect(await exchange.answer).toMatchObject({ isGarbled });
});

/** A response whose body a proxy compressed. */
function compressed(encoding: string, body: Buffer) {
  const { exchange, on } = sent(1000);
  exchange.onResponseStart(on, 200, { "content-encoding": encoding, etag: "e" });
  exchange.onResponseData(on, body);
  exchange.onResponseEnd();
  return exchange.answer;
}

test.each<[string, (text: string) => Buffer]>([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  [" GZIP ", gzipSync],
])("a body with Content-Encoding %s is decompressed", async (encoding, compress) => {
  expect(await compressed(encoding, compress("Zürich"))).toMatchObject({ headers: { etag: "e" }, text: "Zürich" });
});

test("a body that is too large once it is decompressed fails", async () => {
  const bomb = compressed("gzip", gzipSync("0".repeat(100_000)));
  expect(await rejection(bomb)).toMatchObject({ kind: "tooLarge", sent: true });
});

test("a body with a broken or an unknown encoding keeps its header", async () => {
  for (const encoding of ["gzip", "zstd", "toString", "constructor", "__proto__"]) {
    expect((await compressed(encoding, Buffer.from("no gzip"))).headers).toMatchObject({
      "content-encoding": encoding,
    });
  }
});

test("an answer that is a byte too large fails once", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 200, {});
  exchange.onResponseData(on, Buffer.from("01234567890"));
  exchange.onResponseData(on, Buffer.from("more"));
  expect(await rejection(exchange.answer)).toMatchObject({ kind: "tooLarge", sent: true });
  expect(on.aborted).toHaveLength(1);
});

test("a request that is stopped or cancelled before it began is not sent", async () => {
  for (const give of [(each: Exchange) => each.cancel(), (each: Exchange) => each.stop("deadline")]) {
    const [exchange, on] = [new Exchange(subject, 10), connection()];
    give(exchange);
    exchange.onRequestStart(on);
    expect(await rejection(exchange.answer)).toMatchObject({ sent: false, ambiguous: false });
    expect(on.aborted).toEqual(["stopped before it was sent"]);
  }
});

test("the first stop or cancellation ends the connection", async () => {
  const { exchange, on } = sent();
  exchange.stop("timeout");
  exchange.cancel();
  exchange.onResponseError(on, coded("ECONNRESET"));
  const error = await rejection(exchange.answer);
  expect(error).toMatchObject({ kind: "timeout", sent: true });
  expect(on.aborted).toEqual([error.message]);
});

test("nothing ends the connection after the answer, since others use it", async () => {
  const { exchange, on } = sent();
  exchange.onResponseStart(on, 204, {});
  exchange.onResponseEnd();
  exchange.cancel();
  exchange.stop("timeout");
  exchange.onResponseError(on, coded("ECONNRESET"));
  expect(await exchange.answer).toMatchObject({ status: 204 });
  expect(on.aborted).toEqual([]);
});

const cancelled = { name: "CancelledError", sent: true };

test.each<[code: string, statuses: number[], expected: object]>([
  ["ECONNRESET", [], { kind: "reset", sent: true }],
  ["ECONNRESET", [100], { kind: "reset", sent: true }],
  ["ECONNRESET", [200], { kind: "truncated", sent: true }],
  ["UND_ERR_SOCKET", [103, 404], { kind: "truncated", sent: true }],
  ["HPE_INVALID_CONSTANT", [], { kind: "protocol", sent: true }],
  ["ENOSUCHCODE", [200], { kind: "unknown", sent: true, message: expect.stringContaining("(ENOSUCHCODE)") }],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", [], { kind: "tlsClient", sent: false, ambiguous: false }],
  ["UND_ERR_DESTROYED", [], cancelled],
])("a connection that fails with %s after the statuses %j: %j", async (code, statuses, expected) => {
  const { exchange, on } = sent();
  for (const status of statuses) exchange.onResponseStart(on, status, {});
  exchange.onResponseError(on, coded(code));
  expect(await rejection(exchange.answer)).toMatchObject(expected);
});

const unnamed = "the request failed. Check platform:baseUrl and the network.";
test.each<[error: unknown, cause: string]>([
  [undefined, unnamed],
  [{ code: 7 }, unnamed],
  [{ code: 7, name: "HTTPParserError" }, expect.stringContaining("(HTTPParserError)")],
])("the failure %j is reported without a code, but with its name", async (error, cause) => {
  const { exchange } = sent();
  exchange.onResponseError(null, error);
  const { message } = await rejection(exchange.answer);
  expect(message.replace("POST spacetemplates at https://platform.test failed: ", "")).toEqual(cause);
});
