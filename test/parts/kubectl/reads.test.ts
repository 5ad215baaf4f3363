import fc from "fast-check";
import { manifestText } from "../../../provider/objects/wire/templateObjects";
import { testWith } from "../../support/needs";
import { treacherousTexts } from "../../support/treacherousTexts";
import { everyKind, template, useKubectl } from "./kubectl";

const rule = testWith("kubectl");
const kubectl = useKubectl();
const templates = (...names: string[]) => names.map((name) => template(name, `Title of ${name}`)).join("---\n");
/** The rows of a table without the ages. */
const rows = (table: string) =>
  table
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ +(AGE|\d+s)$/, "").replace(/ +/g, " "));

rule("api-resources lists the kinds", async () => {
  expect(rows(await kubectl.ok("api-resources --no-headers --sort-by=name"))).toEqual([
    "ownedaccesskeys management.loft.sh/v1 false OwnedAccessKey",
    "projects management.loft.sh/v1 false Project",
    "spacetemplates management.loft.sh/v1 false SpaceTemplate",
    "virtualclusterinstances management.loft.sh/v1 true VirtualClusterInstance",
  ]);
  expect(await kubectl.fails("get pods")).toBe('error: the server doesn\'t have a resource type "pods"\n');
});

rule("get finds and prints an object as it is stored", async () => {
  await kubectl.ok("apply -f -", everyKind("Dev"));
  for (const word of ["spacetemplate", "SpaceTemplate", "spacetemplates.management.loft.sh"])
    expect(rows(await kubectl.ok(`get ${word} dev`))).toEqual(["NAME", "dev"]);
  const json = JSON.parse(await kubectl.ok("get spacetemplate dev -o json --show-managed-fields"));
  expect(json).toEqual(kubectl.stored());
  expect(await kubectl.ok("get virtualclusterinstance vc -n p-web -o yaml")).toMatch(
    /^apiVersion: .*\nkind: VirtualClusterInstance\nmetadata:\n[\s\S]*\n {2}namespace: p-web\n[\s\S]*\nspec:\n {2}clusterRef:\n {4}cluster: east\n {4}namespace: team\n {4}virtualCluster: vc\n {2}displayName: Dev\nstatus: {}\n$/,
  );
  expect(await kubectl.ok("get ownedaccesskey ci -o jsonpath={.spec.ttl}")).toBe("9007199254740993");
  expect(await kubectl.ok("describe spacetemplate dev")).toMatch(
    /^Name: +dev\nNamespace: +\nLabels: +team=web\n[\s\S]*Spec:\n {2}Access:\n {4}Users:\n {6}\*\n {4}Verbs:\n {6}get\n {2}Display Name: +Dev\nStatus:\nEvents: +<none>\n$/,
  );
});

rule("get lists objects by kind, namespace, label and name, page by page", async () => {
  await kubectl.ok("apply -f -", `${everyKind("One")}---\n${templates("a", "b", "c")}`);
  await kubectl.ok("label spacetemplates b c tier=gold");
  const names = (options: string) => kubectl.ok(`get spacetemplates --no-headers ${options}`).then(rows);
  expect(rows(await kubectl.ok("get virtualclusterinstances -A"))).toEqual(["NAMESPACE NAME", "p-web vc"]);
  const { stdout, stderr } = await kubectl.run("get virtualclusterinstances -n p-shop");
  expect([stdout, stderr]).toEqual(["", "No resources found in p-shop namespace.\n"]);
  expect(rows(await kubectl.ok("get projects,spacetemplates -o name"))).toEqual([
    ...["shop", "web"].map((name) => `project.management.loft.sh/${name}`),
    ...["a", "b", "c", "dev"].map((name) => `spacetemplate.management.loft.sh/${name}`),
  ]);
  expect(await names("-l tier=gold,team=web")).toEqual(["b", "c"]);
  expect(await names("-l !tier")).toEqual(["a", "dev"]);
  expect(await names("--field-selector metadata.name=b")).toEqual(["b"]);
  kubectl.platform.requests.length = 0;
  expect(await names("--chunk-size=2")).toEqual(["a", "b", "c", "dev"]);
  const lists = kubectl.platform.requests.filter(({ path }) => path.includes("/spacetemplates?"));
  expect(lists.map(({ path }) => /limit=2/.test(path))).toEqual([true, true]);
});

rule("access keys are read by their names, and not listed", async () => {
  await kubectl.ok("apply -f -", everyKind("One"));
  expect(rows(await kubectl.ok("get ownedaccesskeys ci"))).toEqual(["NAME", "ci"]);
  expect(await kubectl.fails("get ownedaccesskeys")).toBe(
    "Error from server (MethodNotAllowed): the server does not allow this method on the requested resource\n",
  );
  // The path of --raw replaces that of the server.
  const ofUser = "/kubernetes/management/apis/management.loft.sh/v1/users/build/accesskeys";
  const text = await kubectl.ok(`get --raw ${ofUser}`);
  expect(JSON.parse(text)).toMatchObject({ kind: "UserAccessKeys", accessKeys: [{ metadata: { name: "ci" } }] });
  expect(await kubectl.ok("delete ownedaccesskeys ci")).toBe('ownedaccesskey.management.loft.sh "ci" deleted\n');
});

rule("explain shows the fields of the specification", async () => {
  const text = await kubectl.ok("explain virtualclusterinstances.spec.clusterRef");
  const fields = [...text.matchAll(/^ {2}(\S+)\t<(.*)>/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(fields).toEqual(["cluster string", "namespace string", "virtualCluster string"]);
  expect(await kubectl.fails("explain projects.spec.colour")).toBe('error: field "colour" does not exist\n');
});

rule("get prints the columns of the server, and the subresource status can be written", async () => {
  await kubectl.ok("create -f -", template("dev", "One"));
  const following = kubectl.follow("get spacetemplates -w");
  expect(await following.line()).toMatch(/^NAME +AGE$/);
  expect(await following.line()).toMatch(/^dev +\d+s$/);
  await kubectl.ok('patch spacetemplate dev --type=merge --subresource=status -p {"status":{"x":1},"spec":{"y":1}}');
  expect(await following.line()).toMatch(/^dev +\d+s$/);
  await following.stop();
  expect(kubectl.stored()).toMatchObject({ metadata: { generation: 1 }, status: { x: 1 } });
  expect(kubectl.stored()?.spec).not.toHaveProperty("y");
  const sorted = await kubectl.ok("get spacetemplates --sort-by={.metadata.name} -L team --no-headers");
  expect(sorted).toMatch(/^dev +\d+s +web\n$/);
});

rule("get -w prints each change as it happens", async () => {
  await kubectl.ok("create -f -", template("dev", "One"));
  const shown = `{.type}:{.object.metadata.name}:{.object.spec.displayName}{"\\n"}`;
  const following = kubectl.follow(`get spacetemplates -l team=web -w --output-watch-events -o jsonpath=${shown}`);
  const watching = kubectl.watched();
  expect(await following.line()).toBe("ADDED:dev:One");
  await watching;
  await kubectl.ok("create -f -", template("late", "Late"));
  expect(await following.line()).toBe("ADDED:late:Late");
  await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Two"}}');
  expect(await following.line()).toBe("MODIFIED:dev:Two");
  await kubectl.ok("label spacetemplate dev team-");
  expect(await following.line()).toBe("DELETED:dev:Two");
  await following.stop();
  const ended = await kubectl.run("get spacetemplates -w -o name --request-timeout=1s");
  expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\/dev\n.*\/late\n$/) });
});

const held = template("dev", "Held", "  finalizers: [x.test/hold]\n");

rule("delete waits until the last finalizer is gone", async () => {
  await kubectl.ok("create -f -", held);
  const watching = kubectl.watched();
  let isDone = false;
  const deleted = kubectl.ok("delete spacetemplate dev").finally(() => {
    isDone = true;
  });
  await watching;
  expect(isDone).toBe(false);
  expect(kubectl.stored()?.metadata).toHaveProperty("deletionTimestamp");
  expect(await kubectl.fails("create -f -", held)).toContain("(AlreadyExists)");
  await kubectl.ok('patch spacetemplate dev --type=merge -p {"metadata":{"finalizers":null}}');
  expect(await deleted).toBe('spacetemplate.management.loft.sh "dev" deleted\n');
  expect(kubectl.stored()).toBeUndefined();
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

/** Expects that kubectl reads these texts unchanged. All Kubernetes tools share its YAML parser. */
async function expectUnchanged(texts: readonly string[]): Promise<void> {
  const written = object(texts);
  const read = await kubectl.ok(
    "create -f - --dry-run=client --validate=false -o json",
    String(manifestText([written])),
  );
  expect(JSON.parse(read).spec).toEqual(written.spec);
}

// Each run of kubectl is a process, so one run reads many texts.
rule("kubectl reads special and any other texts of a list of objects as those texts", async () => {
  const letters = [..."0123456789abcdefxXoObB_.:+-eEyYnN~<>=!&*#?|@%`'\"{}[], \t\n\r\u0085\u2028\ufeffé😀"];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 12 }).filter((each) => Buffer.from(each, "utf8").toString("utf8") === each),
  );
  const usable = text.filter((each) => each !== "__proto__");
  const texts = fc.uniqueArray(usable, { minLength: 300, maxLength: 500, size: "max" });
  const examples: [string[]][] = [[[...treacherousTexts]]];
  await fc.assert(fc.asyncProperty(texts, expectUnchanged), { numRuns: 40, endOnFailure: true, examples });
});
