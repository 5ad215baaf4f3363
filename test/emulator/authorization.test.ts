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

const imports = ["import into a", "import into b"];
const bothProjects = ["get project a", "get project b", ...imports, ...inA, ...inB];
const projects = (...all: string[]) => ({ scope: { projects: all.map((project) => ({ project })) } });
const virtualCluster = (project: string, virtualCluster: string) => ({
  scope: { virtualClusters: [{ project, virtualCluster }] },
});
const rule = (...rules: object[]) => ({ rules });
const of = (...resources: string[]) => rule({ resources: [{ group, resources }] });

/** What a key may do beside discovery, which every key opens: the specification, sections 2.4 and 5. */
const table: [string, object, string[]][] = [
  ["no scope and no rules", {}, names],
  ["empty scope", { scope: {}, rules: [] }, names],
  ["scope of empty lists", { scope: { projects: [], spaces: [], virtualClusters: [], allowLoftCli: false } }, names],
  ["project", projects("a"), ["get project a", "import into a", ...inA]],
  ["two projects", projects("a", "b"), bothProjects],
  ["any project", projects("*"), bothProjects],
  ["an unknown project", projects("other"), []],
  ["an entry that names no project", { scope: { projects: [{}] } }, []],
  ["spaces, which are not served", { scope: { spaces: [{ project: "*", space: "*" }] } }, []],
  ["one virtual cluster", virtualCluster("a", "one"), oneOfA],
  ["any virtual cluster of a", virtualCluster("a", "*"), inA],
  ["this virtual cluster of any project", virtualCluster("*", "one"), [...oneOfA, "get b/one"]],
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
  ["a rule of nothing", rule({}), names],
  ["empty lists in a rule", rule({ verbs: [], resources: [], namespaces: [], cluster: "" }), names],
  ["verbs", rule({ verbs: ["get"] }), readsAll.filter((name) => !name.startsWith("list"))],
  ["any verb by its wildcard", rule({ verbs: ["*"] }), names],
  ["get and list", rule({ verbs: ["get", "list"] }), readsAll],
  ["a resource", of("spacetemplates"), onTemplates],
  ["a resource of another group", rule({ resources: [{ group: "", resources: ["spacetemplates"] }] }), []],
  ["a group", rule({ resources: [{ group }] }), names],
  ["any resource of a group", of("*"), names],
  [
    "a resource without its subresources",
    of("projects"),
    ["get project a", "get project b", "list projects", "patch project a"],
  ],
  ["a subresource", of("projects/importvirtualcluster"), imports],
  ["subresources of a resource", of("projects/*"), imports],
  ["a subresource of anything", of("*/importvirtualcluster"), imports],
  ["another subresource", of("projects/status", "*/scale"), []],
  [
    "a name",
    { rules: [{ resources: [{ group, resources: ["spacetemplates"] }], resourceNames: ["t"] }] },
    [...readsTemplates, "list one template", "patch template", "delete template"],
  ],
  ["a name without resources", rule({ resourceNames: ["t"] }), []],
  ["a namespace", rule({ namespaces: ["p-a"] }), inA],
  ["what is not in namespaces", rule({ namespaces: [""] }), without(...onInstances)],
  ["paths", rule({ nonResourceURLs: ["/logs/*"] }), []],
  ["requests to clusters", rule({ requestTargets: ["Cluster"] }), []],
  ["requests to the management server", rule({ requestTargets: ["Cluster", "Management"] }), names],
  ["a cluster", rule({ cluster: "c" }), []],
  ["a virtual cluster by name", rule({ virtualClusters: [{ name: "one" }] }), [...oneOfA, "get b/one"]],
  ["virtual clusters by namespace", rule({ virtualClusters: [{ namespace: "p-a" }] }), inA],
  ["any virtual cluster", rule({ virtualClusters: [{}] }), onInstances],
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
