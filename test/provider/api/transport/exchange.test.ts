import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { exchange } from "../../../../provider/api/transport/exchange";
import type { Pool } from "../../../../provider/api/transport/pool";
import { against, closeAll, type Reply, rejection } from "../scriptedServer";

afterEach(closeAll);

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const requestUntil = ({ signal }: AbortController) => ({ path: "/", method: "POST", signal }) as const;

/** An exchange whose connection fails with this error, before its answer or in the middle of it. */
const failing = (error: unknown, isBegun = false) => {
  const body = { arrayBuffer: () => Promise.reject(error) };
  const answer = () => (isBegun ? Promise.resolve({ statusCode: 200, headers: {}, body }) : Promise.reject(error));
  return rejection(exchange({ request: answer } as unknown as Pool, requestUntil(new AbortController()), subject));
};

const cancelled = { name: "CancelledError", ambiguous: true };

test.each<[code: string, isBegun: boolean, expected: object]>([
  ["ECONNRESET", false, { failure: "reset", sent: true }],
  ["ECONNRESET", true, { failure: "truncated", sent: true }],
  ["UND_ERR_SOCKET", true, { failure: "truncated", sent: true }],
  ["HPE_INVALID_CONSTANT", true, { failure: "protocol", sent: true }],
  ["ENOSUCHCODE", true, { failure: "unknown", sent: true, message: expect.stringContaining("(ENOSUCHCODE)") }],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", false, { failure: "tlsClient", sent: false, ambiguous: false }],
  ["UND_ERR_DESTROYED", false, cancelled],
  ["UND_ERR_CLOSED", false, cancelled],
  ["UND_ERR_ABORTED", true, cancelled],
])("a connection that fails with %s, in the middle of the answer: %s, is %j", async (code, isBegun, expected) => {
  expect(await failing(Object.assign(new Error("failed"), { code }), isBegun)).toMatchObject(expected);
});

const unnamed = "the request failed. Check vcluster-platform:baseUrl and the network.";
test.each<[error: unknown, cause: string]>([
  [undefined, unnamed],
  [{ code: 7 }, unnamed],
  [{ code: 7, name: "HTTPParserError" }, expect.stringContaining("(HTTPParserError)")],
])("the failure %j is reported without a code, but with its name", async (error, cause) => {
  const { message } = await failing(error);
  expect(message.replace("POST spacetemplates at https://platform.test failed: ", "")).toEqual(cause);
});

test("an exchange ends with the reason of its signal, whatever the connection does", async () => {
  const end = new AbortController();
  const silent = { request: () => new Promise(() => {}) } as unknown as Pool;
  const ended = rejection(exchange(silent, requestUntil(end), subject));
  const reason = new Error("late");
  end.abort(reason);
  expect(await ended).toBe(reason);
});

/** What a client reads of an answer with this text. */
async function read(reply: Reply) {
  const { client } = await against([reply]);
  return client.get(["spacetemplates", "dev"]);
}

const dev = { metadata: { name: "dev", uid: "u1", labels: { city: "Zürich" } } };
const compressed = (encoding: string, body: Buffer): Reply => ({ headers: { "content-encoding": encoding }, body });

test.each<[string, (text: string) => Buffer]>([
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  [" GZIP ", gzipSync],
])("a body with Content-Encoding %s is decompressed", async (encoding, compress) => {
  expect(await read(compressed(encoding, compress(JSON.stringify(dev))))).toEqual(dev);
});

test("a body with a broken or an unknown encoding is refused", async () => {
  for (const encoding of ["gzip", "zstd", "toString", "constructor", "__proto__"]) {
    const { message } = await rejection(read(compressed(encoding, Buffer.from("no gzip"))));
    expect(message).toContain(`returned Content-Encoding "${encoding}", which cannot be read`);
  }
});

const mebibytes = 8 * 1024 * 1024;
const padded = (length: number) => JSON.stringify(dev).padEnd(length - 1);

test.each<[what: string, body: (length: number) => Reply]>([
  ["plain", (length) => ({ body: padded(length) })],
  ["compressed", (length) => compressed("gzip", gzipSync(padded(length)))],
])("a %s body of 8 MiB is read, and one that is a byte longer is too large", async (_what, body) => {
  expect(await read(body(mebibytes))).toEqual(dev);
  const message = expect.stringMatching(/ failed: the response is too large\. Check/);
  expect(await rejection(read(body(mebibytes + 1)))).toMatchObject({ failure: "tooLarge", sent: true, message });
});
