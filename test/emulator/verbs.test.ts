import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, get, post, postKey, postProject, type Request, template } from "./conformance/row";
import { open, send } from "./request";
import { withPlatform } from "./withPlatform";

const object = ["DELETE", "GET", "PATCH", "PUT"];
const collection = ["DELETE", "GET", "POST"];

/** The methods of the paths that are served, from the OpenAPI document of the product, 4.12. */
const methodsOf: Record<string, string[]> = {
  "": ["GET"],
  "namespaces/{namespace}/virtualclusterinstances": collection,
  "namespaces/{namespace}/virtualclusterinstances/{name}": object,
  "namespaces/{namespace}/virtualclusterinstances/{name}/accesskey": ["GET"],
  ownedaccesskeys: ["POST"],
  "ownedaccesskeys/{name}": object,
  projects: collection,
  "projects/{name}": object,
  "projects/{name}/status": ["GET", "PATCH", "PUT"],
  selves: ["POST"],
  "selves/{name}": ["GET"],
  spacetemplates: collection,
  "spacetemplates/{name}": object,
  "teams/{name}/accesskeys": ["GET"],
  "users/{name}/accesskeys": ["GET"],
  virtualclusterinstances: ["GET"],
};

/** The collections that can be watched, from the same document. */
const watched = [
  "namespaces/{namespace}/virtualclusterinstances",
  "projects",
  "spacetemplates",
  "virtualclusterinstances",
];

/** Paths of the document that are not served, each with the reason. */
const exceptions: Record<string, string> = {
  "selves/{name}": "nothing is known of the response, and no client asks for it",
};

const served = Object.keys(methodsOf).filter((path) => !(path in exceptions));
const methods = ["DELETE", "GET", "PATCH", "POST", "PUT"];

const withObjects = (run: (platform: RunningPlatform) => Promise<void>) =>
  withPlatform({ api: 4, projects: [] }, async (platform) => {
    const instance = { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "x" }, spec: {} };
    const instances = "/namespaces/p-x/virtualclusterinstances";
    const objects = [postProject("x"), post(template("x")), postKey("x", {})];
    for (const request of [...objects, { method: "POST", path: instances, body: instance }])
      expect((await send(platform, request)).status).toBe(201);
    await run(platform);
  });

const requestFor = (method: string, path: string): Request => {
  const filled = path.replace("{namespace}", "p-x").replace("{name}", "x");
  return { method, path: `${path && "/"}${filled}${method === "DELETE" ? "?dryRun=All" : ""}` };
};

test.each(Object.keys(methodsOf))("API 4 takes the methods of the product at %p", (path) =>
  withObjects(async (platform) => {
    const taken: string[] = [];
    for (const method of methods) {
      const { status } = await send(platform, requestFor(method, path));
      if (status !== 404 && status !== 405) taken.push(method);
      else if (!(path in exceptions)) expect([method, status]).toEqual([method, 405]);
    }
    expect(taken).toEqual(path in exceptions ? [] : methodsOf[path]);
  }),
);

test.each(served)("HEAD is taken at %p where GET is", (path) =>
  withObjects(async (platform) => {
    const { status } = await send(platform, requestFor("HEAD", path));
    expect(status).toBe(methodsOf[path]?.includes("GET") ? 200 : 405);
  }),
);

test.each(served.filter((path) => path !== "" && !path.includes("{name}")))(
  "a watch at %p is taken where the product has one",
  (path) =>
    withObjects(async (platform) => {
      const response = await open(platform, get(`${requestFor("GET", path).path}?watch=1`));
      await response.body?.cancel();
      expect(response.status).toBe(watched.includes(path) ? 200 : 405);
    }),
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
  return [...offered, ...(watched.includes(path) ? ["watch"] : [])];
};

test("discovery of API 4 has the verbs of the product, and no resource without a row here", () =>
  withObjects(async (platform) => {
    const resources = (await send(platform, get(""))).body.resources as Resource[];
    expect(["", ...resources.flatMap(pathsOf)].sort()).toEqual(Object.keys(methodsOf).sort());
    for (const resource of resources) {
      const paths = pathsOf(resource).filter((path) => !(path in exceptions));
      const expected = [...new Set(paths.flatMap(verbsAt))].sort();
      expect([resource.name, resource.verbs]).toEqual([resource.name, expected]);
    }
  }));
