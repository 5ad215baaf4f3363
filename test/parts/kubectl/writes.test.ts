import { testWith } from "../../support/needs";
import { useKubectl } from "./support/kubectl";
import { everyKind, template } from "./support/manifests";

const rule = testWith("kubectl");
const dev = "spacetemplate.management.loft.sh/dev";
const everyName = [
  "project.management.loft.sh/shop",
  dev,
  "ownedaccesskey.management.loft.sh/ci",
  "virtualclusterinstance.management.loft.sh/vc",
];
const each = (what: string) => everyName.map((name) => `${name} ${what}\n`).join("");
const access = [{ users: ["*"], verbs: ["get"] }];
const unknownField = `${template("dev", "One", "  colour: red\n")}more: 1\n`;
const kubectl = useKubectl();

describe.each([
  ["apply -f -", "created", "unchanged", "configured", []],
  ["apply --server-side -f -", "serverside-applied", "serverside-applied", "serverside-applied", ["kubectl Apply"]],
])("%s", (apply, created, unchanged, configured, managers) => {
  const isServerSide = managers.length > 0;

  rule("creates, leaves alone and changes objects of each kind", async () => {
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each(created));
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each(unchanged));
    expect(kubectl.dev()?.metadata.generation).toBe(1);
    expect(await kubectl.ok(apply, everyKind("Two"))).toBe(each(configured));
    const expected = isServerSide
      ? [...Array(4).fill("PATCH 201"), ...Array(8).fill("PATCH 200")]
      : [...Array(4).fill("POST 201"), ...Array(4).fill("PATCH 200")];
    expect(kubectl.writes()).toEqual(expected);
    expect(kubectl.dev()?.spec).toEqual({ displayName: "Two", access });
    expect(Object.hasOwn(kubectl.dev()?.metadata ?? {}, "annotations")).toBe(!isServerSide);
    if (isServerSide) expect(kubectl.managers()).toEqual(managers);
    expect(kubectl.stored("projects", "shop")?.spec).toEqual({ displayName: "Two" });
    expect(kubectl.stored("virtualclusterinstances", "vc", "p-web")).toMatchObject({
      metadata: { generation: 2, namespace: "p-web" },
      spec: { displayName: "Two", clusterRef: { cluster: "east", namespace: "team", virtualCluster: "vc" } },
    });
    expect(kubectl.platform.store.entry("ownedaccesskeys", "ci")?.json).toContain('"ttl":9007199254740993,');
  });

  rule("diff and a dry run on the server show the change and store nothing", async () => {
    const diff = apply.replace("apply", "diff");
    await kubectl.ok(apply, everyKind("One"));
    expect(await kubectl.ok(diff, everyKind("One"))).toBe("");
    const { exitCode, stdout } = await kubectl.run(diff, everyKind("Two"));
    expect(exitCode).toBe(1);
    const one = ["-  generation: 1", "+  generation: 2", "-  displayName: One", "+  displayName: Two"];
    expect(stdout.split("\n").filter((line) => /^[-+] /.test(line))).toEqual([...one, ...one, ...one, ...one]);
    expect(await kubectl.ok(`${apply} --dry-run=server`, template("dry", "Two"))).toBe(
      `spacetemplate.management.loft.sh/dry ${created} (server dry run)\n`,
    );
    expect(kubectl.stored("spacetemplates", "dry")).toBeUndefined();
    expect(kubectl.dev()).toMatchObject({ metadata: { generation: 1 }, spec: { displayName: "One" } });
  });

  rule("removes fields that are no longer applied, and keeps those of others", async () => {
    const shared = "  template: {objects: shared}\n";
    await kubectl.ok(apply, `${template("dev", "One")}  description: mine\n${isServerSide ? shared : ""}`);
    const other = `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata: {name: dev}\nspec:\n${shared}`;
    if (isServerSide) await kubectl.ok("apply --server-side --field-manager=other -f -", other);
    else await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"template":{"objects":"shared"}}}');
    await kubectl.ok(apply, template("dev", "One"));
    expect(kubectl.dev()?.spec).toEqual({ displayName: "One", access, template: { objects: "shared" } });
  });
});

rule("apply replaces lists as a whole and removes its own finalizers", async () => {
  const held = (finalizer: string) => template("dev", "Held", `  finalizers: [${finalizer}]\n`);
  await kubectl.ok("apply -f -", held("x.test/a"));
  const rules = [{ users: ["ann"], verbs: ["get", "list"] }];
  await kubectl.ok(`patch spacetemplate dev --type=merge -p ${JSON.stringify({ spec: { access: rules } })}`);
  await kubectl.ok("apply -f -", held("x.test/b"));
  expect(kubectl.dev()).toMatchObject({ metadata: { finalizers: ["x.test/b"] }, spec: { access } });
});

rule("a field of another manager is a conflict until it is forced", async () => {
  const apply = "apply --server-side -f -";
  await kubectl.ok(apply, template("dev", "One"));
  await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Theirs"}}');
  expect(await kubectl.fails(apply, template("dev", "Mine"))).toMatch(
    /^error: Apply failed with 1 conflict: conflict with "kubectl-patch" using management\.loft\.sh\/v1: \.spec\.displayName\n/,
  );
  expect(kubectl.dev()?.spec.displayName).toBe("Theirs");
  expect(await kubectl.ok(`${apply} --force-conflicts`, template("dev", "Mine"))).toBe(`${dev} serverside-applied\n`);
  expect(kubectl.dev()?.spec.displayName).toBe("Mine");
  expect(kubectl.managers()).toEqual(["kubectl Apply"]);
});

rule("a server-side apply takes over the fields of a client-side apply", async () => {
  await kubectl.ok("apply -f -", `${template("dev", "One")}  description: before\n`);
  expect(await kubectl.ok("apply --server-side -f -", template("dev", "Two"))).toBe(`${dev} serverside-applied\n`);
  expect(kubectl.dev()?.spec).toEqual({ displayName: "Two", access });
  expect(kubectl.managers()).toEqual(["kubectl Apply", "kubectl-last-applied Apply"]);
});

describe("what the server refuses", () => {
  const post = 'error when creating "STDIN": ';
  const typed = "(/dev; management.loft.sh/v1, Kind=SpaceTemplate)";
  const decoding = 'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error';
  const refused: [string, string, string, string][] = [
    [
      "an unknown field",
      "apply -f -",
      unknownField,
      `Error from server (BadRequest): ${post}${decoding}: unknown field "more", unknown field "metadata.colour"\n`,
    ],
    [
      "an unknown field",
      "apply --server-side -f -",
      `${template("dev", "One")}more: 1\n`,
      `Error from server: failed to create typed patch object ${typed}: .more: field not declared in schema\n`,
    ],
    [
      "a wrong type in a dry run",
      "create --dry-run=server -f -",
      template("dev", "7"),
      'The SpaceTemplate "dev" is invalid: spec.displayName: Invalid value: "integer": spec.displayName in body must be of type string: "integer"\n',
    ],
    [
      "a replace of an unknown name",
      "replace -f -",
      template("dev", "Two"),
      'Error from server (NotFound): error when replacing "STDIN": spacetemplates.management.loft.sh "dev" not found\n',
    ],
  ];
  for (const [what, command, input, message] of refused) {
    rule(`${what} fails ${command}`, async () => {
      expect(await kubectl.fails(command, input)).toBe(message);
      expect(kubectl.dev()).toBeUndefined();
    });
  }

  rule("an unknown field is a warning where validation only warns", async () => {
    expect(await kubectl.run("create --validate=warn -f -", unknownField)).toEqual({
      exitCode: 0,
      stdout: `${dev} created\n`,
      stderr: 'Warning: unknown field "more"\nWarning: unknown field "metadata.colour"\n',
    });
  });

  rule("create refuses a taken name, and replace needs one", async () => {
    expect(await kubectl.ok("create --dry-run=server -f -", template("dev", "Dry"))).toBe(
      `${dev} created (server dry run)\n`,
    );
    await kubectl.ok("create -f -", template("dev", "One"));
    expect(await kubectl.fails("create -f -", template("dev", "Two"))).toBe(
      `Error from server (AlreadyExists): ${post}spacetemplates.management.loft.sh "dev" already exists\n`,
    );
    expect(await kubectl.ok("replace -f -", template("dev", "Two"))).toBe(`${dev} replaced\n`);
    expect(kubectl.dev()?.spec.displayName).toBe("Two");
  });
});
