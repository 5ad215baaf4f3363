import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { newAuthority } from "../../support/certificates";
import { runCommand } from "../../support/command";
import { testWith } from "../../support/needs";
import { describePage } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { userEnvironment } from "../../support/userEnvironment";
import { packedFile, placeholder } from "../../support/userInstall";

// It installs packages.
jest.setTimeout(300_000);

const authority = newAuthority();

// The provider of GitHub would need GitHub: its package and statements are left out of the run.
const withoutGitHub = {
  "index.ts": [
    'import * as github from "@pulumi/github";\n',
    'new github.ActionsSecret("kubeconfig", { repository: "web", secretName: "KUBECONFIG", value: kubeconfig });',
  ],
  "Pulumi.yaml": [
    "  secret:\n    type: github:ActionsSecret\n",
    `    properties: { repository: web, secretName: KUBECONFIG, value: "\${kubeconfig}" }\n`,
  ],
};
const without = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, ""]));

describePage("docs/pipeline-cluster.md", (page) => {
  const install = page.block("npm install").with(without(["@pulumi/github@6 "]));
  const programs = {
    "index.ts": page.block("new github").with(without(withoutGitHub["index.ts"])),
    "Pulumi.yaml": page.block("github:ActionsSecret").with(without(withoutGitHub["Pulumi.yaml"])),
  };
  const up = page.block("pulumi stack init dev");
  const [step] = (load(page.block("on: push").text) as Workflow).jobs.test.steps;

  describe.each(["index.ts", "Pulumi.yaml"] as const)("the program in %s", (file) => {
    const isYaml = file === "Pulumi.yaml";
    const given = stackUnderTest(() => ({
      program: "yaml",
      source: "resources: {}",
      typecheck: true,
      platform: { api: 4, readyMs: 50, tls: authority.issue({ names: ["127.0.0.1"] }) },
      env: { VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: authority.cert },
    }));
    const inFolder = (name: string) => path.join(given.stack.folder, "empty", name);
    const shell = shellUnderTest(() => {
      mkdirSync(inFolder(""));
      return { dir: inFolder(""), env: { ...given.stack.env, ...(isYaml ? {} : userEnvironment) } };
    });
    const output = () => shell.run({ text: "pulumi stack output kubeconfig --show-secrets", place: "after the page" });
    const keys = () => given.platform.store.list("ownedaccesskeys").map(({ spec }) => String(spec.key));

    test("creates a ready virtual cluster, a key for it alone, and a secret kubeconfig", async () => {
      if (!isYaml) await shell.run(install.with({ [placeholder]: await packedFile() }));
      writeFileSync(inFolder(file), programs[file].text);
      const printed = await shell.run(up);
      expect(printed).toMatch(/kubeconfig *: "?\[secret\]/);
      const [instance] = given.platform.store.list("virtualclusterinstances");
      expect(instance?.status).toMatchObject({ phase: "Ready" });
      expect(instance?.spec.parameters).toBe("ingresses: true\n");
      const scope = { virtualClusters: [{ project: "default", virtualCluster: instance?.metadata.name }] };
      expect(given.platform.store.list("ownedaccesskeys")).toMatchObject([{ spec: { user: "ci-bot", scope } }]);
      for (const key of keys()) expect(printed).not.toContain(key);
    });

    testWith("kubectl")("the step of the pipeline gets the namespaces with it", async () => {
      const values = { "secrets.KUBECONFIG": (await output()).trim(), "runner.temp": inFolder("") };
      const env = Object.entries(step.env).map(([name, text]) => [name, filled(text, values)]);
      const { stdout, stderr } = await runCommand("bash", ["-e", "-c", step.run], {
        cwd: inFolder(""),
        env: { ...given.stack.env, ...Object.fromEntries(env) },
      });
      expect([stderr, stdout]).toEqual(["", expect.stringMatching(/^NAME .*\ndefault /)]);
    });

    test("its kubeconfig changes with the key", async () => {
      const before = await output();
      expect(before).toContain(keys()[0]);
      const soon = isYaml ? { "Expiry: 604800": "Expiry: 2591999" } : { "Expiry: 7 * day": "Expiry: 30 * day - 1" };
      writeFileSync(inFolder(file), programs[file].with(soon).text);
      await shell.run({ text: "pulumi up --skip-preview", place: "after the page" });
      const [key, ...more] = keys();
      expect([before.includes(String(key)), more]).toEqual([false, []]);
      expect(await output()).toContain(key);
    });
  });
});

interface Workflow {
  jobs: { test: { steps: [{ env: Record<string, string>; run: string }] } };
}

/** A text of a workflow with values in place of its expressions. Unknown expressions fail. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}
