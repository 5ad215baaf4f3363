import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { get, type Request } from "./conformance/row";
import { open, send } from "./request";

const object = ["DELETE", "GET", "PATCH", "PUT"];
const collection = ["DELETE", "GET", "POST"];

/** Paths of a kind without namespaces. */
const clusterWide = (plural: string, onCollection = collection) => ({
  [plural]: onCollection,
  [`${plural}/{name}`]: object,
});

/** Paths of a kind in namespaces. */
const inNamespaces = (plural: string, onCollection = collection) => ({
  ...clusterWide(`namespaces/{namespace}/${plural}`, onCollection),
  [plural]: ["GET"],
});

const status = ["GET", "PATCH", "PUT"];

/** The methods of the paths that are served, from the OpenAPI document of the product, 4.12. */
const methodsOf: Record<string, string[]> = {
  "": ["GET"],
  ...clusterWide("apps"),
  ...clusterWide("clusteraccesses"),
  ...clusterWide("clusterroletemplates"),
  ...clusterWide("clusters"),
  "clusters/{name}/status": status,
  ...clusterWide("nodeproviders"),
  "nodeproviders/{name}/status": status,
  ...clusterWide("nodetypes"),
  "nodetypes/{name}/status": status,
  ...clusterWide("oidcclients", ["GET", "POST"]),
  ...clusterWide("ownedaccesskeys", ["POST"]),
  ...clusterWide("projects"),
  "projects/{name}/status": status,
  ...inNamespaces("projectsecrets"),
  selves: ["POST"],
  "selves/{name}": ["GET"],
  ...inNamespaces("sharedsecrets", ["GET", "POST"]),
  ...inNamespaces("spaceinstances"),
  ...clusterWide("spacetemplates"),
  ...clusterWide("sshkeys"),
  ...clusterWide("teams"),
  "teams/{name}/accesskeys": ["GET"],
  ...clusterWide("users"),
  "users/{name}/accesskeys": ["GET"],
  ...inNamespaces("virtualclusterinstances"),
  "namespaces/{namespace}/virtualclusterinstances/{name}/accesskey": ["GET"],
  ...clusterWide("virtualclustertemplates"),
};

/** The collections without a watch, from the same document. */
const unwatched = [
  "",
  "oidcclients",
  "ownedaccesskeys",
  "selves",
  "sharedsecrets",
  "namespaces/{namespace}/sharedsecrets",
];

/** Paths of the document that are not served, each with the reason. */
const exceptions: Record<string, string> = {
  "selves/{name}": "nothing is known of the response, and no client asks for it",
};

const served = Object.keys(methodsOf).filter((path) => !(path in exceptions));
const methods = ["DELETE", "GET", "PATCH", "POST", "PUT"];

const body = { metadata: { name: "x" } };

let platform: RunningPlatform;

// No request below writes: deletes are dry runs, and the other methods have no body.
beforeAll(async () => {
  platform = await startPlatform({ api: 4, projects: [], namespaceMs: 0 });
  const paths = Object.keys(methodsOf).filter((path) => methodsOf[path]?.includes("POST") && path !== "selves");
  // The project makes the namespace of the others.
  for (const path of ["projects", ...paths.filter((each) => each !== "projects")])
    expect([path, (await send(platform, { ...requestFor("POST", path), body })).status]).toEqual([path, 201]);
});
afterAll(() => platform?.close());

const requestFor = (method: string, path: string): Request => {
  const filled = path.replace("{namespace}", "p-x").replace("{name}", "x");
  return { method, path: `${path && "/"}${filled}${method === "DELETE" ? "?dryRun=All" : ""}` };
};

test.each(Object.keys(methodsOf))("API 4 takes the methods of the product at %p", async (path) => {
  const taken: string[] = [];
  for (const method of methods) {
    const { status } = await send(platform, requestFor(method, path));
    if (status !== 404 && status !== 405) taken.push(method);
    else if (!(path in exceptions)) expect([method, status]).toEqual([method, 405]);
  }
  expect(taken).toEqual(path in exceptions ? [] : methodsOf[path]);
});

test.each(served)("HEAD is taken at %p where GET is", async (path) => {
  const { status } = await send(platform, requestFor("HEAD", path));
  expect(status).toBe(methodsOf[path]?.includes("GET") ? 200 : 405);
});

test.each(served.filter((path) => path !== "" && !path.includes("{name}")))(
  "a watch at %p is taken where the product has one",
  async (path) => {
    const response = await open(platform, get(`${requestFor("GET", path).path}?watch=1`));
    await response.body?.cancel();
    expect(response.status).toBe(unwatched.includes(path) ? 405 : 200);
  },
);

interface Resource {
  name: string;
  namespaced: boolean;
  verbs: string[];
}

/** The paths of a resource of discovery. */
const pathsOf = ({ name, namespaced }: Resource): string[] => {
  const [plural = "", ...below] = name.split("/");
  const inScope = `${namespaced ? "namespaces/{namespace}/" : ""}${plural}`;
  if (below.length > 0) return [[inScope, "{name}", ...below].join("/")];
  return [inScope, `${inScope}/{name}`, ...(namespaced ? [plural] : [])];
};

const objectVerbs = { DELETE: "delete", GET: "get", PATCH: "patch", POST: "create", PUT: "update" };
const verbsOf: Record<string, string> = { ...objectVerbs, GET: "list", DELETE: "deletecollection" };

/** The verbs by which discovery names the methods of a path. */
const verbsAt = (path: string): string[] => {
  const verbs: Record<string, string> = path.includes("{name}") ? objectVerbs : verbsOf;
  const offered = methodsOf[path]?.map((method) => verbs[method] ?? method) ?? [];
  const isWatched = !path.includes("{name}") && !unwatched.includes(path);
  return [...offered, ...(isWatched ? ["watch"] : [])];
};

test("discovery of API 4 has the verbs of the product, and no resource without a row here", async () => {
  const resources = (await send(platform, get(""))).body.resources as Resource[];
  expect(["", ...resources.flatMap(pathsOf)].sort()).toEqual(Object.keys(methodsOf).sort());
  for (const resource of resources) {
    const paths = pathsOf(resource).filter((path) => !(path in exceptions));
    const expected = [...new Set(paths.flatMap(verbsAt))].sort();
    expect([resource.name, resource.verbs]).toEqual([resource.name, expected]);
  }
});
