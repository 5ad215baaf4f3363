import type { Fault } from "../../emulator/faults/fault";
import type { RequestLogEntry } from "../../emulator/http/requestLogEntry";
import { exchange, head, templates } from "../support/rawClient";
import { apiVersion, get, post, remove, template } from "./conformance/row";
import { send } from "./request";
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
