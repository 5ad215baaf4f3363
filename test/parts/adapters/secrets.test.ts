import { encryptedIn } from "../../support/encryptedParts";
import { editAsColleague } from "../../support/http";
import { invalidAnswer } from "../../support/invalidAnswer";
import type { ProgramKind } from "../../support/project";
import { type ResourceDeclarations, resourcePrograms } from "../../support/resourcePrograms";
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

const changedSecrets = (version: number): ResourceDeclarations => ({
  key: {
    type: "OwnedAccessKey",
    inputs: {
      user: "ci",
      key: canary(version, "key"),
      identity: { email: "ci@example.test", connectorData: canary(version, "connector") },
    },
  },
  template: { inputs: { labels: { team: marked(version, "label") } } },
});

/** Preview of a resource: lines of `--diff`, paths of `--json` (none for dynamic resources). */
interface Shown {
  readonly lines: RegExp[];
  readonly paths?: string[];
}

const shown: Record<ProgramKind, { key: Shown; template: Shown }> = {
  yaml: {
    key: {
      lines: [/~ key\s*: \[secret\] => \[secret\]/, /~ connectorData: \[secret\] => \[secret\]/],
      paths: ["identity.connectorData", "key"],
    },
    template: { lines: [/~ team: \[secret\] => \[secret\]/], paths: ["labels.team"] },
  },
  // The engine compares by itself here, takes two secrets for equal, and still shows the update.
  typescript: {
    key: { lines: [/OwnedAccessKey: \(update\)/, / key\s*: \[secret\]/, / identity\s*: \[secret\]/] },
    template: { lines: [/SpaceTemplate: \(update\)/, / labels\s*: \[secret\]/] },
  },
};

describe.each(kinds)("a preview of changed secrets in a program in %s", (kind) => {
  const source = (version: number) => resourcePrograms[kind](changedSecrets(version));
  const given = stackUnderTest(() => ({ program: kind, source: source(1) }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(source(2));
  });

  test("shows with --diff which properties change, and no value", async () => {
    const { stdout, stderr } = await given.stack.preview(["--diff"]);
    for (const { lines } of Object.values(shown[kind])) {
      for (const line of lines) expect(stdout).toMatch(line);
    }
    expect(stdout + stderr).not.toContain("canary-of-the-program");
  });

  test("shows with --json which paths change, and no value", async () => {
    const { stdout, stderr } = await given.stack.preview(["--json"]);
    const { steps } = JSON.parse(stdout);
    for (const [name, { paths }] of Object.entries(shown[kind])) {
      const step = steps.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`));
      expect(step.op).toBe("update");
      expect(step.detailedDiff ? Object.keys(step.detailedDiff).sort() : undefined).toEqual(paths);
    }
    expect(stdout + stderr).not.toContain("canary-of-the-program");
  });
});
