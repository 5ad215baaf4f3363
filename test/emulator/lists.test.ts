import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, type Body, get, post, remove, template } from "./conformance/row";
import { send } from "./request";
import { WatchClient } from "./watchClient";
import { platformTest, withPlatform } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const namesOf = ({ items }: Body) => (items as Body[]).map(({ metadata }) => metadata.name);
const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const page = (platform: RunningPlatform, continued: unknown) =>
  send(platform, get(`${plural}?limit=2&continue=${encodeURIComponent(String(continued))}`));

/** Makes more changes than the history keeps. */
function outlive(platform: RunningPlatform): void {
  const object = platform.store.get("projects", "web");
  if (object === undefined) throw new Error("there is no project");
  for (let count = 0; count <= 10_000; count++) platform.store.write("projects", object);
}

async function createAll(platform: RunningPlatform, names: string): Promise<void> {
  for (const name of names) await send(platform, post(template(name)));
}

platformTest("every page of a list shows the version of the first, whatever happens meanwhile", async (platform) => {
  await createAll(platform, "acegi");
  const first = (await send(platform, get(`${plural}?limit=2`))).body;
  await createAll(platform, "bdfh");
  await send(platform, remove("e"));
  await send(platform, remove("g"));
  await createAll(platform, "g");
  const second = (await page(platform, first.metadata.continue)).body;
  const third = (await page(platform, second.metadata.continue)).body;
  expect([first, second, third].map(namesOf)).toEqual([["a", "c"], ["e", "g"], ["i"]]);
  expect([second, third].map(({ metadata }) => metadata.resourceVersion)).toEqual([
    first.metadata.resourceVersion,
    first.metadata.resourceVersion,
  ]);
  expect([first, second, third].map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1, undefined]);
});

platformTest("a token that is too old is answered with one that goes on with what is there now", async (platform) => {
  await createAll(platform, "abde");
  const first = (await send(platform, get(`${plural}?limit=2`))).body;
  await createAll(platform, "c");
  outlive(platform);
  const refused = await page(platform, first.metadata.continue);
  expect(refused.status).toBe(410);
  expect(refused.body).toMatchObject({ kind: "Status", reason: "Expired", code: 410 });
  expect(refused.body.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result\. You can start a new list without the continue parameter, or use the continue token in this response /,
  );
  const next = (await page(platform, refused.body.metadata.continue)).body;
  expect(namesOf(next)).toEqual(["c", "d"]);
  expect(next.metadata.resourceVersion).toBe(platform.store.resourceVersion);
  expect(namesOf((await page(platform, next.metadata.continue)).body)).toEqual(["e"]);
});

platformTest("a version that is forgotten can neither be listed nor watched from", async (platform) => {
  const { resourceVersion } = (await send(platform, post(template("a")))).body.metadata;
  outlive(platform);
  const listed = await send(platform, get(`${plural}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`));
  expect(listed.body).toMatchObject({
    code: 410,
    reason: "Expired",
    message: "The resourceVersion for the provided list is too old.",
  });
  const watch = await WatchClient.open(platform, `resourceVersion=${resourceVersion}`);
  expect(watch.response.status).toBe(200);
  expect(await watch.rest()).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
});

test.each([
  ["a letter that is none of base64url", "a+b", "illegal base64 data at input byte 1"],
  ["another layout", token({ v: "v9", rv: 1, start: "/a" }), "server does not recognize this encoded version v9"],
  [
    "no version",
    token({ v: "meta.k8s.io/v1", start: "/a" }),
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  ["no place", token({ v: "meta.k8s.io/v1", rv: 1 }), "encoded start key empty (version meta.k8s.io/v1)"],
])("a continue token with %s is refused", (_, continued, why) =>
  withPlatform({}, async (platform) => {
    expect((await page(platform, continued)).body).toMatchObject({
      code: 400,
      reason: "BadRequest",
      message: `invalid continue token: continue key is not valid: ${why}`,
    });
  }),
);

test.each([
  ["9223372036854775807", 200],
  ["-9223372036854775808", 200],
  ["9223372036854775808", 400],
  ["-9223372036854775809", 400],
])("a limit has to fit into 64 bits: %s is answered %p", (limit, status) =>
  withPlatform({}, async (platform) => {
    const answer = await send(platform, get(`${plural}?limit=${limit}`));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.message).toBe(`strconv.ParseInt: parsing "${limit}": value out of range`);
  }),
);

platformTest("lists and objects are answered by their metadata alone to those who ask for that", async (platform) => {
  const key = { metadata: { name: "a", labels: { b: "c" } }, spec: { user: "u", key: "canary-0123456789" } };
  const body = JSON.stringify({ apiVersion, kind: "OwnedAccessKey", ...key });
  await send(platform, {
    method: "POST",
    path: "/ownedaccesskeys",
    body,
    headers: { "content-type": "application/json" },
  });
  const accept = (kind: string) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` });
  const list = await send(platform, get("/ownedaccesskeys?limit=1", accept("PartialObjectMetadataList")));
  expect(list.body).toMatchObject({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadataList",
    metadata: { resourceVersion: expect.any(String) },
    items: [
      { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: { name: "a", labels: { b: "c" } } },
    ],
  });
  const one = await send(platform, get("/ownedaccesskeys/a", accept("PartialObjectMetadata")));
  expect(one.body).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a" } });
  expect(JSON.stringify([list.body, one.body])).not.toContain("canary");
  // The shape of a list is none of an object, and errors have no shape but their own.
  const fallback = await send(platform, get("/ownedaccesskeys/a", accept("PartialObjectMetadataList")));
  expect(fallback.body.kind).toBe("OwnedAccessKey");
  const missing = await send(platform, get("/ownedaccesskeys/b", accept("PartialObjectMetadata")));
  expect(missing.body).toMatchObject({ kind: "Status", code: 404 });
});

platformTest("a watch is JSON, and 406 for those who want YAML only", async (platform) => {
  const watch = (accept: string) => send(platform, get(`${plural}?watch=1&timeoutSeconds=1`, { accept }));
  expect((await watch("application/yaml")).status).toBe(406);
  const { status, headers } = await watch("text/html, application/json;stream=watch");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
});

const labels: Record<string, Record<string, string>> = {
  a: { env: "dev", tier: "1" },
  b: { env: "prod", tier: "2" },
  c: { env: "prod" },
  d: {},
};

const selections: [string, string[]][] = [
  ["", ["a", "b", "c", "d"]],
  ["env=prod", ["b", "c"]],
  ["env==prod", ["b", "c"]],
  ["env!=prod", ["a", "d"]],
  ["env", ["a", "b", "c"]],
  ["!env", ["d"]],
  ["env in (dev, prod)", ["a", "b", "c"]],
  ["env in (dev)", ["a"]],
  ["env notin (dev)", ["b", "c", "d"]],
  ["env=prod,tier=2", ["b"]],
  ["env=prod, !tier", ["c"]],
  ["tier>1", ["b"]],
  ["tier<2", ["a"]],
  ["tier=", []],
];

const broken = ["==", "env in", "env in (a", "=x", "a b", "env=not ok", "-a=x", "tier>x"];

platformTest("each selector finds its objects", async (platform) => {
  for (const [name, set] of Object.entries(labels)) await send(platform, post(template(name, {}, { labels: set })));
  for (const [selector, names] of selections) {
    const { body } = await send(platform, get(`/spacetemplates?labelSelector=${encodeURIComponent(selector)}`));
    const items = (body.items as { metadata: { name: string } }[]) ?? [];
    expect([selector, items.map(({ metadata }) => metadata.name)]).toEqual([selector, names]);
  }
});

platformTest("a broken selector is a bad request", async (platform) => {
  for (const selector of broken) {
    const { status } = await send(platform, get(`/spacetemplates?labelSelector=${encodeURIComponent(selector)}`));
    expect([selector, status]).toEqual([selector, 400]);
  }
});
