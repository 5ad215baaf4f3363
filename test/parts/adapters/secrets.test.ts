import { encryptedIn } from "../../support/encryptedParts";
import { editAsColleague } from "../../support/http";
import { invalidAnswer } from "../../support/invalidAnswer";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const kinds = ["yaml", "typescript"] as const;
const canary = (version: number, of: string) => `canary-of-the-program-${version}-${of}`;
const marked = (version: number, of: string) => ({ "fn::secret": canary(version, of) });

describe.each(kinds)("values that a program in %s marks secret", (kind) => {
  const source = (version: number) => {
    const extraSpec = { list: [marked(version, "c")] };
    const labels = { team: marked(version, "b"), stage: "plain" };
    const inputs = { name: "marked", description: marked(version, "a"), labels, extraSpec };
    return resourcePrograms[kind]({ res: { inputs } });
  };
  const given = stackUnderTest(() => ({ program: kind, source: source(1) }));

  test("are sent in clear text and encrypted in the state: one label alone on the plugin, else all labels", async () => {
    await given.stack.up(["--skip-preview"]);
    const { spec } = JSON.parse(JSON.stringify(given.platform.store.get("spacetemplates", "marked")));
    expect(spec).toMatchObject({ description: canary(1, "a"), list: [canary(1, "c")] });
    const { deployment } = await given.stack.exportState();
    const { labels } = deployment.resources?.find(({ type }) => type.endsWith("SpaceTemplate"))?.inputs ?? {};
    expect(encryptedIn({ labels })).toEqual([kind === "yaml" ? "labels.team" : "labels"]);
  });

  test("are masked in conflicts", async () => {
    await editAsColleague(given.platform, "spacetemplates/marked", {
      metadata: { labels: { team: canary(2, "b") } },
      spec: { description: canary(2, "a"), list: [canary(2, "c")] },
    });
    given.stack.write(source(3));
    const conflict = await given.stack.up(["--skip-preview", "--diff"], { expectSuccess: false });
    expect(conflict.exitCode).not.toBe(0);
    expect(conflict.stdout + conflict.stderr).toMatch(
      /description was changed by "kubectl-edit".* from \[secret\] to \[secret\]/,
    );
  });

  test("are masked in drift and quoted errors, and are in no file and no output", async () => {
    await given.stack.refresh(["--skip-preview", "--diff"]);
    const echo = `spec.description: Invalid value: {"description":"${canary(3, "a")}","list":["${canary(3, "c")}"]}`;
    // One for the update without a read, and one for the update after it.
    given.platform.faults.add({ method: "PATCH", kind: "spacetemplates", times: 2, action: invalidAnswer(echo) });
    const refused = await given.stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.stdout + refused.stderr).toContain("422");

    await given.stack.up(["--skip-preview"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain("canary-of-the-program");
  });
});
