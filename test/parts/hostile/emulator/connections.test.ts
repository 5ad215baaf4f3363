import { once } from "node:events";
import { type RunningPlatform, startPlatform } from "../../../../emulator/platform";
import { get, post, template } from "../../../emulator/conformance/row";
import { send } from "../../../emulator/request";
import { dial, exchange, head, readUntil, templates, untilClosed } from "../../../support/rawClient";

// Bodies of megabytes take their time on a machine that has much to do.
jest.setTimeout(60_000);

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  await send(platform, post(template("one", { displayName: "x" })));
});
afterAll(() => platform.close());
afterEach(async () => {
  expect((await send(platform, get("/spacetemplates/one"))).body).toMatchObject({ spec: { displayName: "x" } });
});

const close = "connection: close";
const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const json = "content-type: application/json";
const body = (name: string) => JSON.stringify(template(name));
const create = (text: string, ...headers: string[]) =>
  head(platform, `POST ${templates}?dryRun=All HTTP/1.1`, json, close, ...headers) + text;
const chunked = (...pieces: string[]) =>
  `${pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;

describe("bodies", () => {
  test("a body in pieces is read as one", async () => {
    const text = body("a");
    const pieces = chunked(text.slice(0, 10), text.slice(10));
    expect(status(await exchange(platform, create(pieces, "transfer-encoding: chunked")))).toBe(201);
  });

  test("a body of 10 MB in pieces is refused by its size, and the answer arrives", async () => {
    const megabyte = "x".repeat(1_000_000);
    const answer = await exchange(platform, create(chunked(...Array(10).fill(megabyte)), "transfer-encoding: chunked"));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*Request entity too large: limit is 3145728/);
  });

  test("a body that never ends is given up", async () => {
    const socket = await dial(platform);
    const answer = readUntil(socket, /limit is 3145728/);
    socket.write(create("", "transfer-encoding: chunked"));
    const piece = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    while (!socket.destroyed && socket.writable && socket.bytesWritten < 200_000_000) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    expect(socket.bytesWritten).toBeLessThan(200_000_000);
    expect(await answer).toMatch(/^(HTTP\/1\.1 413 |$)/);
    socket.destroy();
  });

  test("a client without a key learns that first, however large its body is", async () => {
    const request = `POST ${templates} HTTP/1.1\r\nhost: test\r\n${close}\r\ncontent-length: 4000000\r\n\r\n`;
    expect(status(await exchange(platform, request + "x".repeat(4_000_000)))).toBe(401);
  });

  test("a GET may have a body that nobody reads", async () => {
    const request = head(platform, `GET ${templates}/one HTTP/1.1`, close, "content-length: 5");
    expect(status(await exchange(platform, `${request}12345`))).toBe(200);
  });

  test("bytes that are not UTF-8 become replacement characters in JSON", async () => {
    const text = Buffer.from(JSON.stringify(template("a", { displayName: "?" })));
    text[text.indexOf("?")] = 0xff;
    const request = Buffer.from(create("", `content-length: ${text.length}`));
    expect(await exchange(platform, Buffer.concat([request, text]))).toMatch(/"displayName":"\ufffd"/);
  });

  test.each([
    ["a create", "POST", templates, 400, /yaml: invalid leading UTF-8 octet \(613a20ff\)/],
    ["an apply", "PATCH", `${templates}/a?fieldManager=m`, 400, /yaml: invalid leading UTF-8 octet/],
    ["a delete", "DELETE", `${templates}/one`, 500, /yaml: invalid leading UTF-8 octet/],
  ])("bytes that are not UTF-8 are refused in the YAML of %s", async (_, method, path, code, says) => {
    const type = `content-type: application/${method === "PATCH" ? "apply-patch+yaml" : "yaml"}`;
    const request = Buffer.from(head(platform, `${method} ${path} HTTP/1.1`, close, type, "content-length: 4"));
    const answer = await exchange(platform, Buffer.concat([request, Buffer.from("a: \xff", "latin1")]));
    expect([status(answer), says.test(answer) || answer]).toEqual([code, true]);
    expect(platform.store.get("spacetemplates", "one")).toBeDefined();
  });

  test("a body shorter than its Content-Length is never carried out", async () => {
    const socket = await dial(platform);
    socket.end(head(platform, `POST ${templates} HTTP/1.1`, json, "content-length: 100000") + body("short"));
    expect(status(await readUntil(socket, untilClosed))).toBe(400);
    expect(platform.store.get("spacetemplates", "short")).toBeUndefined();
  });

  test("a connection that breaks within a body leaves nothing behind", async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => dial(platform)));
    for (const socket of sockets) {
      socket.write(head(platform, `POST ${templates} HTTP/1.1`, json, "content-length: 100000") + body("broken"));
      socket.resetAndDestroy();
    }
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, "close")));
    expect((await send(platform, get("/spacetemplates/broken"))).status).toBe(404);
  });

  test("what follows a body by its Content-Length is another request", async () => {
    const text = body("a");
    const request = head(platform, `POST ${templates}?dryRun=All HTTP/1.1`, json, `content-length: ${text.length}`);
    const answer = await exchange(platform, request + text + head(platform, `GET ${templates}/one HTTP/1.1`, close));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 201", "HTTP/1.1 200"]);
  });
});

describe("HTTP", () => {
  const refused: [string, (text: string) => string, number][] = [
    [
      "Content-Length beside Transfer-Encoding",
      (text) => create(text, "content-length: 5", "transfer-encoding: chunked"),
      400,
    ],
    ["two different lengths", (text) => create(text, "content-length: 5", "content-length: 6"), 400],
    ["a length that is no number", (text) => create(text, "content-length: five"), 400],
    ["a length below zero", (text) => create(text, "content-length: -1"), 400],
    ["an encoding that is unknown", (text) => create(text, "transfer-encoding: identity"), 400],
    ["a piece whose size is no number", () => create("xyz\r\n", "transfer-encoding: chunked"), 400],
    ["a header with a line break", () => head(platform, `GET ${templates} HTTP/1.1`, "x: a\nb"), 400],
    ["a NUL byte in a header", () => head(platform, `GET ${templates} HTTP/1.1`, "x: a\0b"), 400],
    ["a NUL byte in the path", () => head(platform, `GET ${templates}/\0 HTTP/1.1`), 400],
    ["a method that is unknown", () => head(platform, `NOPE ${templates} HTTP/1.1`), 400],
    ["no host", () => `GET ${templates} HTTP/1.1\r\n\r\n`, 400],
    ["no HTTP at all", () => "hello\r\n\r\n", 400],
    ["TLS on a plain port", () => "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\r\n", 400],
    ["a head without an end", () => `GET ${templates} HTTP/1.1\r\n${`x: ${"y".repeat(10)}\r\n`.repeat(20_000)}`, 431],
    ["a header of 100 KB", () => head(platform, `GET ${templates} HTTP/1.1`, `x: ${"a".repeat(100_000)}`), 431],
    ["a URL of 100 KB", () => head(platform, `GET ${templates}/${"a".repeat(100_000)} HTTP/1.1`), 431],
    ["a tunnel", () => head(platform, "CONNECT example.test:443 HTTP/1.1"), 405],
    ["an expectation that nobody meets", () => head(platform, `GET ${templates} HTTP/1.1`, close, "expect: tea"), 417],
    ["a method that objects do not have", () => head(platform, `TRACE ${templates} HTTP/1.1`, close), 405],
  ];
  test.each(refused)("%s is refused", async (_what, request, expected) => {
    expect(status(await exchange(platform, request(body("a"))))).toBe(expected);
  });

  test("bytes beyond ASCII in headers and paths do no harm", async () => {
    const bytes = Buffer.from(head(platform, `GET ${templates}/\u00ff\u00fe HTTP/1.1`, close, "x: \u00ff"), "latin1");
    expect([400, 404]).toContain(status(await exchange(platform, bytes)));
  });

  test("HTTP/1.0 is answered, and the connection closed", async () => {
    expect(await exchange(platform, head(platform, `GET ${templates}/one HTTP/1.0`))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*"displayName":"x"/,
    );
  });

  test("requests that come at once are answered in their order", async () => {
    const one = head(platform, `GET ${templates}/one HTTP/1.1`);
    const none = head(platform, `GET ${templates}/none HTTP/1.1`);
    const last = head(platform, `HEAD ${templates}/one HTTP/1.1`, close);
    const answer = await exchange(platform, one + none + one + last);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  test("HEAD has the headers of a GET and no body", async () => {
    const answer = await exchange(platform, head(platform, `HEAD ${templates}/one HTTP/1.1`, close));
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-length: [1-9]\d+\r\n[\s\S]*\r\n\r\n$/i);
  });

  test("a client that waits to be asked for its body is asked", async () => {
    const socket = await dial(platform);
    const text = body("a");
    socket.write(create("", "expect: 100-continue", `content-length: ${text.length}`));
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write(text);
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  test("a wish for another protocol is passed over", async () => {
    const upgrade = ["connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"];
    const socket = await dial(platform);
    socket.write(head(platform, `GET ${templates}/one HTTP/1.1`, ...upgrade));
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe("many and slow clients", () => {
  test("2,000 idle connections keep nobody else waiting", async () => {
    const idle = await Promise.all(Array.from({ length: 2_000 }, () => dial(platform)));
    expect((await send(platform, get("/spacetemplates/one"))).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });

  test("500 clients in the middle of a head or a body keep nobody else waiting", async () => {
    const slow = await Promise.all(Array.from({ length: 500 }, () => dial(platform)));
    slow.forEach((socket, index) => {
      const half = index % 2 === 0 ? `GET ${templates} HTTP/1.1\r\nhost:` : create("{", "content-length: 1000");
      socket.write(half);
    });
    expect((await send(platform, get("/spacetemplates/one"))).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  test("a body that trickles in is read to its end", async () => {
    const text = body("trickle");
    const socket = await dial(platform);
    socket.write(create("", `content-length: ${text.length}`));
    for (const letter of text) {
      await new Promise((resolve) => socket.write(letter, resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });
});
