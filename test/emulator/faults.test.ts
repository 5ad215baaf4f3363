import type { Fault } from "../../emulator/faults/fault";
import type { RequestLogEntry } from "../../emulator/http/server";
import type { RunningPlatform } from "../../emulator/platform";
import { exchange, head, templates } from "../support/rawClient";
import { apiVersion, get, merge, post, postKey, remove, template } from "./conformance/row";
import { open, type ReadResponse, send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "spacetemplates";

platformTest("an error of a fault has the shape of an error of the platform", async (platform) => {
  await send(platform, post(template("a")));
  const own = await send(platform, post(template("a")));
  platform.faults.add({ action: { status: 409 } });
  const injected = await send(platform, post(template("a")));
  const members = ({ body }: ReadResponse) => Object.keys(body).filter((member) => member !== "details");
  expect(members(injected)).toEqual(members(own));
  expect([...injected.headers.keys()]).toEqual([...own.headers.keys()]);
});

platformTest("a fault for another method, kind or name hits nothing", async (platform) => {
  const others: Partial<Fault>[] = [{ method: "PUT" }, { kind: "OwnedAccessKey" }, { name: "b" }];
  for (const other of others) platform.faults.add({ ...other, times: 1, action: { status: 500 } });
  expect((await send(platform, post(template("a")))).status).toBe(201);
  expect(platform.faults.pending).toHaveLength(3);
  expect((await send(platform, post(template("b")))).status).toBe(500);
});

test("reset-before cuts the connection before the write, and reset-after after it", async () => {
  const told: RequestLogEntry[] = [];
  await withPlatform({ onRequest: (entry) => told.push(entry) }, async (platform) => {
    platform.faults.add({ times: 1, action: "reset-before" });
    await expect(send(platform, post(template("a")))).rejects.toThrow();
    expect(platform.store.get(plural, "a")).toBeUndefined();
    expect(told).toMatchObject([{ method: "POST", status: 0 }]);
    platform.faults.add({ times: 1, action: "reset-after" });
    await expect(send(platform, post(template("a")))).rejects.toThrow();
    expect(platform.store.get(plural, "a")).toBeDefined();
  });
});

platformTest("truncate writes, promises the whole answer and sends half of it", async (platform) => {
  platform.faults.add({ times: 1, action: "truncate" });
  const text = JSON.stringify(template("a"));
  const headers = ["content-type: application/json", `content-length: ${text.length}`];
  const response = await exchange(platform, head(platform, `POST ${templates} HTTP/1.1`, ...headers) + text);
  const [sentHead = "", sentBody = ""] = response.split("\r\n\r\n");
  const promised = Number(/^content-length: (\d+)$/im.exec(sentHead)?.[1]);
  expect(sentBody).toMatch(/^\{"apiVersion"/);
  expect(sentBody).toHaveLength(promised >> 1);
  expect(platform.store.get(plural, "a")).toBeDefined();
});

platformTest("html answers a login page with status 200 and does nothing", async (platform) => {
  platform.faults.add({ method: "POST", times: 1, action: "html" });
  const { status, headers, text } = await send(platform, post(template("a")));
  expect([status, headers.get("content-type")]).toEqual([200, "text/html"]);
  expect(text).toContain("<html>");
  expect(platform.store.get(plural, "a")).toBeUndefined();
});

platformTest("latencyMs delays every request, and delayMs one more", { latencyMs: 50 }, async (platform) => {
  platform.faults.add({ times: 1, action: { delayMs: 80 } });
  for (const leastMs of [125, 45]) {
    const started = performance.now();
    await send(platform, get("/spacetemplates"));
    expect(performance.now() - started).toBeGreaterThan(leastMs);
  }
});

platformTest("a fault for imports hits them by project", async (platform) => {
  const kind = "ProjectImportVirtualCluster";
  platform.faults.add({ verb: "create", kind, name: "web", times: 1, action: { status: 500, body: "boom" } });
  const body = { apiVersion, kind, sourceVirtualCluster: { name: "v", namespace: "n", cluster: "c" } };
  const request = { method: "POST", path: "/projects/web/importvirtualcluster", body };
  expect((await send(platform, request)).text).toBe("boom");
  expect((await send(platform, request)).status).toBe(201);
});

const add = (platform: RunningPlatform, body: unknown) => send(platform, { method: "POST", path: "//faults", body });
const control = (platform: RunningPlatform, method: string, path = "") =>
  send(platform, { method, path: `//faults${path}` });
const statuses = async (answers: Promise<ReadResponse>[]) => (await Promise.all(answers)).map(({ status }) => status);

platformTest("a posted fault hits as often as requested and is listed with its remaining hits", async (platform) => {
  expect(platform.faultsUrl).toBe(`${platform.baseUrl}/faults`);
  const fault = { verb: "create", kind: "SpaceTemplate", times: 2, action: { status: 503, retryAfter: 7 } };
  const added = await add(platform, fault);
  expect([added.status, added.body]).toEqual([201, [{ id: "1", ...fault, left: 2 }]]);
  expect(added.headers.get("cache-control")).toBe("no-cache, private");
  const refused = await send(platform, post(template("a")));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "7"]);
  const details = { retryAfterSeconds: 7 };
  expect(refused.body).toMatchObject({ kind: "Status", reason: "ServiceUnavailable", details });
  expect((await control(platform, "GET")).body).toEqual([{ id: "1", ...fault, left: 1 }]);
  for (const status of [503, 201]) expect((await send(platform, post(template("b")))).status).toBe(status);
  expect((await control(platform, "GET")).body).toEqual([]);
});

platformTest("faults can be posted as a list, and removed singly or all at once", async (platform) => {
  const fault = (name: string) => ({ name, action: "html" });
  expect((await add(platform, [fault("a"), fault("b"), fault("c")])).status).toBe(201);
  const removed = await control(platform, "DELETE", "/2");
  expect([removed.status, removed.body]).toEqual([200, [{ id: "2", ...fault("b"), left: 1 }]]);
  const again = await control(platform, "DELETE", "/2");
  expect([again.status, again.body.message]).toEqual([404, 'faults "2" not found']);
  expect(platform.faults.pending.map(({ id }) => id)).toEqual(["1", "3"]);
  expect((await control(platform, "DELETE")).status).toBe(200);
  expect(platform.faults.pending).toEqual([]);
});

const verbs: [string, Parameters<typeof send>[1]][] = [
  ["get", get("/spacetemplates/x")],
  ["list", get("/spacetemplates?limit=3")],
  ["watch", get("/spacetemplates?watch=1")],
  ["create", post(template("x"))],
  ["update", { method: "PUT", path: "/spacetemplates/x", body: template("x") }],
  ["patch", merge("x", {})],
  ["delete", remove("x")],
  ["deletecollection", { method: "DELETE", path: "/spacetemplates" }],
];

test.each(verbs)("the verb %s hits that request and no other", (verb, request) =>
  withPlatform({}, async (platform) => {
    const others = verbs.map(([other]) => other).filter((other) => other !== verb);
    // The first fault that matches hits.
    for (const other of others) await add(platform, { verb: other, action: { status: 418 } });
    await add(platform, { verb, action: { status: 599 } });
    expect((await send(platform, request)).status).toBe(599);
  }),
);

platformTest("a conflict is a 409 with the message of a real one, for writes only", async (platform) => {
  await send(platform, post(template("a")));
  await add(platform, { kind: "spacetemplates", action: "conflict" });
  expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
  const { body } = await send(platform, merge("a", { spec: { displayName: "x" } }));
  const own = await send(platform, merge("a", { metadata: { resourceVersion: "1" }, spec: { displayName: "x" } }));
  expect([own.status, body]).toEqual([409, own.body]);
});

platformTest("a truncated watch sends half of the initial events and ends", async (platform) => {
  await send(platform, post(template("a")));
  await add(platform, { verb: "watch", action: "truncate" });
  const response = await open(platform, get("/spacetemplates?watch=1"));
  let text = "";
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  await expect(read()).rejects.toThrow();
  expect(text).toMatch(/^\{"type":"ADDED".*[^}\n]$/);
});

platformTest("headers of a fault replace those of the platform in any spelling", async (platform) => {
  const headers = { "Content-Type": "text/html", "Retry-After": "5", "X-Own": "1" };
  await add(platform, { action: { status: 503, headers, body: "<p>Later</p>" } });
  const refused = await send(platform, get("/spacetemplates"));
  const shown = ["content-type", "retry-after", "x-own"].map((name) => refused.headers.get(name));
  expect([refused.status, shown, refused.text]).toEqual([503, ["text/html", "5", "1"], "<p>Later</p>"]);
});

const headers = { "Content-Length": "5" };

test.each<[string, unknown, string[]]>([
  ["an unknown field of the action", { action: { status: 500, retryafter: 3 } }, ["action.retryafter"]],
  ["a header of the framing", { action: { status: 500, headers } }, ["action.headers.Content-Length"]],
  ["two invalid of three", [{ action: "x" }, { action: "html" }, { action: "html", a: 1 }], ["[0].action", "[2].a"]],
])("a fault with %s is refused with the names of the fields, and none is added", (_, body, fields) =>
  withPlatform({}, async (platform) => {
    const response = await add(platform, body);
    const { causes } = response.body.details as { causes: { field: string }[] };
    expect([response.status, causes.map(({ field }) => field)]).toEqual([422, fields]);
    for (const field of fields) expect(response.body.message).toContain(`${field}: `);
    expect(platform.faults.pending).toEqual([]);
  }),
);

platformTest("the fault control needs the bootstrap key and JSON", { allowsAnonymous: true }, async (platform) => {
  await send(platform, postKey("k", { key: "stored" }));
  const asked = (authorization: string | null) =>
    send(platform, { method: "POST", path: "//faults", body: { action: "html" }, authorization });
  expect(await statuses([asked(null), asked("Bearer wrong"), asked("Bearer stored")])).toEqual([401, 401, 403]);
  expect(await statuses([add(platform, "{")])).toEqual([400]);
  expect(platform.faults.pending).toEqual([]);
});

platformTest(
  "faults and latency do not apply to the fault control, which refuses other methods and paths",
  { latencyMs: 60_000 },
  async (platform) => {
    await add(platform, { times: 100, action: "reset-before" });
    expect(platform.faults.pending).toMatchObject([{ left: 100 }]);
    const asked = [control(platform, "PUT"), control(platform, "GET", "/1"), control(platform, "DELETE", "/1")];
    expect(await statuses(asked)).toEqual([405, 405, 200]);
  },
);
