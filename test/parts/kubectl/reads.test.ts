import { everyKind, template } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");

withKubectl((kubectl) => {
  const templates = (...names: string[]) => names.map((name) => template(name, `Title of ${name}`)).join("---\n");
  /** What a table shows, without the ages. */
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
    expect(list.items.map(({ kind, metadata }: Named) => `${kind} ${metadata.name}`)).toEqual([
      "OwnedAccessKey ci",
      "SpaceTemplate dev",
    ]);
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
      return [...text.matchAll(/^ {2}(\S+)\t<(.*)>/gm)].map(([, name, type]) => `${name} ${type}`);
    };
    expect(await fields("spacetemplates")).toEqual([
      "apiVersion string",
      "kind string",
      "metadata ObjectMeta",
      "spec Object",
      "status Object",
    ]);
    expect(await fields("spacetemplate.spec")).toEqual([
      "access []Object",
      "description string",
      "displayName string",
      "template Object",
    ]);
    expect(await fields("ownedaccesskeys.spec.scope.spaces")).toEqual(["project string", "space string"]);
    expect(await fields("ownedaccesskeys.spec.scope")).toEqual([
      "allowLoftCLI boolean",
      "allowLoftCli boolean",
      "projects []Object",
      "spaces []Object",
      "virtualClusters []Object",
    ]);
    expect(await fields("virtualclusterinstances.spec.clusterRef")).toEqual([
      "cluster string",
      "namespace string",
      "virtualCluster string",
    ]);
    expect(await kubectl.fails("explain projects.spec.colour")).toBe('error: field "colour" does not exist\n');
  });
});

interface Named {
  kind: string;
  metadata: { name: string };
}
