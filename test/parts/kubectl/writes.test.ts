import { testWith } from "../../support/needs";
import { everyKind, template, useKubectl } from "./kubectl";

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
const kubectl = useKubectl();

const apply = "apply -f -";

describe("apply", () => {
  rule("creates, leaves alone and changes objects of each kind", async () => {
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each("created"));
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each("unchanged"));
    expect(kubectl.stored()?.metadata.generation).toBe(1);
    expect(await kubectl.ok(apply, everyKind("Two"))).toBe(each("configured"));
    const writes = kubectl.platform.requests.filter(({ method }) => method !== "GET");
    const expected = [...Array(4).fill("POST 201"), ...Array(4).fill("PATCH 200")];
    expect(writes.map(({ method, status }) => `${method} ${status}`)).toEqual(expected);
    expect(kubectl.stored()?.spec).toEqual({ displayName: "Two", access });
    expect(kubectl.stored("projects", "shop")?.spec).toEqual({ displayName: "Two" });
    expect(kubectl.stored("virtualclusterinstances", "vc", "p-web")).toMatchObject({
      metadata: { generation: 2, namespace: "p-web" },
      spec: { displayName: "Two", clusterRef: { cluster: "east", namespace: "team", virtualCluster: "vc" } },
    });
    expect(kubectl.platform.store.entry("ownedaccesskeys", "ci")?.json).toContain('"ttl":9007199254740993,');
  });

  rule("of another version shows the change in a diff and a dry run on the server, which store nothing", async () => {
    await kubectl.ok(apply, everyKind("One"));
    expect(await kubectl.ok("diff -f -", everyKind("One"))).toBe("");
    const { exitCode, stdout } = await kubectl.run("diff -f -", everyKind("Two"));
    expect(exitCode).toBe(1);
    const one = ["-  generation: 1", "+  generation: 2", "-  displayName: One", "+  displayName: Two"];
    expect(stdout.split("\n").filter((line) => /^[-+] /.test(line))).toEqual([...one, ...one, ...one, ...one]);
    expect(await kubectl.ok(`${apply} --dry-run=server`, template("dry", "Two"))).toBe(
      "spacetemplate.management.loft.sh/dry created (server dry run)\n",
    );
    expect(kubectl.stored("spacetemplates", "dry")).toBeUndefined();
    expect(kubectl.stored()).toMatchObject({ metadata: { generation: 1 }, spec: { displayName: "One" } });
  });

  rule("on the server is refused", async () => {
    expect(await kubectl.fails("apply --server-side -f -", template("dev", "One"))).toMatch(
      /415|unsupported|media type/i,
    );
    expect(kubectl.stored()).toBeUndefined();
  });
});

rule("apply removes fields that are no longer applied, and keeps those of others", async () => {
  await kubectl.ok(apply, `${template("dev", "One")}  description: mine\n`);
  await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"template":{"objects":"shared"}}}');
  await kubectl.ok(apply, template("dev", "One"));
  expect(kubectl.stored()?.spec).toEqual({ displayName: "One", access, template: { objects: "shared" } });
});

rule("create, replace and delete show what the server refuses", async () => {
  const unknownField = `${template("dev", "One", "  colour: red\n")}more: 1\n`;
  expect(await kubectl.fails("replace -f -", template("dev", "Two"))).toContain("Error from server (NotFound): ");
  expect(await kubectl.fails("create -f -", unknownField)).toBe(
    'Error from server (BadRequest): error when creating "STDIN": SpaceTemplate in version "v1" cannot be handled as a ' +
      'SpaceTemplate: strict decoding error: unknown field "more", unknown field "metadata.colour"\n',
  );
  expect(kubectl.stored()).toBeUndefined();
  expect(await kubectl.run("create --validate=warn -f -", unknownField)).toEqual({
    exitCode: 0,
    stdout: `${dev} created\n`,
    stderr: 'Warning: unknown field "more"\nWarning: unknown field "metadata.colour"\n',
  });
  expect(await kubectl.fails("create -f -", template("dev", "Two"))).toContain("Error from server (AlreadyExists): ");
  expect(await kubectl.ok("replace -f -", template("dev", "Two"))).toBe(`${dev} replaced\n`);
  expect(kubectl.stored()?.spec.displayName).toBe("Two");
});

rule("patch merges a change or runs a JSON Patch, but no strategic merge patch", async () => {
  await kubectl.ok("create -f -", template("dev", "One"));
  const merge = JSON.stringify({ spec: { description: "merged", access: null } });
  expect(await kubectl.ok(`patch spacetemplate dev --type=merge -p ${merge}`)).toBe(`${dev} patched\n`);
  expect(kubectl.stored()?.spec).toEqual({ displayName: "One", description: "merged" });
  const steps = JSON.stringify([
    { op: "test", path: "/spec/displayName", value: "One" },
    { op: "replace", path: "/spec/displayName", value: "Two" },
    { op: "remove", path: "/spec/description" },
  ]);
  expect(await kubectl.ok(`patch spacetemplate dev --type=json -p ${steps}`)).toBe(`${dev} patched\n`);
  expect(kubectl.stored()?.spec).toEqual({ displayName: "Two" });
  const same = 'patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Two"}}';
  expect(await kubectl.ok(same)).toBe(`${dev} patched (no change)\n`);
  expect(await kubectl.fails('patch spacetemplate dev -p {"spec":{}}')).toContain(
    "error: application/strategic-merge-patch+json is not supported by management.loft.sh/v1, Kind=SpaceTemplate",
  );
});

rule("label, annotate and edit change an object, each with an entry in managedFields", async () => {
  await kubectl.ok("create -f -", template("dev", "One"));
  expect(await kubectl.ok("label spacetemplate dev tier=gold team-")).toBe(`${dev} labeled\n`);
  expect(await kubectl.ok("annotate spacetemplate dev x.test/note=hello")).toBe(`${dev} annotated\n`);
  expect(await kubectl.ok("label --overwrite spacetemplate dev tier=silver")).toBe(`${dev} labeled\n`);
  expect(kubectl.stored()?.metadata).toMatchObject({ generation: 1, annotations: { "x.test/note": "hello" } });
  expect(kubectl.stored()?.metadata).toHaveProperty("labels", { tier: "silver" });
  kubectl.editWith("s/displayName: One/displayName: Two/");
  expect(await kubectl.ok("edit spacetemplate dev")).toBe(`${dev} edited\n`);
  expect(kubectl.stored()?.spec.displayName).toBe("Two");
  expect(kubectl.managers()).toEqual(["annotate", "create", "edit", "label"].map((verb) => `kubectl-${verb} Update`));
  expect(kubectl.stored()?.metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: "kubectl-edit", fieldsV1: { "f:spec": { "f:displayName": {} } } }),
  );
  const { exitCode, stdout, stderr } = await kubectl.run("edit spacetemplate dev");
  expect([exitCode, stdout, stderr]).toEqual([0, "", "Edit cancelled, no changes made.\n"]);
});

rule("delete removes the objects of a file or of a kind, and a dry run removes none", async () => {
  await kubectl.ok("create -f -", `${everyKind("One")}---\n${template("other", "Two")}`);
  const deleted = (name: string, how = "") => `spacetemplate.management.loft.sh "${name}" deleted${how}\n`;
  const names = (plural: string) => kubectl.platform.store.list(plural).map(({ metadata }) => metadata.name);
  expect(await kubectl.ok("delete spacetemplate dev --dry-run=server")).toBe(deleted("dev", " (server dry run)"));
  // Newer versions of kubectl add the namespace.
  const output = (await kubectl.ok("delete -f -", everyKind("One"))).replaceAll(" from p-web namespace", "");
  expect(output).toBe(
    `project.management.loft.sh "shop" deleted\n${deleted("dev")}ownedaccesskey.management.loft.sh "ci" deleted\n` +
      'virtualclusterinstance.management.loft.sh "vc" deleted\n',
  );
  const plurals = ["projects", "spacetemplates", "ownedaccesskeys", "virtualclusterinstances"];
  expect(plurals.map(names)).toEqual([["web"], ["other"], [], []]);
  await kubectl.ok("delete spacetemplates --all");
  expect([names("spacetemplates"), names("projects")]).toEqual([[], ["web"]]);
});
