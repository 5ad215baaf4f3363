import { everyKind, template } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");
const everyName = [
  "project.management.loft.sh/shop",
  "spacetemplate.management.loft.sh/dev",
  "ownedaccesskey.management.loft.sh/ci",
  "virtualclusterinstance.management.loft.sh/vc",
];
const each = (what: string) => everyName.map((name) => `${name} ${what}\n`).join("");

withKubectl((kubectl) => {
  rule("apply creates, leaves alone and changes objects of each kind", async () => {
    expect(await kubectl.ok("apply -f -", everyKind("One"))).toBe(each("created"));
    expect(await kubectl.ok("apply -f -", everyKind("One"))).toBe(each("unchanged"));
    expect(kubectl.writes()).toEqual(Array(4).fill("POST 201"));
    expect(await kubectl.ok("apply -f -", everyKind("Two"))).toBe(each("configured"));
    expect(kubectl.writes().slice(4)).toEqual(Array(4).fill("PATCH 200"));
    expect(kubectl.stored("projects", "shop")?.spec).toEqual({ displayName: "Two" });
    expect(kubectl.stored("virtualclusterinstances", "vc", "p-web")).toMatchObject({
      metadata: { generation: 2, namespace: "p-web" },
      spec: { displayName: "Two", clusterRef: { cluster: "east", namespace: "team", virtualCluster: "vc" } },
    });
    expect(kubectl.platform.store.entry("ownedaccesskeys", "ci")?.json).toContain('"ttl":9007199254740993,');
  });

  rule("diff shows what apply would change, and changes nothing", async () => {
    await kubectl.ok("apply -f -", everyKind("One"));
    expect(await kubectl.ok("diff -f -", everyKind("One"))).toBe("");
    const { exitCode, stdout } = await kubectl.run("diff -f -", everyKind("Two"));
    expect(exitCode).toBe(1);
    const changed = stdout.split("\n").filter((line) => /^[-+] /.test(line));
    const one = ["-  generation: 1", "+  generation: 2", "-  displayName: One", "+  displayName: Two"];
    expect(changed).toEqual([...one, ...one, ...one, ...one]);
    expect(kubectl.stored("spacetemplates", "dev")).toMatchObject({
      metadata: { generation: 1 },
      spec: { displayName: "One" },
    });
  });

  rule("apply takes out what is no longer in the file, and leaves what others wrote", async () => {
    await kubectl.ok("apply -f -", `${template("dev", "One")}  description: mine\n`);
    await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"template":{"objects":"theirs"}}}');
    await kubectl.ok("apply -f -", template("dev", "One"));
    expect(kubectl.stored("spacetemplates", "dev")?.spec).toEqual({
      displayName: "One",
      access: [{ users: ["*"], verbs: ["get"] }],
      template: { objects: "theirs" },
    });
  });

  rule("apply changes lists as a whole, and finalizers one by one", async () => {
    const held = (finalizer: string) => template("held", "Held", `  finalizers: [${finalizer}]\n`);
    await kubectl.ok("apply -f -", held("x.test/a"));
    const rules = [{ users: ["ann"], verbs: ["get", "list"] }];
    await kubectl.ok(`patch spacetemplate held --type=merge -p ${JSON.stringify({ spec: { access: rules } })}`);
    await kubectl.ok("apply -f -", held("x.test/b"));
    expect(kubectl.stored("spacetemplates", "held")).toMatchObject({
      metadata: { finalizers: ["x.test/b"] },
      spec: { access: [{ users: ["*"], verbs: ["get"] }] },
    });
  });

  rule("a dry run on the server checks the object and stores nothing", async () => {
    expect(await kubectl.ok("create --dry-run=server -f -", template("dry", "Dry"))).toBe(
      "spacetemplate.management.loft.sh/dry created (server dry run)\n",
    );
    expect(await kubectl.ok("apply --dry-run=server -f -", template("dry", "Dry"))).toBe(
      "spacetemplate.management.loft.sh/dry created (server dry run)\n",
    );
    expect(await kubectl.fails("create --dry-run=server -f -", template("dry", "7"))).toBe(
      kubectl.hasGoTypes
        ? 'Error from server (BadRequest): error when creating "STDIN": SpaceTemplate in version "v1" cannot be handled as ' +
            "a SpaceTemplate: json: cannot unmarshal number into Go struct field SpaceTemplateSpec.spec.displayName of type string\n"
        : 'The SpaceTemplate "dry" is invalid: spec.displayName: Invalid value: "integer": ' +
            'spec.displayName in body must be of type string: "integer"\n',
    );
    expect(kubectl.stored("spacetemplates", "dry")).toBeUndefined();
  });

  rule("a field that nobody knows is refused, or told where validation only warns", async () => {
    const unknown = `${template("odd", "Odd", "  colour: red\n")}more: 1\n`;
    expect(await kubectl.fails("apply -f -", unknown)).toBe(
      'Error from server (BadRequest): error when creating "STDIN": SpaceTemplate in version "v1" cannot be handled as a ' +
        'SpaceTemplate: strict decoding error: unknown field "more", unknown field "metadata.colour"\n',
    );
    expect(kubectl.stored("spacetemplates", "odd")).toBeUndefined();
    const warned = await kubectl.run("create --validate=warn -f -", unknown);
    expect(warned).toEqual({
      exitCode: 0,
      stdout: "spacetemplate.management.loft.sh/odd created\n",
      stderr: 'Warning: unknown field "more"\nWarning: unknown field "metadata.colour"\n',
    });
  });

  rule("create refuses a name that is taken, and replace one that is not", async () => {
    await kubectl.ok("create -f -", template("dev", "One"));
    expect(await kubectl.fails("create -f -", template("dev", "Two"))).toBe(
      'Error from server (AlreadyExists): error when creating "STDIN": spacetemplates.management.loft.sh "dev" already exists\n',
    );
    expect(await kubectl.fails("replace -f -", template("other", "Two"))).toBe(
      'Error from server (NotFound): error when replacing "STDIN": spacetemplates.management.loft.sh "other" not found\n',
    );
    expect(await kubectl.ok("replace -f -", template("dev", "Two"))).toBe(
      "spacetemplate.management.loft.sh/dev replaced\n",
    );
    expect(kubectl.stored("spacetemplates", "dev")?.spec.displayName).toBe("Two");
  });
});
