import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, get, group, mergeType, post, postKey, type Request, template } from "./conformance/row";
import { type Answer, send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const instances = (project: string) => `/namespaces/p-${project}/virtualclusterinstances`;
const source = { name: "vc", namespace: "ns", cluster: "c" };
const importInto = (project: string, importName: string): Request => ({
  method: "POST",
  path: `/projects/${project}/importvirtualcluster`,
  body: { sourceVirtualCluster: { ...source, importName } },
});
const instance = (name: string) => ({ apiVersion, kind: "VirtualClusterInstance", metadata: { name }, spec: {} });

/** Requests that an administrator may all make; what a restricted key gets instead is 403. */
const requests: Record<string, Request> = {
  "get template": get("/spacetemplates/t"),
  "head template": { method: "HEAD", path: "/spacetemplates/t" },
  "list templates": get("/spacetemplates"),
  "list one template": get("/spacetemplates?fieldSelector=metadata.name%3Dt"),
  "create template": post(template("new")),
  "create onto a name": { ...post(template("new")), path: "/spacetemplates/t" },
  "patch template": { method: "PATCH", path: "/spacetemplates/t", body: {}, type: mergeType },
  "delete template": { method: "DELETE", path: "/spacetemplates/t" },
  "get key": get("/ownedaccesskeys/k"),
  "get project a": get("/projects/a"),
  "get project b": get("/projects/b"),
  "list projects": get("/projects"),
  "patch project a": { method: "PATCH", path: "/projects/a", body: {}, type: mergeType },
  "import into a": importInto("a", "new"),
  "import into b": importInto("b", "new"),
  "get a/one": get(`${instances("a")}/one`),
  "get a/two": get(`${instances("a")}/two`),
  "get b/one": get(`${instances("b")}/one`),
  "delete a/one": { method: "DELETE", path: `${instances("a")}/one` },
  "create a/new": { method: "POST", path: instances("a"), body: instance("new") },
  "list a": get(instances("a")),
  "list one of a": get(`${instances("a")}?fieldSelector=metadata.name%3Done`),
  "list b": get(instances("b")),
  "list all instances": get("/virtualclusterinstances"),
  discovery: get("//kubernetes/management/version"),
};
const names = Object.keys(requests);
const without = (...left: string[]) => names.filter((name) => !left.includes(name));
const readsTemplates = ["get template", "head template"];
const readsAll = [
  ...readsTemplates,
  ...["list templates", "list one template", "get key", "get project a", "get project b", "list projects"],
  ...["get a/one", "get a/two", "get b/one", "list a", "list one of a", "list b", "list all instances"],
];
const inA = ["get a/one", "get a/two", "delete a/one", "create a/new", "list a", "list one of a"];
const inB = ["get b/one", "list b"];
const oneOfA = ["get a/one", "delete a/one", "list one of a"];
const onTemplates = names.filter((name) => name.includes("template") || name === "create onto a name");
const onInstances = [...inA, ...inB, "list all instances"];

/** What a key may do beside discovery, which every key opens: the specification, sections 2.4 and 5. */
const table: [string, object, string[]][] = [
  ["no scope and no rules", {}, names],
  ["empty scope", { scope: {}, rules: [] }, names],
  ["scope of empty lists", { scope: { projects: [], spaces: [], virtualClusters: [], allowLoftCli: false } }, names],
  ["project", { scope: { projects: [{ project: "a" }] } }, ["get project a", "import into a", ...inA]],
  [
    "two projects",
    { scope: { projects: [{ project: "a" }, { project: "b" }] } },
    ["get project a", "get project b", "import into a", "import into b", ...inA, ...inB],
  ],
  [
    "any project",
    { scope: { projects: [{ project: "*" }] } },
    ["get project a", "get project b", "import into a", "import into b", ...inA, ...inB],
  ],
  ["an unknown project", { scope: { projects: [{ project: "other" }] } }, []],
  ["an entry that names no project", { scope: { projects: [{}] } }, []],
  ["spaces, which are not served", { scope: { spaces: [{ project: "*", space: "*" }] } }, []],
  ["one virtual cluster", { scope: { virtualClusters: [{ project: "a", virtualCluster: "one" }] } }, oneOfA],
  ["any virtual cluster of a", { scope: { virtualClusters: [{ project: "a", virtualCluster: "*" }] } }, inA],
  [
    "this virtual cluster of any project",
    { scope: { virtualClusters: [{ project: "*", virtualCluster: "one" }] } },
    [...oneOfA, "get b/one"],
  ],
  ["a virtual cluster without a project", { scope: { virtualClusters: [{ virtualCluster: "one" }] } }, []],
  ["the flag of the command line", { scope: { allowLoftCli: true } }, readsAll],
  ["the flag as the specification spells it", { scope: { allowLoftCLI: true } }, readsAll],
  ["both spellings of the flag, one of them false", { scope: { allowLoftCLI: false, allowLoftCli: true } }, readsAll],
  ["the flag of another vendor", { scope: { allowOtherCLI: true } }, []],
  ["a misspelt member of the scope", { scope: { project: [{ project: "a" }] } }, []],
  [
    "a member that is not known and a project",
    { scope: { bogus: [1], projects: [{ project: "b" }] } },
    ["get project b", "import into b", ...inB],
  ],
  ["members that are not known and empty", { scope: { bogus: [], more: { a: "" }, none: 0 } }, names],
  [
    "the flag and a project",
    { scope: { allowLoftCli: true, projects: [{ project: "a" }] } },
    [...readsAll, ...inA, "import into a"],
  ],
  ["a rule of nothing", { rules: [{}] }, names],
  ["empty lists in a rule", { rules: [{ verbs: [], resources: [], namespaces: [], cluster: "" }] }, names],
  ["verbs", { rules: [{ verbs: ["get"] }] }, readsAll.filter((name) => !name.startsWith("list"))],
  ["any verb by its wildcard", { rules: [{ verbs: ["*"] }] }, names],
  ["get and list", { rules: [{ verbs: ["get", "list"] }] }, readsAll],
  ["a resource", { rules: [{ resources: [{ group, resources: ["spacetemplates"] }] }] }, onTemplates],
  ["a resource of another group", { rules: [{ resources: [{ group: "", resources: ["spacetemplates"] }] }] }, []],
  ["a group", { rules: [{ resources: [{ group }] }] }, names],
  ["any resource of a group", { rules: [{ resources: [{ group, resources: ["*"] }] }] }, names],
  [
    "a resource without its subresources",
    { rules: [{ resources: [{ group, resources: ["projects"] }] }] },
    ["get project a", "get project b", "list projects", "patch project a"],
  ],
  [
    "a subresource",
    { rules: [{ resources: [{ group, resources: ["projects/importvirtualcluster"] }] }] },
    ["import into a", "import into b"],
  ],
  [
    "subresources of a resource",
    { rules: [{ resources: [{ group, resources: ["projects/*"] }] }] },
    ["import into a", "import into b"],
  ],
  [
    "a subresource of anything",
    { rules: [{ resources: [{ group, resources: ["*/importvirtualcluster"] }] }] },
    ["import into a", "import into b"],
  ],
  ["another subresource", { rules: [{ resources: [{ group, resources: ["projects/status", "*/scale"] }] }] }, []],
  [
    "a name",
    { rules: [{ resources: [{ group, resources: ["spacetemplates"] }], resourceNames: ["t"] }] },
    [...readsTemplates, "list one template", "patch template", "delete template"],
  ],
  ["a name without resources", { rules: [{ resourceNames: ["t"] }] }, []],
  ["a namespace", { rules: [{ namespaces: ["p-a"] }] }, inA],
  ["what is not in namespaces", { rules: [{ namespaces: [""] }] }, without(...onInstances)],
  ["paths", { rules: [{ nonResourceURLs: ["/logs/*"] }] }, []],
  ["requests to clusters", { rules: [{ requestTargets: ["Cluster"] }] }, []],
  ["requests to the management server", { rules: [{ requestTargets: ["Cluster", "Management"] }] }, names],
  ["a cluster", { rules: [{ cluster: "c" }] }, []],
  ["a virtual cluster by name", { rules: [{ virtualClusters: [{ name: "one" }] }] }, [...oneOfA, "get b/one"]],
  ["virtual clusters by namespace", { rules: [{ virtualClusters: [{ namespace: "p-a" }] }] }, inA],
  ["any virtual cluster", { rules: [{ virtualClusters: [{}] }] }, onInstances],
  [
    "the rules together",
    { rules: [{ namespaces: ["p-b"] }, { resources: [{ group, resources: ["spacetemplates"] }] }] },
    [...inB, ...onTemplates],
  ],
  [
    "scope and rules, where both must allow",
    { scope: { projects: [{ project: "a" }] }, rules: [{ verbs: ["get"] }] },
    ["get project a", "get a/one", "get a/two"],
  ],
];

describe.each([
  ["custom resources", false],
  ["Go types", true],
])("on a server of %s", (_, omitEmpty) => {
  test.each(table)("a key with %s", (_title, spec, allowed) =>
    withPlatform({ projects: ["a", "b"], omitEmpty }, async (platform) => {
      await fill(platform);
      await send(platform, postKey("k", { key: "restricted", user: "ci", ...spec }));
      const refused: string[] = [];
      for (const [name, request] of Object.entries(requests)) {
        const { status } = await sendAs(platform, "restricted", { ...request, path: dryRun(request) });
        if (status === 403) refused.push(name);
      }
      expect(refused).toEqual(without(...allowed, "discovery"));
    }),
  );
});

async function fill(platform: RunningPlatform): Promise<void> {
  await send(platform, post(template("t")));
  for (const [project, name] of [
    ["a", "one"],
    ["a", "two"],
    ["b", "one"],
  ] as const) {
    await send(platform, importInto(project, name));
  }
}

// What a request may do is decided before it is known whether it is meant.
function dryRun({ method, path }: Request): string {
  return method === "GET" || method === "HEAD" ? path : `${path}?dryRun=All`;
}

function sendAs(platform: RunningPlatform, key: string, request: Request): Promise<Answer> {
  return send(platform, { ...request, authorization: `Bearer ${key}` });
}

describe("the name in a refusal", () => {
  const rules = [{ verbs: ["get"] }];
  test.each([
    ["is the key's user", { user: "u", team: "t", subject: "s" }, "u"],
    ["is its team without a user", { user: "", team: "t", subject: "s" }, "t"],
    ["is its subject without both", { subject: "s" }, "s"],
    ["is that of the key without any", {}, "k"],
  ])("%s", (_, spec, name) =>
    withPlatform({}, async (platform) => {
      await send(platform, postKey("k", { key: "restricted", rules, ...spec }));
      const { body } = await sendAs(platform, "restricted", post(template("x")));
      expect(body.message).toBe(
        `spacetemplates.${group} is forbidden: User "${name}" cannot create resource "spacetemplates" in API group "${group}" at the cluster scope`,
      );
    }),
  );
});

platformTest("a path that names nothing is refused to a restricted key, and 404 for others", async (platform) => {
  await send(platform, postKey("none", { key: "none", user: "ci", scope: { projects: [{ project: "a" }] } }));
  await send(platform, postKey("logs", { key: "logs", rules: [{ nonResourceURLs: ["/logs/*"] }] }));
  const logs = get("//kubernetes/management/logs/today");
  const refused = await sendAs(platform, "none", logs);
  expect(refused.body).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'forbidden: User "ci" cannot get path "/logs/today"',
  });
  expect((await sendAs(platform, "logs", logs)).status).toBe(404);
  expect((await sendAs(platform, "logs", get("//kubernetes/management/logs"))).status).toBe(403);
  expect((await send(platform, logs)).status).toBe(404);
});

describe("where anonymous access is on", () => {
  platformTest(
    "a request without a token is refused by its name, everywhere",
    { allowsAnonymous: true },
    async (platform) => {
      const anonymous = (request: Request) => send(platform, { ...request, authorization: null });
      const { body } = await anonymous(get("/spacetemplates"));
      expect(body).toMatchObject({
        code: 403,
        message: `spacetemplates.${group} is forbidden: User "system:anonymous" cannot list resource "spacetemplates" in API group "${group}" at the cluster scope`,
      });
      for (const request of Object.values(requests)) expect((await anonymous(request)).status).toBe(403);
    },
  );

  platformTest("a wrong token is still 401, and an empty one is none", { allowsAnonymous: true }, async (platform) => {
    expect((await sendAs(platform, "wrong", get("/spacetemplates"))).status).toBe(401);
    expect((await sendAs(platform, "", get("/spacetemplates"))).status).toBe(403);
  });
});
