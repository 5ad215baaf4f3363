import fc from "fast-check";
import { manifestText } from "../../../provider/objects/manifests";
import { testWith } from "../../support/needs";
import { treacherousTexts } from "../../support/treacherousTexts";
import { useKubectl } from "./support/kubectl";
import { everyKind, template } from "./support/manifests";

const rule = testWith("kubectl");
const asPipeline = "--token=fake-key-of-a-pipeline";
const pipeline = `apiVersion: management.loft.sh/v1
kind: OwnedAccessKey
metadata:
  name: pipeline
spec:
  user: pipeline
  key: fake-key-of-a-pipeline
  scope:
    projects:
    - project: web
`;
const importPath = "/kubernetes/management/apis/management.loft.sh/v1/projects/web/importvirtualcluster";

const kubectl = useKubectl();
const templates = (...names: string[]) => names.map((name) => template(name, `Title of ${name}`)).join("---\n");
/** The rows of a table without the ages. */
const rows = (table: string) =>
  table
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ +(AGE|\d+s)$/, "").replace(/ +/g, " "));

rule("api-resources knows the kinds", async () => {
  expect(rows(await kubectl.ok("api-resources --no-headers --sort-by=name"))).toEqual([
    "ownedaccesskeys management.loft.sh/v1 false OwnedAccessKey",
    "projects management.loft.sh/v1 false Project",
    "spacetemplates management.loft.sh/v1 false SpaceTemplate",
    "virtualclusterinstances management.loft.sh/v1 true VirtualClusterInstance",
  ]);
  expect(await kubectl.fails("get pods")).toBe('error: the server doesn\'t have a resource type "pods"\n');
});

rule("get finds one object by its plural, its singular and its group", async () => {
  await kubectl.ok("apply -f -", template("dev", "Dev"));
  for (const word of ["spacetemplates", "spacetemplate", "SpaceTemplate", "spacetemplates.management.loft.sh"]) {
    expect(rows(await kubectl.ok(`get ${word} dev`))).toEqual(["NAME", "dev"]);
  }
  expect(await kubectl.fails("get spacetemplate nope")).toBe(
    'Error from server (NotFound): spacetemplates.management.loft.sh "nope" not found\n',
  );
});

rule("get prints an object as it is stored", async () => {
  await kubectl.ok("apply -f -", everyKind("Dev"));
  const json = JSON.parse(await kubectl.ok("get spacetemplate dev -o json --show-managed-fields"));
  expect(json).toEqual(kubectl.stored("spacetemplates", "dev"));
  expect(await kubectl.ok("get virtualclusterinstance vc -n p-web -o yaml")).toMatch(
    /^apiVersion: management.loft.sh\/v1\nkind: VirtualClusterInstance\nmetadata:\n[\s\S]*\n {2}namespace: p-web\n[\s\S]*\nspec:\n {2}clusterRef:\n {4}cluster: east\n {4}namespace: team\n {4}virtualCluster: vc\n {2}displayName: Dev\nstatus: {}\n$/,
  );
  expect(await kubectl.ok("get ownedaccesskey ci -o jsonpath={.spec.ttl}/{.kind}")).toBe(
    "9007199254740993/OwnedAccessKey",
  );
});

rule("get lists the objects of a kind, of all namespaces or of one", async () => {
  await kubectl.ok("apply -f -", everyKind("One"));
  expect(rows(await kubectl.ok("get projects"))).toEqual(["NAME", "shop", "web"]);
  expect(rows(await kubectl.ok("get virtualclusterinstances -A"))).toEqual(["NAMESPACE NAME", "p-web vc"]);
  expect(rows(await kubectl.ok("get virtualclusterinstances -n p-web"))).toEqual(["NAME", "vc"]);
  const { stdout, stderr } = await kubectl.run("get virtualclusterinstances -n p-shop");
  expect([stdout, stderr]).toEqual(["", "No resources found in p-shop namespace.\n"]);
  const list = JSON.parse(await kubectl.ok("get ownedaccesskeys,spacetemplates -o json"));
  expect(
    list.items.map(({ kind, metadata }: { kind: string; metadata: { name: string } }) => `${kind} ${metadata.name}`),
  ).toEqual(["OwnedAccessKey ci", "SpaceTemplate dev"]);
});

rule("get selects by labels and by name", async () => {
  await kubectl.ok("apply -f -", templates("a", "b", "c"));
  await kubectl.ok("label spacetemplates b c tier=gold");
  const names = (options: string) => kubectl.ok(`get spacetemplates -o name ${options}`);
  const name = (one: string) => `spacetemplate.management.loft.sh/${one}\n`;
  expect(await names("-l tier=gold,team=web")).toBe(name("b") + name("c"));
  expect(await names("-l !tier")).toBe(name("a"));
  expect(await names("--field-selector metadata.name=b")).toBe(name("b"));
  expect(await kubectl.fails("get spacetemplates --field-selector spec.displayName=b")).toBe(
    'Error from server (BadRequest): Unable to find "management.loft.sh/v1, Resource=spacetemplates" that match label ' +
      'selector "", field selector "spec.displayName=b": field label not supported: spec.displayName\n',
  );
});

rule("get reads a long list in pieces", async () => {
  await kubectl.ok("apply -f -", templates("a", "b", "c", "d", "e"));
  kubectl.platform.requests.length = 0;
  expect(rows(await kubectl.ok("get spacetemplates --chunk-size=2 --no-headers"))).toEqual(["a", "b", "c", "d", "e"]);
  const lists = kubectl.platform.requests.filter(({ path }) => path.includes("/spacetemplates?"));
  expect(lists.map(({ path }) => /limit=2/.test(path))).toEqual([true, true, true]);
});

rule("describe shows every field", async () => {
  await kubectl.ok("apply -f -", template("dev", "Dev"));
  expect(await kubectl.ok("describe spacetemplate dev")).toMatch(
    /^Name: +dev\nNamespace: +\nLabels: +team=web\nAnnotations: +<none>\nAPI Version: +management.loft.sh\/v1\nKind: +SpaceTemplate\nMetadata:\n[\s\S]*Spec:\n {2}Access:\n {4}Users:\n {6}\*\n {4}Verbs:\n {6}get\n {2}Display Name: +Dev\nStatus:\nEvents: +<none>\n$/,
  );
});

rule("explain knows the fields of the specification", async () => {
  const fields = async (what: string) => {
    const text = await kubectl.ok(`explain ${what}`);
    return [...text.matchAll(/^ {2}(\S+)\t<(.*)>/gm)].map(([, name, type]) => `${name} ${type}`).join(", ");
  };
  const strings = (...names: string[]) => names.map((name) => `${name} string`).join(", ");
  expect(await fields("spacetemplates")).toBe(
    `${strings("apiVersion", "kind")}, metadata ObjectMeta, spec Object, status Object`,
  );
  expect(await fields("spacetemplate.spec")).toBe(
    `access []Object, ${strings("description", "displayName")}, template Object`,
  );
  expect(await fields("ownedaccesskeys.spec.scope.spaces")).toBe(strings("project", "space"));
  expect(await fields("ownedaccesskeys.spec.scope")).toBe(
    "allowLoftCLI boolean, allowLoftCli boolean, projects []Object, spaces []Object, virtualClusters []Object",
  );
  expect(await fields("virtualclusterinstances.spec.clusterRef")).toBe(
    strings("cluster", "namespace", "virtualCluster"),
  );
  expect(await kubectl.fails("explain projects.spec.colour")).toBe('error: field "colour" does not exist\n');
});

rule("a key gives kubectl access to its scope until it is disabled", async () => {
  await kubectl.ok("create -f -", `${everyKind("One")}---\n${pipeline}`);
  const mine = `virtualclusterinstance.management.loft.sh/vc\n`;
  expect(await kubectl.ok(`${asPipeline} get virtualclusterinstances -n p-web -o name`)).toBe(mine);
  expect(await kubectl.fails(`${asPipeline} get virtualclusterinstances -n p-shop`)).toBe(
    'Error from server (Forbidden): virtualclusterinstances.management.loft.sh is forbidden: User "pipeline" cannot list ' +
      'resource "virtualclusterinstances" in API group "management.loft.sh" in the namespace "p-shop"\n',
  );
  await kubectl.ok('patch ownedaccesskey pipeline --type=merge -p {"spec":{"disabled":true}}');
  expect(await kubectl.fails(`${asPipeline} get virtualclusterinstances -n p-web`)).toBe(
    "error: You must be logged in to the server (Unauthorized)\n",
  );
});

rule("create --raw sends an import request", async () => {
  const request = {
    apiVersion: "management.loft.sh/v1",
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster: { cluster: "east", namespace: "team", name: "vc", importName: "imported" },
  };
  const answer = await kubectl.ok(`create --raw ${importPath} -f -`, JSON.stringify(request));
  expect(JSON.parse(answer)).toMatchObject(request);
  expect(await kubectl.ok("get virtualclusterinstances -n p-web -o name")).toBe(
    "virtualclusterinstance.management.loft.sh/imported\n",
  );
});

/** Texts as values, as keys and in a list, below a field that no server has to know. */
const object = (texts: readonly string[]) => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name: "words" },
  spec: {
    values: Object.fromEntries(texts.map((text, index) => [`t${index}`, text])),
    keys: Object.fromEntries(texts.map((text, index) => [text, index])),
    list: texts,
  },
});

/** The spec as kubectl reads it: Go's reader of YAML, which every tool of Kubernetes has. */
async function readByKubectl(written: string): Promise<unknown> {
  const read = await kubectl.ok("create -f - --dry-run=client --validate=false -o json", written);
  return JSON.parse(read).spec;
}

rule("kubectl reads every text of a list of objects as that text", async () => {
  const all = object(treacherousTexts);
  expect(await readByKubectl(String(manifestText([all])))).toEqual(all.spec);
});

// Each run of kubectl is a process, so one run reads many texts.
rule("kubectl reads any texts of a list of objects as those texts", async () => {
  const letters = [..."0123456789abcdefxXoObB_.:+-eEyYnN~<>=!&*#?|@%`'\"{}[], \t\n\r\u0085\u2028\ufeffé😀"];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 12 }).filter((each) => Buffer.from(each, "utf8").toString("utf8") === each),
  );
  const texts = fc.uniqueArray(
    text.filter((each) => each !== "__proto__"),
    { minLength: 300, maxLength: 500, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const all = object(some);
      expect(await readByKubectl(String(manifestText([all])))).toEqual(all.spec);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
