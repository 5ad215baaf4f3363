import type { RequestLogEntry } from "../../emulator/http/requestLogEntry";
import { startPlatform } from "../../emulator/platform";
import { dial, head, readUntil, templates, untilClosed } from "../support/rawClient";
import { get, post, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

test("every request is told without its credentials", async () => {
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

test("projects are there from the start, one named default if none is asked for", async () => {
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

platformTest("latencyMs holds every request up", { latencyMs: 50 }, async (platform) => {
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

test("a port that is taken is an error", async () => {
  const platform = await startPlatform();
  const port = Number(new URL(platform.baseUrl).port);
  await expect(startPlatform({ port })).rejects.toThrow(/EADDRINUSE/);
  await platform.close();
});

platformTest("what the store gives out cannot be changed from outside", async (platform) => {
  await send(platform, post(template("a", { access: [{ users: ["x"] }] })));
  const stored = platform.store.get("spacetemplates", "a");
  expect(() => Object.assign(stored?.spec ?? {}, { displayName: "y" })).toThrow(TypeError);
});

platformTest("members with names that JavaScript knows are members like others", async (platform) => {
  const body =
    '{"apiVersion":"management.loft.sh/v1","kind":"SpaceTemplate","metadata":{"name":"a"},"spec":{"__proto__":{"x":1},"constructor":"c"}}';
  const { text } = await send(platform, post(body, "", "application/json"));
  expect(text).toContain('"spec":{"__proto__":{"x":1},"constructor":"c"}');
});
