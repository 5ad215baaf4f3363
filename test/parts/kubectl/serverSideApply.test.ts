import { everyKind, template } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");
const dev = "spacetemplate.management.loft.sh/dev";
const apply = "apply --server-side -f -";

withKubectl((kubectl) => {
  const stored = () => kubectl.stored("spacetemplates", "dev");
  const managers = () => {
    const entries = (stored()?.metadata.managedFields ?? []) as { manager: string; operation: string }[];
    return entries.map(({ manager, operation }) => `${manager} ${operation}`).sort();
  };

  rule("apply on the server creates, changes and leaves alone objects of each kind", async () => {
    const each = [
      "project.management.loft.sh/shop serverside-applied\n",
      `${dev} serverside-applied\n`,
      "ownedaccesskey.management.loft.sh/ci serverside-applied\n",
      "virtualclusterinstance.management.loft.sh/vc serverside-applied\n",
    ].join("");
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each);
    expect(await kubectl.ok(apply, everyKind("One"))).toBe(each);
    expect(stored()?.metadata.generation).toBe(1);
    expect(await kubectl.ok(apply, everyKind("Two"))).toBe(each);
    expect(kubectl.writes()).toEqual([...Array(4).fill("PATCH 201"), ...Array(8).fill("PATCH 200")]);
    expect(stored()?.spec).toEqual({ displayName: "Two", access: [{ users: ["*"], verbs: ["get"] }] });
    expect(stored()?.metadata).not.toHaveProperty("annotations");
    expect(managers()).toEqual(["kubectl Apply"]);
    expect(kubectl.platform.store.entry("ownedaccesskeys", "ci")?.json).toContain('"ttl":9007199254740993,');
  });

  rule("fields that are no longer applied go, unless somebody else has them", async () => {
    await kubectl.ok(apply, `${template("dev", "One")}  description: mine\n  template: {objects: ours}\n`);
    await kubectl.ok(
      "apply --server-side --field-manager=other -f -",
      "apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata: {name: dev}\nspec: {template: {objects: ours}}\n",
    );
    await kubectl.ok(apply, template("dev", "One"));
    expect(stored()?.spec).toEqual({
      displayName: "One",
      access: [{ users: ["*"], verbs: ["get"] }],
      template: { objects: "ours" },
    });
  });

  rule("a field that somebody else changed is a conflict, until it is forced", async () => {
    await kubectl.ok(apply, template("dev", "One"));
    await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Theirs"}}');
    const refused = await kubectl.fails(apply, template("dev", "Mine"));
    expect(refused).toMatch(
      /^error: Apply failed with 1 conflict: conflict with "kubectl-patch" using management\.loft\.sh\/v1: \.spec\.displayName\n/,
    );
    expect(stored()?.spec.displayName).toBe("Theirs");
    expect(await kubectl.ok(`${apply} --force-conflicts`, template("dev", "Mine"))).toBe(`${dev} serverside-applied\n`);
    expect(stored()?.spec.displayName).toBe("Mine");
    expect(managers()).toEqual(["kubectl Apply"]);
  });

  rule("an object that kubectl applied by itself can be applied on the server from then on", async () => {
    await kubectl.ok("apply -f -", `${template("dev", "One")}  description: before\n`);
    expect(await kubectl.ok(apply, template("dev", "Two"))).toBe(`${dev} serverside-applied\n`);
    expect(stored()?.spec).toEqual({ displayName: "Two", access: [{ users: ["*"], verbs: ["get"] }] });
    expect(managers()).toEqual(["kubectl Apply", "kubectl-last-applied Apply"]);
  });

  rule("diff and dry runs on the server change nothing", async () => {
    await kubectl.ok(apply, template("dev", "One"));
    expect(await kubectl.ok("diff --server-side -f -", template("dev", "One"))).toBe("");
    const { exitCode, stdout } = await kubectl.run("diff --server-side -f -", template("dev", "Two"));
    expect(exitCode).toBe(1);
    expect(stdout.split("\n").filter((line) => /^[-+] /.test(line))).toEqual([
      "-  generation: 1",
      "+  generation: 2",
      "-  displayName: One",
      "+  displayName: Two",
    ]);
    expect(await kubectl.ok(`${apply} --dry-run=server`, template("dev", "Two"))).toBe(
      `${dev} serverside-applied (server dry run)\n`,
    );
    expect(stored()?.spec.displayName).toBe("One");
  });

  rule("a field that nobody knows is refused", async () => {
    expect(await kubectl.fails(apply, `${template("dev", "One")}more: 1\n`)).toBe(
      "Error from server: failed to create typed patch object (/dev; management.loft.sh/v1, Kind=SpaceTemplate): " +
        ".more: field not declared in schema\n",
    );
    expect(stored()).toBeUndefined();
  });
});
