import { denialIn, type Said } from "../../../provider/api/denialIn.js";

const dev = "spacetemplates/dev";
const cluster = "namespaces/p-web/virtualclusterinstances/vc";
const missing = (message: string, about: Said["about"] = undefined): Said => ({
  status: 404,
  reason: "NotFound",
  message,
  about,
});
const words = (what: string, name: string) => missing(`${what} "${name}" not found`);

const ofTheObject: [what: string, path: string, said: Said][] = [
  ["Kubernetes' details", dev, missing("", { kind: "spacetemplates", name: "dev" })],
  ["its kind in place of the plural", dev, missing("", { kind: "SpaceTemplate", name: "dev" })],
  ["its plural with a group", dev, missing("", { kind: "spacetemplates.storage.loft.sh", name: "dev" })],
  ["its name only", dev, missing("clusters", { name: "dev" })],
  ["Kubernetes' words", dev, words("spacetemplates.management.loft.sh", "dev")],
  ["Kubernetes' words of another group", dev, words("spacetemplates.storage.loft.sh", "dev")],
  ["Kubernetes' words after empty details", dev, { ...words("SpaceTemplate", "dev"), about: { kind: "", name: "" } }],
  ["a kind that it is kept as", "ownedaccesskeys/ci", words("accesskeys.storage.loft.sh", "ci")],
  ["other words with its name", dev, missing("There is no template dev.")],
  ["other words with its name in the middle of others", "spacetemplates/a", missing("no a-b, no a.")],
  ["its namespace", cluster, missing("", { kind: "namespaces", name: "p-web" })],
  ["itself in its namespace", cluster, words("virtualclusterinstances.management.loft.sh", "vc")],
];

test.each(ofTheObject)("a 404 of the API that tells %s is about the object", (_what, path, said) => {
  expect(denialIn(path, said)).toBe("asked");
});

const ofAnother: [what: string, path: string, said: Said][] = [
  ["another kind and name", dev, missing("", { kind: "clusters", name: "loft-cluster" })],
  ["another name", dev, missing("dev", { kind: "spacetemplates", name: "prod" })],
  ["another kind of this name", dev, missing("", { kind: "clusters", name: "dev" })],
  ["another thing in Kubernetes' words", dev, words("services", "gateway")],
  ["another kind in Kubernetes' words", dev, words("namespaces", "dev")],
  ["an empty kind in its words only", dev, words("services", "dev")],
  ["another kind of this name, in the middle of other words", dev, missing('get cluster: clusters.x "dev" not found')],
  ["nothing", dev, missing("")],
  ["that something was not found", dev, missing("the server could not find the resource", {})],
  ["a longer name", dev, missing("no dev-2, no my-dev and no dev_3")],
  ["another namespace", cluster, missing("", { kind: "namespaces", name: "p-other" })],
  ["its namespace as if it were the object", cluster, missing("", { kind: "virtualclusterinstances", name: "p-web" })],
  ["its namespace without a kind", cluster, missing("", { name: "p-web" })],
];

test.each(ofAnother)("a 404 of the API that tells %s is about something else", (_what, path, said) => {
  expect(denialIn(path, said)).toBe("another");
});

test("whatever a 404 of a collection names is what the request needs", () => {
  for (const path of ["spacetemplates", "projects/web/importvirtualcluster"])
    expect(denialIn(path, words("projects.management.loft.sh", "web"))).toBe("asked");
});

test("only a 404 of the API itself says that something is not there", () => {
  expect(denialIn(dev, { status: 404, message: "dev" })).toBeUndefined();
  expect(denialIn(dev, { ...words("spacetemplates", "dev"), status: 410 })).toBeUndefined();
  expect(
    denialIn(dev, missing("the server could not find the requested resource (get spacetemplates dev)")),
  ).toBeUndefined();
});
