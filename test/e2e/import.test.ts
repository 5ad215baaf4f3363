import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runOn } from "../cli/stackOfTest";
import { anyObjects } from "../support/anyObjects";
import { makeForeignObjects } from "../support/foreignObjects";
import { foreignSecrets } from "../support/foreignSecrets";
import { createAsColleague } from "../support/http";
import { type StackUnderTest, stackUnderTest } from "../support/stackUnderTest";

const canary = "key-canary-0123456789";

/** Secrets of the objects, and those that kubectl quotes in annotations. */
const secrets = [canary, ...foreignSecrets];

/** Texts that languages, shells and Pulumi read as something else. */
const texts = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: syntax of Pulumi, not of this file.
  reference: "costs ${x}, $$, $ {y}, ${{ a.b }} and $(c) $",
  lines: "first ${x}\n  second `tick` \\ $$\n\n# third: [\n",
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
  open: "no end\n- of line",
  ends: "two ends\n\n",
  blanks: " lead\n trail \n",
  lineEnds: "a\r\nb\r\n",
  far: "é 😀 \u0007 \u0085 \u2028 \u202e \u00ad \u{e0001} \t \" ' \\ `",
  number: "0755",
  truth: "yes",
  comment: "# none",
  nothing: "~",
};

const manifests = `# a comment: {{ .Values.x }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  script: |
    #!/bin/sh
    echo "\${HOME}" $$ \`date\`
---
apiVersion: v1
kind: Secret
metadata: { name: empty }
`;

const labels = { "example.test/a.b_c": "1", y: "no", null: "", "0": "0.10" };

const templates = ["0", "0-1", "1e3", "a.b", "a-b", "a--b", "constructor", "null", "pulumi", "yes", "x".repeat(200)];
const keys = ["a-b", "class", "default", "true", "0x1f", "key.of.dots", "9", "new"];
const virtualClusters = ["0", "a-b", "new", "team", "team.two", "yes", "a.b"];

// Each run has another seed.
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);

/** Creates objects of all three kinds outside of Pulumi; returns their number. */
async function makeObjects({ platform }: StackUnderTest): Promise<number> {
  const foreign = await makeForeignObjects(platform);
  const annotations = texts;
  for (const [index, name] of templates.entries()) {
    const [, text = ""] = Object.entries(texts)[index] ?? [];
    await createAsColleague(platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name, labels, annotations },
      spec: { displayName: text, access: [{ users: ["*", text], verbs: [] }], template: { objects: manifests } },
    });
  }
  for (const name of keys) {
    await createAsColleague(platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata: { name, labels, annotations },
      spec: {
        user: texts.truth,
        key: `${canary}-${name}`,
        ttl: 86_400,
        groups: [texts.number, texts.reference],
        identity: { userId: texts.nothing, connectorData: `${canary}-connector` },
        scope: { projects: [{ project: "web" }], allowLoftCli: true },
      },
    });
  }
  for (const name of virtualClusters) {
    await createAsColleague(platform, "projects/web/importvirtualcluster", {
      kind: "ProjectImportVirtualCluster",
      metadata: { creationTimestamp: null },
      sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "source", importName: name },
    });
  }
  const any = anyObjects(seed, 25);
  for (const { plural, ...object } of any) await createAsColleague(platform, plural, object);
  return foreign.length + templates.length + keys.length + virtualClusters.length + any.length;
}

beforeAll(() => {
  process.stdout.write(`TEST_SEED=${seed}\n`);
});

describe("pulumi-vcluster-platform import and pulumi import --file --out", () => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    // The keys act for odd users, so they are found in a list only.
    platform: { omitEmpty: true, listsKeys: true, projects: ["default", "web"] },
  }));
  const stored = () =>
    ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"].map((plural) =>
      JSON.parse(JSON.stringify(given.platform.store.list(plural))),
    );

  test("take odd objects without a change, change no object and write no secret", async () => {
    const count = await makeObjects(given);
    expect(count).toBeGreaterThanOrEqual(30);
    const before = stored();
    const list = path.join(given.stack.dir, "import.json");
    const program = path.join(given.stack.dir, "imported.yaml");
    const { code, out } = await runOn(given.platform, "import", "--all", "--out", list);
    expect([code, out]).toEqual([0, expect.stringContaining(` with ${count} resources: `)]);

    const [, command = ""] = /^ {2}pulumi (import .*)$/m.exec(out) ?? [];
    await given.stack.pulumi([...command.split(" "), "--out", program]);
    await given.stack.pulumi(["refresh", "--preview-only", "--expect-no-changes"]);
    expect(stored()).toEqual(before);

    const { stdout: again } = await given.stack.pulumi(command.split(" "));
    expect(again).toContain(`${count + 1} unchanged`);

    const written = readFileSync(list, "utf8") + readFileSync(program, "utf8");
    const everywhere = written + given.stack.allOutput() + given.stack.rawStateFile();
    expect([...secrets, given.platform.accessKey].filter((secret) => everywhere.includes(secret))).toEqual([]);
  });
});

describe("the program of an import", () => {
  const platform = { listsKeys: true };
  const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", platform }));

  test("changes no object of which the import gave no warning", async () => {
    const { platform, stack } = given;
    for (const { plural, ...object } of anyObjects(seed, 60)) await createAsColleague(platform, plural, object);
    const list = path.join(stack.dir, "import.json");
    const { err } = await runOn(platform, "import", "--all", "--out", list);
    const notes = err.split("note: ").filter((note) => note.includes("YAML"));
    const { resources } = JSON.parse(readFileSync(list, "utf8"));
    const taken = resources.filter(({ type, id }: Record<string, string>) => {
      const label = `${type?.split(":").at(-1)} "${id}": a text or key will differ`;
      return !notes.some((note) => note.startsWith(label));
    });
    expect(taken.length).toBeGreaterThanOrEqual(5);
    writeFileSync(list, JSON.stringify({ resources: taken }));
    const program = path.join(stack.dir, "imported.yaml");
    await stack.pulumi(["import", "--file", list, "--yes", "--out", program]);
    stack.write(readFileSync(program, "utf8"));
    await stack.preview(["--expect-no-changes"]);
  });
});
