import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

const canary = (version: number, of: string) => `secret-canary-${version}-${of}`;

const programs: Record<ProgramKind, (version: number) => string> = {
  yaml: (version) => `
resources:
  key:
    type: platform:index:OwnedAccessKey
    properties:
      user: ci
      key: ${canary(version, "key")}
      identity: { email: ci@example.test, connectorData: ${canary(version, "connector")} }
  template:
    type: platform:index:SpaceTemplate
    properties: { labels: { team: { "fn::secret": ${canary(version, "label")} } } }
`,
  typescript: (version) => `
import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey, SpaceTemplate } from "pulumi-platform";
new OwnedAccessKey("key", {
  user: "ci",
  key: "${canary(version, "key")}",
  identity: { email: "ci@example.test", connectorData: "${canary(version, "connector")}" },
});
new SpaceTemplate("template", { labels: { team: pulumi.secret("${canary(version, "label")}") } });
`,
};

/** What a preview shows of each resource: lines of `--diff`, and the paths of `--json`, of which the dynamic protocol has none. */
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

describe.each(["yaml", "typescript"] as const)("a preview of changed secrets in a %s program", (kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: programs[kind](1), typecheck: false }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    given.stack.write(programs[kind](2));
  });

  test("shows with --diff which properties change, and no value", async () => {
    const { stdout, stderr } = await given.stack.preview(["--diff"]);
    for (const { lines } of Object.values(shown[kind])) {
      for (const line of lines) expect(stdout).toMatch(line);
    }
    expect(stdout + stderr).not.toContain("secret-canary");
  });

  test("shows with --json which paths change, and no value", async () => {
    const { stdout, stderr } = await given.stack.preview(["--json"]);
    const { steps } = JSON.parse(stdout);
    for (const [name, { paths }] of Object.entries(shown[kind])) {
      const step = steps.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`));
      expect(step.op).toBe("update");
      expect(step.detailedDiff ? Object.keys(step.detailedDiff).sort() : undefined).toEqual(paths);
    }
    expect(stdout + stderr).not.toContain("secret-canary");
  });
});
