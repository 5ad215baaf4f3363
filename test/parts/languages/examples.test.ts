import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { statusWithKey, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";
import { describeLanguage } from "./describeLanguage";

const examples = path.join(root, "examples");

test("every example is run by a test or by the demo", () => {
  const byDemo = ["quickstart-typescript", "quickstart-yaml"];
  const byPartDocs = ["pipelines"];
  const here = ["ci-keys-typescript", "ci-keys-yaml", "functions", "resources"];
  expect(readdirSync(examples).sort()).toEqual([...here, ...byPartDocs, ...byDemo].sort());
});

describe("the example of pipeline keys in TypeScript", () => {
  const folder = path.join(examples, "ci-keys-typescript");
  const source = readFileSync(path.join(folder, "index.ts"), "utf8");
  const platform = { projects: ["web", "api", "default"] };
  const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source, platform }));

  test("changes nothing until a rotation is due, then replaces every key, and prints none", async () => {
    const { stack } = given;
    cpSync(path.join(folder, "rotate.sh"), path.join(stack.dir, "rotate.sh"));
    const rotate = async () => {
      given.platform.requests.length = 0;
      const result = await runCommand("sh", ["rotate.sh"], { cwd: stack.dir, env: stack.env });
      expect(result).toMatchObject({ exitCode: 0 });
      return result.stdout + result.stderr;
    };
    const keys = async () => (await stack.outputs({ showSecrets: true })).values as Record<string, string>;
    const statuses = (values: object) =>
      Promise.all(Object.values(values).map((value) => statusWithKey(given.platform, value)));
    let printed = await rotate();
    const first = await keys();
    expect(Object.keys(first).sort()).toEqual(["api-deploy", "web-deploy"]);
    expect(await statuses(first)).toEqual([200, 200]);
    printed += await rotate();
    expect(writesOf(given.platform)).toEqual([]);

    await stack.pulumi(["config", "set", "generation", "2"]);
    printed += await rotate();
    const second = await keys();
    expect(await statuses(second)).toEqual([200, 200]);
    expect(await statuses(first)).toEqual([401, 401]);
    for (const value of [...Object.values(first), ...Object.values(second)]) expect(printed).not.toContain(value);
  });
});

describe("the example of a pipeline key in YAML", () => {
  const text = readFileSync(path.join(examples, "ci-keys-yaml", "Pulumi.yaml"), "utf8");
  const source = text.replace(/^(name|description|runtime): .*\n/gm, "");
  const given = stackUnderTest(() => ({ program: "yaml", source, platform: { projects: ["web", "api", "default"] } }));

  test("keeps the old key without access", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const { token: old } = await stack.outputs({ showSecrets: true });
    stack.write(source.replace('generation: "1"', 'generation: "2"'));
    await stack.up(["--skip-preview"]);
    const { token } = await stack.outputs({ showSecrets: true });
    expect(await statusWithKey(platform, String(token))).toBe(200);
    expect(await statusWithKey(platform, String(old))).toBe(401);
    const disabled = platform.store.list("ownedaccesskeys").map(({ spec }) => Boolean(spec?.disabled));
    expect(disabled.sort()).toEqual([false, true]);
  });
});

describe("in YAML", () => describeLanguage({ program: "yaml", example: ["yaml", "Pulumi.yaml"] }));
describe("on dynamic resources", () => describeLanguage({ program: "typescript", example: ["dynamic", "index.ts"] }));
