import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { get, post, remove, template } from "../../../emulator/conformance/row";
import { type Server, send } from "../../../emulator/request";
import { root } from "../../../support/environment";
import { dial, exchange, head, readUntil, templates, untilClosed } from "../../../support/rawClient";
import { type Attack, attacks, victim } from "./attacks";

let child: ChildProcess;
let platform: Server;

// A process of its own with a small heap, whose memory can be measured.
beforeAll(async () => {
  const program = join(root, "bin/pulumi-vcluster-platform");
  const args = ["--max-old-space-size=512", program, "serve", "--json"];
  child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout as Readable }), "line");
  platform = JSON.parse(line) as Server;
});
afterAll(async () => {
  child.kill("SIGKILL");
  await once(child, "close");
});
beforeEach(async () => {
  await send(platform, remove(victim));
  await send(platform, post(template(victim, {})));
});
afterEach(async () => {
  expect((await send(platform, get(`/spacetemplates/${victim}`))).status).toBe(200);
});

describe.each(Object.entries(attacks))("%s", (_, rows) => {
  test.each<Attack>(rows)("%s", async (_what, request, status, says = /^/) => {
    const { text, ...response } = await send(platform, request());
    expect(`${response.status} ${text.slice(0, 500)}`).toMatch(new RegExp(`^${status} `));
    expect(says.test(text) || text.slice(0, 1000)).toBe(true);
  });
});

test("many warnings are truncated, since clients refuse long headers", async () => {
  const finalizers = Array.from({ length: 500 }, (_, index) => `plain-${index}`);
  const { headers } = await send(platform, post(template("many", {}, { finalizers }), "?dryRun=All"));
  const warning = headers.get("warning") ?? "";
  expect(warning).toContain('metadata.finalizers: \\"plain-0\\"');
  expect(warning.length).toBeLessThan(8_000);
});

const close = "connection: close";
const status = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
const request = (line: string, ...headers: string[]) => head(platform, `${line} HTTP/1.1`, ...headers);
const create = (...headers: string[]) => request(`POST ${templates}`, "content-type: application/json", ...headers);
const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;

test.each<[what: string, bytes: () => string, status: number]>([
  ["text that is not HTTP", () => "hello\r\n\r\n", 400],
  ["a CONNECT", () => request("CONNECT example.test:443"), 405],
  ["an unknown expectation", () => request(`GET ${templates}`, close, "expect: tea"), 417],
  ["a method that objects do not have", () => request(`TRACE ${templates}`, close), 405],
  ["10 MB in chunks", () => `${create("transfer-encoding: chunked", close)}${chunk.repeat(10)}0\r\n\r\n`, 413],
  [
    "a large body without an access key",
    () =>
      `POST ${templates} HTTP/1.1\r\nhost: a\r\n${close}\r\ncontent-length: 4000000\r\n\r\n${"x".repeat(4_000_000)}`,
    401,
  ],
])("%s is refused, and the response arrives", async (_, bytes, expected) => {
  expect(status(await exchange(platform, bytes()))).toBe(expected);
});

test("an endless body is cut off", async () => {
  const socket = await dial(platform);
  const response = readUntil(socket, /limit is 3145728/);
  socket.write(create("transfer-encoding: chunked"));
  while (!socket.destroyed && socket.writable && socket.bytesWritten < 200_000_000) {
    await new Promise((resolve) => socket.write(chunk, resolve));
  }
  expect(socket.bytesWritten).toBeLessThan(200_000_000);
  expect(await response).toMatch(/^(HTTP\/1\.1 413 |$)/);
  socket.destroy();
});

test("no request without a key ends the process, whole, cut off or followed by a reset", async () => {
  const lines = [
    "CONNECT a:1",
    "GET /",
    `GET ${templates}?watch=true`,
    `POST ${templates}`,
    "OPTIONS *",
    "PRI *",
    "GET",
  ];
  const headers = [
    "upgrade: h2c\r\nconnection: upgrade",
    "expect: 100-continue",
    "content-length: 5",
    "content-length: x",
  ];
  const chunked = "transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n";
  const requests = lines.flatMap((line) =>
    [...headers, chunked, ""].map((header) => `${line} HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n`),
  );
  const cuts = requests.flatMap((bytes) => [bytes, bytes.slice(0, -3), bytes.slice(0, bytes.length / 2), `\0${bytes}`]);
  for (const bytes of cuts) {
    const sockets = await Promise.all([dial(platform), dial(platform)]);
    for (const socket of sockets) socket.write(bytes);
    sockets[0]?.resetAndDestroy();
    await new Promise((resolve) => setImmediate(resolve));
    sockets[1]?.resetAndDestroy();
  }
  expect(child.exitCode).toBeNull();
});

test("an incomplete body is not carried out", async () => {
  const socket = await dial(platform);
  socket.end(create("content-length: 100000") + JSON.stringify(template("short")));
  expect(status(await readUntil(socket, untilClosed))).toBe(400);
  const broken = await dial(platform);
  broken.write(create("content-length: 100000") + JSON.stringify(template("short")));
  broken.resetAndDestroy();
  await once(broken, "close");
  expect((await send(platform, get("/spacetemplates/short"))).status).toBe(404);
});

test.each([
  ["JSON of a create", "POST", templates, "json", 422, /a \ufffd/],
  ["YAML of a create", "POST", templates, "yaml", 400, /yaml: invalid UTF-8 \(613a20ff\)/],
  ["YAML of a delete", "DELETE", `${templates}/${victim}`, "yaml", 500, /yaml: invalid UTF-8/],
])("bytes that are not UTF-8 in the %s", async (_, method, path, type, code, says) => {
  const text = type === "json" ? JSON.stringify(template("a \xff")) : "a: \xff";
  const headers = [close, `content-type: application/${type}`, `content-length: ${text.length}`];
  const bytes = Buffer.from(request(`${method} ${path}`, ...headers) + text, "latin1");
  const response = await exchange(platform, bytes);
  expect([status(response), says.test(response) || response]).toEqual([code, true]);
});
