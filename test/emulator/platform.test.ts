import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import type { RequestLogEntry } from "../../emulator/http/requestLogEntry";
import { type SelfSigned, selfSigned } from "../../emulator/http/selfSigned";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { dial, exchange, head, readUntil, templates, untilClosed } from "../support/rawClient";
import { get, post, template } from "./conformance/row";
import { send } from "./request";
import { untilAnswered } from "./untilAnswered";
import { platformTest, withPlatform } from "./withPlatform";

test("every request is reported without its credentials", async () => {
  const told: RequestLogEntry[] = [];
  await withPlatform({ onRequest: (entry) => told.push(entry), accessKey: "bootstrap" }, async (platform) => {
    await send(platform, post(template("a"), "?fieldManager=x"));
    expect(told).toEqual([
      expect.objectContaining({
        method: "POST",
        path: "/kubernetes/management/apis/management.loft.sh/v1/spacetemplates?fieldManager=x",
        status: 201,
        body: JSON.stringify(template("a")),
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ]);
    expect(JSON.stringify(told)).not.toContain("bootstrap");
  });
});

test("the default project exists from the start", async () => {
  const platform = await startPlatform();
  expect(platform.store.list("projects").map(({ metadata }) => metadata.name)).toEqual(["default"]);
  expect(platform.accessKey).toMatch(/^\S{64}$/);
  await platform.close();
});

platformTest("vendor names the API group", { vendor: "example.org" }, async (platform) => {
  const path = "//kubernetes/management/apis/management.example.org/v1/spacetemplates";
  expect((await send(platform, get(path))).body).toMatchObject({ apiVersion: "management.example.org/v1" });
  expect((await send(platform, get("/spacetemplates"))).status).toBe(404);
});

platformTest("latencyMs delays every request", { latencyMs: 50 }, async (platform) => {
  const started = performance.now();
  await send(platform, get("/spacetemplates"));
  expect(performance.now() - started).toBeGreaterThan(45);
});

test("close cuts connections that are still open", async () => {
  const platform = await startPlatform({ latencyMs: 60_000 });
  const socket = await dial(platform);
  socket.write(head(platform, `GET ${templates} HTTP/1.1`, "expect: 100-continue"));
  expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
  const rest = readUntil(socket, untilClosed);
  await platform.close();
  expect(await rest).toBe("");
});

test("a port in use is an error", async () => {
  const platform = await startPlatform();
  const port = Number(new URL(platform.baseUrl).port);
  await expect(startPlatform({ port })).rejects.toThrow(/EADDRINUSE/);
  await platform.close();
});

platformTest("objects from the store are immutable", async (platform) => {
  await send(platform, post(template("a", { access: [{ users: ["x"] }] })));
  const stored = platform.store.get("spacetemplates", "a");
  expect(() => Object.assign(stored?.spec ?? {}, { displayName: "y" })).toThrow(TypeError);
});

platformTest("fields with names of JavaScript properties are stored like others", async (platform) => {
  const body =
    '{"apiVersion":"management.loft.sh/v1","kind":"SpaceTemplate","metadata":{"name":"a"},"spec":{"__proto__":{"x":1},"constructor":"c"}}';
  const { text } = await send(platform, post(body, "", "application/json"));
  expect(text).toContain('"spec":{"__proto__":{"x":1},"constructor":"c"}');
});

// untilAnswered fails first, with a better message.
jest.setTimeout(60_000);

describe("a limit of the server", () => {
  let platform: RunningPlatform;
  afterEach(() => platform.close());

  test("closes the connection of a client that does not read its answer, and frees the memory", async () => {
    platform = await startPlatform({}, { maxHeldBytes: 2_000_000, unreadAnswerMs: 100 });
    const spec = { template: { objects: "x".repeat(1_400_000) } };
    for (let index = 0; index < 20; index++) await untilAnswered(platform, post(template(`large-${index}`, spec)), 201);
    const socket = await dial(platform);
    socket.write(head(platform, `GET ${templates} HTTP/1.1`));
    const start = await readUntil(socket, /\r\n\r\n/);
    socket.pause();
    const promised = Number(/^content-length: (\d+)$/im.exec(start)?.[1]);
    await untilAnswered(platform, get("/spacetemplates/none"), 404);
    const rest = readUntil(socket, untilClosed);
    socket.resume();
    expect(start.length + (await rest).length).toBeLessThan(promised);
  });

  test("refuses further connections and serves the open ones", async () => {
    platform = await startPlatform({}, { maxConnections: 2 });
    const inside = await Promise.all([dial(platform), dial(platform)]);
    const request = head(platform, `GET ${templates} HTTP/1.1`, "connection: close");
    expect(await exchange(platform, request)).toBe("");
    for (const socket of inside) {
      socket.write(request);
      expect(await readUntil(socket, untilClosed)).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect((await send(platform, get("/spacetemplates"))).status).toBe(200);
  });

  test("refuses bodies, but no reads, while unfinished bodies fill the memory", async () => {
    platform = await startPlatform({}, { maxHeldBytes: 2_000_000 });
    const sockets = await Promise.all([dial(platform), dial(platform)]);
    for (const socket of sockets) {
      socket.write(head(platform, `POST ${templates} HTTP/1.1`, "content-length: 1500000") + "x".repeat(1_400_000));
    }
    await untilAnswered(platform, post(template("other"), "?dryRun=All"), 429);
    expect((await send(platform, get("/spacetemplates"))).status).toBe(200);
    expect((await send(platform, { method: "DELETE", path: "/spacetemplates/none" })).status).toBe(404);
    for (const socket of sockets) socket.destroy();
    await untilAnswered(platform, post(template("other"), "?dryRun=All"), 201);
  });
});

let made: SelfSigned;
let other: SelfSigned;

beforeAll(async () => {
  [made, other] = await Promise.all([selfSigned(["platform.test", "192.0.2.7", "localhost"]), selfSigned()]);
});

test("the certificate is for servers with the given hosts, signed by its own CA and valid for a year", () => {
  const [leaf, ca] = [new X509Certificate(made.cert), new X509Certificate(made.ca)];
  const localhost = ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1"];
  expect(leaf.subjectAltName?.split(", ")).toEqual([...localhost, "DNS:platform.test", "IP Address:192.0.2.7"]);
  expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true);
  expect([ca.ca, leaf.ca, leaf.keyUsage]).toEqual([true, false, ["1.3.6.1.5.5.7.3.1"]]);
  const days = (time: string) => (Date.parse(time) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days(leaf.validFrom)).toBeLessThan(-0.5);
  expect(days(leaf.validTo)).toBeGreaterThan(364);
  expect(days(leaf.validTo)).toBeLessThan(366);
  expect(new X509Certificate(other.cert).serialNumber).not.toBe(leaf.serialNumber);
  expect(other.key).not.toBe(made.key);
  expect(other.ca).not.toBe(made.ca);
});

test.each(["127.0.0.1", "localhost"])("HTTPS on %s is valid for clients that trust the CA only", async (host) => {
  const platform = await startPlatform({ host, tls: made });
  try {
    expect(platform.baseUrl).toMatch(/^https:\/\//);
    expect(await statusOf(platform.baseUrl, made.ca)).toBe(401);
    for (const ca of [undefined, other.ca]) await expect(statusOf(platform.baseUrl, ca)).rejects.toThrow(/certificate/);
  } finally {
    await platform.close();
  }
});

function statusOf(baseUrl: string, ca: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/version`, { agent: false, ...(ca !== undefined && { ca }) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}
