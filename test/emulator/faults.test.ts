import type { Fault } from "../../emulator/faults/fault";
import type { RequestLogEntry } from "../../emulator/http/requestLogEntry";
import type { RunningPlatform } from "../../emulator/platform";
import { exchange, head, templates } from "../support/rawClient";
import { apiVersion, get, merge, post, postKey, remove, template } from "./conformance/row";
import { type Answer, send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "spacetemplates";

platformTest("a status is answered in place of the platform, as often as asked", async (platform) => {
  platform.faults.add({
    method: "POST",
    kind: "SpaceTemplate",
    times: 2,
    action: { status: 503, headers: { "retry-after": "2" } },
  });
  const answers = [];
  for (let call = 0; call < 3; call++) answers.push(await send(platform, post(template("a"))));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 201]);
  expect(answers[0]?.headers.get("retry-after")).toBe("2");
  expect(answers[0]?.body).toMatchObject({ kind: "Status", reason: "ServiceUnavailable", code: 503 });
  expect(platform.faults.pending).toEqual([]);
});

platformTest("an error of a fault looks like one of the platform itself", async (platform) => {
  await send(platform, post(template("a")));
  const own = await send(platform, post(template("a")));
  platform.faults.add({ action: { status: 409 } });
  const injected = await send(platform, post(template("a")));
  const shapes = [injected, own].map(({ headers, body }) => ({
    members: Object.keys(body).filter((member) => member !== "details"),
    headers: [...headers.keys()],
  }));
  expect(shapes[0]).toEqual(shapes[1]);
});

platformTest("a fault for another method, kind or name hits nothing", async (platform) => {
  const others: Partial<Fault>[] = [{ method: "PUT" }, { kind: "OwnedAccessKey" }, { name: "b" }];
  for (const other of others) platform.faults.add({ ...other, times: 1, action: { status: 500 } });
  expect((await send(platform, post(template("a")))).status).toBe(201);
  expect(platform.faults.pending).toHaveLength(3);
  expect((await send(platform, post(template("b")))).status).toBe(500);
});

test("reset-before cuts the connection before anything is written", async () => {
  const told: RequestLogEntry[] = [];
  await withPlatform({ onRequest: (entry) => told.push(entry) }, async (platform) => {
    platform.faults.add({ times: 1, action: "reset-before" });
    await expect(send(platform, post(template("a")))).rejects.toThrow();
    expect(platform.store.get(plural, "a")).toBeUndefined();
    expect(told).toMatchObject([{ method: "POST", status: 0 }]);
  });
});

platformTest("reset-after cuts the connection after the write", async (platform) => {
  platform.faults.add({ times: 1, action: "reset-after" });
  await expect(send(platform, post(template("a")))).rejects.toThrow();
  expect(platform.store.get(plural, "a")).toBeDefined();
});

platformTest("truncate writes, promises the whole answer and sends half of it", async (platform) => {
  platform.faults.add({ times: 1, action: "truncate" });
  const text = JSON.stringify(template("a"));
  const headers = ["content-type: application/json", `content-length: ${text.length}`];
  const answer = await exchange(platform, head(platform, `POST ${templates} HTTP/1.1`, ...headers) + text);
  const [sentHead = "", sentBody = ""] = answer.split("\r\n\r\n");
  const promised = Number(/^content-length: (\d+)$/im.exec(sentHead)?.[1]);
  expect(sentBody).toMatch(/^\{"apiVersion"/);
  expect(sentBody).toHaveLength(promised >> 1);
  expect(platform.store.get(plural, "a")).toBeDefined();
});

platformTest("html answers a login page with status 200 and does nothing", async (platform) => {
  await send(platform, post(template("a")));
  platform.faults.add({ method: "DELETE", times: 1, action: "html" });
  const { status, headers, text } = await send(platform, remove("a"));
  expect([status, headers.get("content-type")]).toEqual([200, "text/html"]);
  expect(text).toContain("<html>");
  expect(platform.store.get(plural, "a")).toBeDefined();
});

platformTest("delayMs holds a request up and then handles it", async (platform) => {
  platform.faults.add({ times: 1, action: { delayMs: 80 } });
  const started = performance.now();
  expect((await send(platform, post(template("a")))).status).toBe(201);
  expect(performance.now() - started).toBeGreaterThan(75);
});

platformTest("faults hit imports by kind and project", async (platform) => {
  platform.faults.add({
    kind: "ProjectImportVirtualCluster",
    name: "web",
    times: 1,
    action: { status: 500, body: "boom" },
  });
  const body = {
    apiVersion,
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster: { name: "v", namespace: "n", cluster: "c" },
  };
  const request = { method: "POST", path: "/projects/web/importvirtualcluster", body };
  expect((await send(platform, request)).text).toBe("boom");
  expect((await send(platform, request)).status).toBe(201);
});

platformTest("a fault can be taken back", async (platform) => {
  const { id } = platform.faults.add({ times: 5, action: { status: 500 } });
  platform.faults.remove(id);
  expect((await send(platform, get(`/${plural}`))).status).toBe(200);
});

const add = (platform: RunningPlatform, body: unknown) => send(platform, { method: "POST", path: "//faults", body });
const control = (platform: RunningPlatform, method: string, path = "") =>
  send(platform, { method, path: `//faults${path}` });
const statuses = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status);

platformTest("a fault that was posted hits as often as asked and is listed with its hits to come", async (platform) => {
  expect(platform.faultsUrl).toBe(`${platform.baseUrl}/faults`);
  const fault = { verb: "create", kind: "SpaceTemplate", times: 2, action: { status: 503, retryAfter: 7 } };
  const added = await add(platform, fault);
  expect([added.status, added.body]).toEqual([201, [{ id: "1", ...fault, left: 2 }]]);
  expect(added.headers.get("cache-control")).toBe("no-cache, private");
  const refused = await send(platform, post(template("a")));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "7"]);
  expect(refused.body).toMatchObject({
    kind: "Status",
    reason: "ServiceUnavailable",
    details: { retryAfterSeconds: 7 },
  });
  expect((await control(platform, "GET")).body).toEqual([{ id: "1", ...fault, left: 1 }]);
  expect(await statuses([send(platform, post(template("b")))])).toEqual([503]);
  expect((await control(platform, "GET")).body).toEqual([]);
  expect(await statuses([send(platform, post(template("c")))])).toEqual([201]);
});

platformTest("faults come as a list too, and go one by one or all at once", async (platform) => {
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
    const others = verbs
      .filter(([other]) => other !== verb)
      .map(([other]) => ({ verb: other, action: { status: 418 } }));
    await add(platform, [...others, { verb, action: { status: 599 } }]);
    expect((await send(platform, request)).status).toBe(599);
  }),
);

platformTest("a conflict is a 409 Conflict with the words of a real one, for writes only", async (platform) => {
  await send(platform, post(template("a")));
  await add(platform, { kind: "spacetemplates", action: "conflict" });
  expect((await send(platform, get("/spacetemplates/a"))).status).toBe(200);
  const { status, body } = await send(platform, merge("a", { spec: { displayName: "x" } }));
  expect([status, body.reason]).toEqual([409, "Conflict"]);
  const why = "the object has been modified; please apply your changes to the latest version and try again";
  expect(body.message).toBe(`Operation cannot be fulfilled on spacetemplates.management.loft.sh "a": ${why}`);
  expect(body.details).toEqual({ name: "a", group: "management.loft.sh", kind: "spacetemplates" });
});

platformTest("a truncated watch sends half of what is there at once, and ends", async (platform) => {
  await send(platform, post(template("a")));
  await add(platform, { verb: "watch", action: "truncate" });
  const response = await fetch(
    `${platform.baseUrl}/kubernetes/management/apis/management.loft.sh/v1/spacetemplates?watch=1`,
    { headers: { authorization: `Bearer ${platform.accessKey}` } },
  );
  let text = "";
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  await expect(read()).rejects.toThrow();
  expect(text).toMatch(/^\{"type":"ADDED".*[^}\n]$/);
});

platformTest("headers of a fault take the place of the platform's own, however they are spelt", async (platform) => {
  const headers = { "Content-Type": "text/html", "Retry-After": "5", "X-Own": "1" };
  await add(platform, { action: { status: 503, headers, body: "<p>Later</p>" } });
  const refused = await send(platform, get("/spacetemplates"));
  const shown = ["content-type", "retry-after", "x-own"].map((name) => refused.headers.get(name));
  expect([refused.status, shown, refused.text]).toEqual([503, ["text/html", "5", "1"], "<p>Later</p>"]);
});

platformTest("a create of imports hits an import", async (platform) => {
  await add(platform, { verb: "create", kind: "ProjectImportVirtualCluster", action: { status: 418 } });
  const path = "/projects/default/importvirtualcluster";
  expect((await send(platform, { method: "POST", path, body: {} })).status).toBe(418);
});

const mistakes: [string, unknown, number, string[]][] = [
  ["a text that is no JSON", "{", 400, []],
  ["a list within a list", [[]], 422, ["[0]"]],
  ["no action", { verb: "get" }, 422, ["action"]],
  ["a misspelt field", { action: "html", tims: 3 }, 422, ["tims"]],
  ["a misspelt field of the action", { action: { status: 500, retryafter: 3 } }, 422, ["action.retryafter"]],
  ["an action that is not known", { action: "explode" }, 422, ["action"]],
  ["a delay with a status", { action: { delayMs: 5, status: 500 } }, 422, ["action.status"]],
  ["a status that is a text", { action: { status: "500" } }, 422, ["action.status"]],
  ["a status without a body", { action: { status: 204 } }, 422, ["action.status"]],
  ["no hits", { action: "html", times: 0 }, 422, ["times"]],
  ["a verb that is not known", { action: "html", verb: "read" }, 422, ["verb"]],
  ["a verb and a method", { action: "html", verb: "get", method: "GET" }, 422, ["method"]],
  ["a kind that is not known", { action: "html", kind: "SpaceTemplates" }, 422, ["kind"]],
  ["a watch of imports", { action: "html", verb: "watch", kind: "ProjectImportVirtualCluster" }, 422, ["verb"]],
  ["a delete of an import", { action: "html", verb: "delete", kind: "importvirtualcluster" }, 422, ["verb"]],
  ["a PUT of an import", { action: "html", method: "PUT", kind: "importvirtualcluster" }, 422, ["method"]],
  [
    "headers by which the platform says where its answer ends",
    { action: { status: 500, headers: { "Content-Length": "5", "transfer-encoding": "chunked", Connection: "x" } } },
    422,
    ["action.headers.Content-Length", "action.headers.transfer-encoding", "action.headers.Connection"],
  ],
  ["a header that is no word", { action: { status: 500, headers: { "a b": "5" } } }, 422, ["action.headers.a b"]],
  [
    "Retry-After said twice",
    { action: { status: 500, retryAfter: 1, headers: { "Retry-After": "5" } } },
    422,
    ["action.retryAfter"],
  ],
  ["a conflict of a read", { action: "conflict", verb: "list" }, 422, ["action"]],
  ["a name for a delete of a collection", { action: "html", verb: "deletecollection", name: "a" }, 422, ["name"]],
  [
    "mistakes in two of three",
    [{ action: "x" }, { action: "html" }, { action: "html", a: 1 }],
    422,
    ["[0].action", "[2].a"],
  ],
];

test.each(mistakes)("%s is refused with the name of the field, and nothing is added", (_, body, status, fields) =>
  withPlatform({}, async (platform) => {
    const answer = await add(platform, body);
    const causes = (answer.body.details as { causes?: { field: string }[] } | undefined)?.causes ?? [];
    expect([answer.status, causes.map(({ field }) => field)]).toEqual([status, fields]);
    for (const field of fields) expect(answer.body.message).toContain(`${field}: `);
    expect(platform.faults.pending).toEqual([]);
  }),
);

platformTest("faults are controlled with the bootstrap key only", { allowsAnonymous: true }, async (platform) => {
  await send(platform, postKey("k", { key: "stored" }));
  const asked = (authorization: string | null) =>
    send(platform, { method: "POST", path: "//faults", body: { action: "html" }, authorization });
  expect(await statuses([asked(null), asked("Bearer wrong"), asked("Bearer stored")])).toEqual([401, 401, 403]);
  expect(platform.faults.pending).toEqual([]);
});

platformTest(
  "neither faults nor latency reach the fault control, and other methods and paths are refused",
  { latencyMs: 60_000 },
  async (platform) => {
    await add(platform, { times: 100, action: "reset-before" });
    expect(platform.faults.pending).toMatchObject([{ left: 100 }]);
    const asked = [control(platform, "PUT"), control(platform, "GET", "/1"), control(platform, "DELETE", "/1")];
    expect(await statuses(asked)).toEqual([405, 405, 200]);
  },
);
