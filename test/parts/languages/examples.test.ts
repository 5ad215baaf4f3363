import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { statusWithKey, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";
import { describeLanguage, examplesInLanguages } from "./describeLanguage";

const examples = path.join(root, "examples");

test("every example is run by a test or by the demo", () => {
  const byDemo = ["quickstart-typescript", "quickstart-yaml"];
  const byPartDocs = ["pipelines"];
  const byPartAdapters = ["policies-typescript"];
  const here = ["ci-keys-typescript", "ci-keys-yaml", "functions", "platform-typescript", "platform-yaml", "resources"];
  expect(readdirSync(examples).sort()).toEqual([...here, ...byPartDocs, ...byPartAdapters, ...byDemo].sort());
  for (const [folder, names] of Object.entries(examplesInLanguages))
    expect(names.sort()).toEqual(readdirSync(path.join(examples, folder)).sort());
});

describe("the example of pipeline keys in TypeScript", () => {
  const folder = path.join(examples, "ci-keys-typescript");
  const source = readFileSync(path.join(folder, "index.ts"), "utf8");
  const platform = { projects: ["web", "api", "default"] };
  const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source, platform }));
  const inStack = (name: string) => path.join(given.stack.dir, name);

  beforeAll(() => {
    for (const script of ["rotate.sh", "hand-over.sh"]) cpSync(path.join(folder, script), inStack(script));
    mkdirSync(inStack("bin"));
    // As GitHub's and GitLab's programs do, they take the value from stdin.
    writeFileSync(
      inStack("bin/gh"),
      '#!/bin/sh\nif [ -e broken ]; then exit 4; fi\ncat > "handed-$(basename "$5")"\n',
      {
        mode: 0o755,
      },
    );
    const curl = '#!/bin/sh\nfor url; do :; done\necho "$url" >> asked\nexit 22\n';
    writeFileSync(inStack("bin/curl"), curl, { mode: 0o755 });
  });

  let printed = "";
  async function rotate(more: Record<string, string> = {}): Promise<number> {
    given.platform.requests.length = 0;
    const env = { ...given.stack.env, PATH: `${inStack("bin")}:${given.stack.env.PATH}`, ...more };
    const { exitCode, stdout, stderr } = await runCommand("sh", ["rotate.sh"], { cwd: given.stack.dir, env });
    printed += stdout + stderr;
    return exitCode;
  }
  const handed = () => ["web", "api"].map((name) => readFileSync(inStack(`handed-${name}`), "utf8"));
  const statuses = (values: readonly string[]) =>
    Promise.all(values.map((value) => statusWithKey(given.platform, value)));

  test("changes nothing until a rotation is due; then each key is handed over before the old one is deleted", async () => {
    expect(await rotate()).toBe(0);
    const first = handed();
    expect(await statuses(first)).toEqual([200, 200]);
    expect([await rotate(), writesOf(given.platform)]).toEqual([0, []]);

    await given.stack.pulumi(["config", "set", "generation", "2"]);
    writeFileSync(inStack("broken"), "");
    expect(await rotate()).not.toBe(0);
    expect(await rotate({ GITLAB_CI: "true", GITLAB_TOKEN: "t", CI_API_V4_URL: "https://gitlab.test/api" })).not.toBe(
      0,
    );
    // Pulumi starts no second hand-over after the first one failed.
    const address = /\/projects\/example%2F(web|api)\/variables\/VCLUSTER_PLATFORM_ACCESS_KEY/;
    expect(readFileSync(inStack("asked"), "utf8")).toMatch(address);
    expect([handed(), await statuses(first)]).toEqual([first, [200, 200]]);
    rmSync(inStack("broken"));
    expect(await rotate()).toBe(0);
    const second = handed();
    expect([await statuses(first), await statuses(second)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    expect(given.platform.store.list("ownedaccesskeys")).toHaveLength(2);
    const everywhere = printed + given.stack.rawStateFile();
    for (const value of [...first, ...second]) expect(everywhere).not.toContain(value);
  });

  test("stops before it changes anything but keys", async () => {
    const more = '\nimport { SpaceTemplate } from "pulumi-vcluster-platform";\nnew SpaceTemplate("unreviewed", {});\n';
    given.stack.write(source + more);
    await given.stack.pulumi(["config", "set", "generation", "3"]);
    expect([await rotate(), writesOf(given.platform)]).toEqual([1, []]);
    expect(printed).toMatch(/changes more than keys.*\ncreate urn:.*SpaceTemplate::unreviewed\n/);
  });
});

describe("the example of a pipeline key in YAML", () => {
  const text = readFileSync(path.join(examples, "ci-keys-yaml", "Pulumi.yaml"), "utf8");
  const source = text.replace(/^(name|description|runtime): .*\n/gm, "");
  const given = stackUnderTest(() => ({ program: "yaml", source, platform: { projects: ["web", "api", "default"] } }));

  test("lets the old key work for the grace period", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const { token: old } = await stack.outputs({ showSecrets: true });
    stack.write(source.replace('generation: "1"', 'generation: "2"'));
    await stack.up(["--skip-preview"]);
    const { token } = await stack.outputs({ showSecrets: true });
    expect(await statusWithKey(platform, String(token))).toBe(200);
    expect(await statusWithKey(platform, String(old))).toBe(200);
    const ttls = platform.store.list("ownedaccesskeys").map(({ spec }) => Number(spec?.ttl));
    expect(ttls).toContain(2_592_000);
    expect(Math.min(...ttls)).toBeLessThan(7200 + 300);
  });
});

describe("a kubeconfig of a key in clear text", () => {
  const call = "vcluster-platform:index:getVirtualClusterKubeconfig";
  const args = { project: "web", name: "dev", key: "clear-text-key-0123456789" };
  const found = { "fn::invoke": { function: call, arguments: args, return: "kubeconfig" } };
  const source = `outputs: ${JSON.stringify({ kubeconfig: found })}`;
  const given = stackUnderTest(() => ({ program: "yaml", source }));

  test("is a secret", async () => {
    await given.stack.up(["--skip-preview"]);
    expect(await given.stack.outputs()).toEqual({ kubeconfig: "[secret]" });
    expect(given.stack.rawStateFile()).not.toContain(args.key);
  });
});

describe("in YAML", () => describeLanguage({ program: "yaml", example: ["yaml", "Pulumi.yaml"] }));
describe("on dynamic resources", () => describeLanguage({ program: "typescript", example: ["dynamic", "index.ts"] }));
