import { everyKind, template } from "./support/manifests";
import { testWith } from "../../support/needs";
import { withKubectl } from "./support/kubectl";

const rule = testWith("kubectl");

withKubectl((kubectl) => {
  const names = (plural: string) => kubectl.platform.store.list(plural).map(({ metadata }) => metadata.name);
  const templates = (...all: string[]) => all.map((name) => template(name, name)).join("---\n");
  const held = template("held", "Held", "  finalizers: [x.test/hold]\n");

  rule("delete takes objects of each kind away", async () => {
    await kubectl.ok("create -f -", everyKind("One"));
    // Newer kubectls also say from which namespace.
    const said = (await kubectl.ok("delete -f -", everyKind("One"))).replaceAll(" from p-web namespace", "");
    expect(said).toBe(
      'project.management.loft.sh "shop" deleted\nspacetemplate.management.loft.sh "dev" deleted\n' +
        'ownedaccesskey.management.loft.sh "ci" deleted\nvirtualclusterinstance.management.loft.sh "vc" deleted\n',
    );
    expect(["projects", "spacetemplates", "ownedaccesskeys", "virtualclusterinstances"].map(names)).toEqual([
      ["web"],
      [],
      [],
      [],
    ]);
    expect(await kubectl.fails("delete spacetemplate dev")).toBe(
      'Error from server (NotFound): spacetemplates.management.loft.sh "dev" not found\n',
    );
    expect(await kubectl.ok("delete spacetemplate dev --ignore-not-found")).toBe("");
  });

  rule("delete of a selection or of all takes these only", async () => {
    await kubectl.ok("create -f -", templates("a", "b", "c", "d"));
    await kubectl.ok("label spacetemplates b c tier=gold");
    expect(await kubectl.ok("delete spacetemplates -l tier=gold")).toBe(
      'spacetemplate.management.loft.sh "b" deleted\nspacetemplate.management.loft.sh "c" deleted\n',
    );
    expect(names("spacetemplates")).toEqual(["a", "d"]);
    await kubectl.ok("delete spacetemplates --all");
    expect(names("spacetemplates")).toEqual([]);
    expect(names("projects")).toEqual(["web"]);
  });

  rule("a dry run deletes nothing", async () => {
    await kubectl.ok("create -f -", templates("a"));
    expect(await kubectl.ok("delete spacetemplate a --dry-run=server")).toBe(
      'spacetemplate.management.loft.sh "a" deleted (server dry run)\n',
    );
    expect(names("spacetemplates")).toEqual(["a"]);
  });

  rule("delete without waiting leaves an object with finalizers terminating", async () => {
    await kubectl.ok("create -f -", held);
    expect(await kubectl.ok("delete spacetemplate held --wait=false")).toBe(
      'spacetemplate.management.loft.sh "held" deleted\n',
    );
    expect(await kubectl.ok("get spacetemplate held -o jsonpath={.metadata.deletionGracePeriodSeconds}")).toBe("0");
    expect(await kubectl.fails("create -f -", held)).toBe(
      'Error from server (AlreadyExists): error when creating "STDIN": object is being deleted: ' +
        'spacetemplates.management.loft.sh "held" already exists\n',
    );
  });
});
