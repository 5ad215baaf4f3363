import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, get, group, mergeType, post, postKey, type Request, template } from "./conformance/row";
import { type ReadResponse, send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const instances = (project: string) => `/namespaces/p-${project}/virtualclusterinstances`;
const importInto = (project: string, importName: string): Request => ({
  method: "POST",
  path: `/projects/${project}/importvirtualcluster`,
  body: { sourceVirtualCluster: { name: "vc", namespace: "ns", cluster: "c", importName } },
});
const instance = (name: string) => ({ apiVersion, kind: "VirtualClusterInstance", metadata: { name }, spec: {} });
const patch = (path: string): Request => ({ method: "PATCH", path, body: {}, type: mergeType });

/** Requests that an administrator may make. A restricted key gets 403 for some of them. */
const requests: Record<string, Request> = {
  "get template": get("/spacetemplates/t"),
  "head template": { method: "HEAD", path: "/spacetemplates/t" },
  "list templates": get("/spacetemplates"),
  "list one template": get("/spacetemplates?fieldSelector=metadata.name%3Dt"),
  "create template": post(template("new")),
  "create onto a name": { ...post(template("new")), path: "/spacetemplates/t" },
  "patch template": patch("/spacetemplates/t"),
  "delete template": { method: "DELETE", path: "/spacetemplates/t" },
  "get key": get("/ownedaccesskeys/k"),
  "get keys of a user": get("/users/u/accesskeys"),
  // Not served: the right is checked first.
  "list keys": get("/ownedaccesskeys"),
  "get project a": get("/projects/a"),
  "get project b": get("/projects/b"),
  "list projects": get("/projects"),
  "patch project a": patch("/projects/a"),
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
const readsAll = names.filter((name) => /^(get|head|list)/.test(name));
const inA = ["get a/one", "get a/two", "delete a/one", "create a/new", "list a", "list one of a"];
const inB = ["get b/one", "list b"];
const oneOfA = ["get a/one", "delete a/one", "list one of a"];
const onTemplates = names.filter((name) => name.includes("template") || name === "create onto a name");
const onInstances = [...inA, ...inB, "list all instances"];

const imports = ["import into a", "import into b"];
const ofProjectA = ["get project a", "import into a", ...inA];
const bothProjects = ["get project a", "get project b", ...imports, ...inA, ...inB];
const projects = (...all: string[]) => ({ scope: { projects: all.map((project) => ({ project })) } });
const virtualCluster = (project: string, virtualCluster: string) => ({
  scope: { virtualClusters: [{ project, virtualCluster }] },
});
const rule = (...rules: object[]) => ({ rules });
const of = (...resources: string[]) => rule({ resources: [{ group, resources }] });

/** What a key may do in addition to discovery (specification, sections 2.4 and 5). */
const table: [string, object, string[]][] = [
  ["no scope and no rules", {}, names],
  ["scope of empty lists", { scope: { projects: [], spaces: [], virtualClusters: [], allowLoftCli: false } }, names],
  ["a project", projects("a"), ofProjectA],
  ["any project", projects("*"), bothProjects],
  ["an unknown project", projects("other"), []],
  ["an entry without a project", { scope: { projects: [{}] } }, []],
  ["spaces only", { scope: { spaces: [{ project: "*", space: "*" }] } }, []],
  ["one virtual cluster", virtualCluster("a", "one"), oneOfA],
  ["any virtual cluster of a", virtualCluster("a", "*"), inA],
  ["a virtual cluster of any project", virtualCluster("*", "one"), [...oneOfA, "get b/one"]],
  ["a virtual cluster without a project", { scope: { virtualClusters: [{ virtualCluster: "one" }] } }, []],
  ["the flag", { scope: { allowLoftCli: true } }, readsAll],
  ["the flag in the spelling of the specification", { scope: { allowLoftCLI: true } }, readsAll],
  ["both spellings of the flag, one of them false", { scope: { allowLoftCLI: false, allowLoftCli: true } }, readsAll],
  ["the flag of another vendor", { scope: { allowOtherCLI: true } }, []],
  ["an unknown field of the scope", { scope: { project: [{ project: "a" }] } }, []],
  ["an unknown field and a project", { scope: { bogus: [1], ...projects("a").scope } }, ofProjectA],
  ["unknown empty fields", { scope: { bogus: [], more: { a: "" }, none: 0 } }, names],
  ["the flag and a project", { scope: { allowLoftCli: true, ...projects("a").scope } }, [...readsAll, ...ofProjectA]],
  ["empty lists in a rule", rule({ verbs: [], resources: [], namespaces: [], cluster: "" }), names],
  ["verbs", rule({ verbs: ["get"] }), readsAll.filter((name) => !name.startsWith("list"))],
  ["any verb by its wildcard", rule({ verbs: ["*"] }), names],
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
    rule({ resources: [{ group, resources: ["spacetemplates"] }], resourceNames: ["t"] }),
    ["get template", "head template", "list one template", "patch template", "delete template"],
  ],
  ["a name without resources", rule({ resourceNames: ["t"] }), []],
  ["a namespace", rule({ namespaces: ["p-a"] }), inA],
  ["the empty namespace", rule({ namespaces: [""] }), without(...onInstances)],
  ["paths", rule({ nonResourceURLs: ["/logs/*"] }), []],
  ["requests to clusters", rule({ requestTargets: ["Cluster"] }), []],
  ["requests to the management server", rule({ requestTargets: ["Cluster", "Management"] }), names],
  ["a cluster", rule({ cluster: "c" }), []],
  ["a virtual cluster by name", rule({ virtualClusters: [{ name: "one" }] }), [...oneOfA, "get b/one"]],
  ["virtual clusters by namespace", rule({ virtualClusters: [{ namespace: "p-a" }] }), inA],
  ["any virtual cluster", rule({ virtualClusters: [{}] }), onInstances],
  [
    "two rules",
    rule({ namespaces: ["p-b"] }, { resources: [{ group, resources: ["spacetemplates"] }] }),
    [...inB, ...onTemplates],
  ],
  [
    "scope and rules, which both have to allow",
    { ...projects("a"), ...rule({ verbs: ["get"] }) },
    ["get project a", "get a/one", "get a/two"],
  ],
];

const bothServers = [false, true].flatMap((goTypes) =>
  table.map(([title, ...rest]) => [title, goTypes, ...rest] as const),
);

test.each(bothServers)("a key with %s (Go types: %s)", (_, omitEmpty, spec, allowed) =>
  withPlatform({ projects: ["a", "b"], omitEmpty }, async (platform) => {
    await send(platform, post(template("t")));
    for (const [project = "", name = ""] of ["a one", "a two", "b one"].map((pair) => pair.split(" ")))
      await send(platform, importInto(project, name));
    await send(platform, postKey("k", { key: "restricted", user: "ci", ...spec }));
    const refused: string[] = [];
    for (const [name, request] of Object.entries(requests)) {
      // A dry run needs the same permission.
      const query = /GET|HEAD/.test(request.method) ? "" : "?dryRun=All";
      const { status } = await sendAs(platform, "restricted", { ...request, path: request.path + query });
      if (status === 403) refused.push(name);
    }
    expect(refused).toEqual(without(...allowed, "discovery"));
  }),
);

function sendAs(platform: RunningPlatform, key: string, request: Request): Promise<ReadResponse> {
  return send(platform, { ...request, authorization: `Bearer ${key}` });
}

const denial = (user: string, verb: string) =>
  `spacetemplates.${group} is forbidden: User "${user}" cannot ${verb} resource "spacetemplates" in API group "${group}" at the cluster scope`;

test.each([
  ["the key's user", { user: "u", team: "t", subject: "s" }, "u"],
  ["its team if it has no user", { user: "", team: "t", subject: "s" }, "t"],
  ["its subject if it has neither", { subject: "s" }, "s"],
  ["the name of the key if it has none of them", {}, "k"],
])("a refusal names %s", (_, spec, name) =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "restricted", rules: [{ verbs: ["get"] }], ...spec }));
    const { body } = await sendAs(platform, "restricted", post(template("x")));
    expect(body.message).toBe(denial(name, "create"));
  }),
);

platformTest("an unknown path is 403 for a restricted key and 404 for others", async (platform) => {
  await send(platform, postKey("none", { key: "none", user: "ci", scope: { projects: [{ project: "a" }] } }));
  await send(platform, postKey("logs", { key: "logs", rules: [{ nonResourceURLs: ["/logs/*"] }] }));
  const logs = get("//kubernetes/management/logs/today");
  const message = 'forbidden: User "ci" cannot get path "/logs/today"';
  expect((await sendAs(platform, "none", logs)).body).toMatchObject({ code: 403, reason: "Forbidden", message });
  expect((await sendAs(platform, "logs", logs)).status).toBe(404);
  expect((await sendAs(platform, "logs", get("//kubernetes/management/logs"))).status).toBe(403);
  expect((await send(platform, logs)).status).toBe(404);
});

test("with anonymous access a missing token is 403, and a wrong one 401", () =>
  withPlatform({ allowsAnonymous: true }, async (platform) => {
    const ask = (request: Request) => send(platform, { ...request, authorization: null });
    const { body } = await ask(get("/spacetemplates"));
    expect(body).toMatchObject({ code: 403, message: denial("system:anonymous", "list") });
    for (const request of Object.values(requests)) expect((await ask(request)).status).toBe(403);
    expect((await sendAs(platform, "wrong", get("/spacetemplates"))).status).toBe(401);
    expect((await sendAs(platform, "", get("/spacetemplates"))).status).toBe(403);
  }));

test.each([
  ["another project", projects("a"), "/projects/b"],
  ["its import requests", projects("a"), "/projects/b/importvirtualcluster"],
  ["an encoded name", projects("a"), "/projects/%62"],
  ["an encoded namespace", rule({ namespaces: ["p-a"] }), "/namespaces/p%2db/virtualclusterinstances"],
])("a key for one project gets 403 for %s with every method", (_, spec, path) =>
  withPlatform({ projects: ["a", "b"] }, async (platform) => {
    await send(platform, postKey("k", { key: "restricted", ...spec }));
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status } = await sendAs(platform, "restricted", { method, path });
      expect([method, status]).toEqual([method, 403]);
    }
    expect(platform.store.list("projects")).toHaveLength(2);
  }),
);
