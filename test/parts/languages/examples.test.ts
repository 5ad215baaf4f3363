import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { statusWithKey, writesOf } from "../../support/http";
import type { ProgramKind } from "../../support/project";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const examples = path.join(root, "examples");
const sourceOf = (example: string, file: string) => readFileSync(path.join(examples, example, file), "utf8");

let platform: RecordedPlatform;
let stack: Stack | undefined;

beforeEach(async () => {
  platform = await startRecorded({ projects: ["web", "api", "default"] });
});
afterEach(async () => {
  stack?.dispose();
  await platform.close();
});

/** A stack that the end of the test removes. */
const stackOf = async (program: ProgramKind, source: string) => {
  stack = await createStack({ program, source, env: settings() });
  return stack;
};
const settings = () => ({ PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey });

test("every example is run by a test or by the demo", () => {
  expect(readdirSync(examples).sort()).toEqual([
    "ci-keys-typescript",
    "ci-keys-yaml",
    // By functionExamples.test.ts and the tests of languages.
    "functions",
    // By pipelines.test.ts.
    "pipelines",
    "quickstart-typescript",
    "quickstart-yaml",
    // By resourceExamples.test.ts and the tests of languages.
    "resources",
  ]);
});

test("the keys of pipelines in TypeScript: the pipeline's script changes nothing until it has to", async () => {
  const source = sourceOf("ci-keys-typescript", "index.ts");
  const stack = await stackOf("typescript", source);
  const script = path.join(stack.dir, "rotate.sh");
  cpSync(path.join(examples, "ci-keys-typescript", "rotate.sh"), script);
  const rotate = async () => {
    platform.requests.length = 0;
    const result = await runCommand("sh", [script], { cwd: stack.dir, env: stack.env });
    expect(result).toMatchObject({ exitCode: 0 });
    return result;
  };
  await rotate();
  const first = (await stack.outputs({ showSecrets: true })).values as Record<string, string>;
  expect(Object.keys(first).sort()).toEqual(["api-deploy", "web-deploy"]);
  for (const value of Object.values(first)) expect(await statusWithKey(platform, value)).toBe(200);
  const printed = await rotate();
  expect(writesOf(platform)).toEqual([]);

  await stack.pulumi(["config", "set", "generation", "2"]);
  await rotate();
  const second = (await stack.outputs({ showSecrets: true })).values as Record<string, string>;
  for (const pipeline of ["api-deploy", "web-deploy"]) {
    expect(await statusWithKey(platform, String(second[pipeline]))).toBe(200);
    expect(await statusWithKey(platform, String(first[pipeline]))).toBe(401);
  }
  for (const value of [...Object.values(first), ...Object.values(second)]) {
    expect(printed.stdout + printed.stderr).not.toContain(value);
  }
});

test("the key of a pipeline in YAML: the old one stays without access", async () => {
  const source = sourceOf("ci-keys-yaml", "Pulumi.yaml").replace(/^(name|description|runtime): .*\n/gm, "");
  const stack = await stackOf("yaml", source);
  await stack.up(["--skip-preview"]);
  const { token: old } = await stack.outputs({ showSecrets: true });
  stack.write(source.replace('generation: "1"', 'generation: "2"'));
  await stack.up(["--skip-preview"]);
  const { token } = await stack.outputs({ showSecrets: true });
  expect(await statusWithKey(platform, String(token))).toBe(200);
  expect(await statusWithKey(platform, String(old))).toBe(401);
  const kept = platform.store.list("ownedaccesskeys").map(({ spec }) => Boolean(spec?.disabled));
  expect(kept.sort()).toEqual([false, true]);
});
