import { request as httpRequest } from "node:http";
import fc from "fast-check";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import { apiVersion, group, postKey } from "./conformance/row";
import { send } from "./request";

const root = `/kubernetes/management/apis/${apiVersion}`;
const marker = "only-project-b-knows";

/** Keys that name project a in every way there is, and nothing of project b. */
const restrictions: object[] = [
  { scope: { projects: [{ project: "a" }] } },
  { scope: { virtualClusters: [{ project: "a", virtualCluster: "*" }] } },
  { scope: { projects: [{ project: "a" }], spaces: [{ project: "b", space: "*" }] } },
  { scope: { projects: [{ project: "a" }] }, rules: [{}] },
  { rules: [{ namespaces: ["p-a"] }] },
  { rules: [{ resources: [{ group, resources: ["projects", "projects/*"] }], resourceNames: ["a"] }] },
  { scope: { projects: [{ project: "*" }] }, rules: [{ namespaces: ["p-a"] }] },
];

interface RawRequest {
  method: string;
  path: string;
  body: string;
  type: string;
  key: string;
}

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await startPlatform({ projects: ["a", "b"] });
  for (const [index, spec] of restrictions.entries())
    await send(platform, postKey(`k${index}`, { key: `k${index}`, ...spec }));
  for (const project of ["a", "b"]) {
    const name = project === "b" ? marker : "one";
    const body = { sourceVirtualCluster: { name, namespace: "n", cluster: "c", importName: "one" } };
    await send(platform, { method: "POST", path: `/projects/${project}/importvirtualcluster`, body });
  }
});
afterAll(() => platform.close());

// By hand, since fetch would tidy up the path.
function sendRaw({ method, path, body, type, key }: RawRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": type, "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(platform.baseUrl, { method, path, headers }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
const bodies = [
  "",
  "{",
  "{}",
  "[]",
  JSON.stringify({ apiVersion, kind: "VirtualClusterInstance", metadata: { name: "x", namespace: "p-b" }, spec: {} }),
  JSON.stringify({ sourceVirtualCluster: { name: "v", namespace: "n", cluster: "c", importName: "one" } }),
  JSON.stringify({ apiVersion, kind: "Project", metadata: { name: "b", finalizers: ["x.test/a"] } }),
  JSON.stringify({ metadata: { labels: { a: "b" } } }),
];
const types = [
  "application/json",
  "application/yaml",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
  "x",
];
const parameters = [
  "watch=1",
  "dryRun=All",
  "fieldManager=m",
  "force=true",
  "fieldSelector=metadata.name%3Done",
  "fieldSelector=metadata.namespace%3Dp-a",
  "labelSelector=a",
  "limit=1",
  "propagationPolicy=Foreground",
];

const placesOf = (project: string) => [
  `/projects/${project}`,
  `/projects/${project}/importvirtualcluster`,
  `/projects/${project}/status`,
  `/namespaces/p-${project}/virtualclusterinstances`,
  `/namespaces/p-${project}/virtualclusterinstances/one`,
  `/namespaces/p-${project}/virtualclusterinstances/one/status`,
  `/namespaces/p-${project}/virtualclusterinstances/unknown`,
];
const shared = ["/projects", "/virtualclusterinstances", "/ownedaccesskeys", "/ownedaccesskeys/k0", "/spacetemplates"];

const encoded = (path: string) =>
  fc
    .array(fc.boolean(), { minLength: path.length, maxLength: path.length })
    .map((marks) => [...path].map((letter, at) => (marks[at] === true ? percent(letter) : letter)).join(""));
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;

const requestsAt = (places: string[], query: string[]): fc.Arbitrary<RawRequest> =>
  fc.record({
    method: fc.constantFrom(...methods),
    path: fc
      .tuple(
        fc.constantFrom(...places).chain((place) => fc.oneof(fc.constant(place), encoded(place))),
        fc.constantFrom("", "", "/"),
        fc.subarray(query),
      )
      .map(([place, end, asked]) => `${root}${place}${end}${asked.length === 0 ? "" : `?${asked.join("&")}`}`),
    body: fc.constantFrom(...bodies),
    type: fc.constantFrom(...types),
    key: fc.constantFrom(...restrictions.map((_, index) => `k${index}`)),
  });

test("a key for one project gets nothing but 403 for anything of another, whatever the request", () =>
  fc.assert(
    fc.asyncProperty(requestsAt(placesOf("b"), parameters), async (request) => {
      const { status } = await sendRaw(request);
      expect(status).toBe(403);
    }),
  ));

test("whatever a key for one project asks, it neither sees nor changes what is in another", async () => {
  const stateOfB = () => [
    platform.store.get("projects", "b")?.metadata.resourceVersion,
    ...platform.store.list("virtualclusterinstances", "p-b").map(({ metadata }) => metadata.resourceVersion),
  ];
  const before = stateOfB();
  const places = [
    ...placesOf("a"),
    ...placesOf("b"),
    ...shared,
    "/namespaces/p-a/virtualclusterinstances/..%2f..%2fp-b",
  ];
  const withoutWatch = parameters.filter((parameter) => parameter !== "watch=1");
  await fc.assert(
    fc.asyncProperty(requestsAt(places, withoutWatch), async (request) => {
      const { text } = await sendRaw(request);
      expect(text).not.toContain(marker);
      expect(stateOfB()).toEqual(before);
    }),
  );
});
