import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import path from "node:path";
import { examined, noFiles } from "../../cli/doctor/examined";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const keys = { ofStack: "key-of-the-stack-0123456789", ofEnvironment: "key-of-the-environment-0123456789" };
let platform: RecordedPlatform;
let another: RecordedPlatform;
let stack: Stack;

beforeAll(async () => {
  platform = await startRecorded({ accessKey: keys.ofStack });
  another = await startRecorded({ accessKey: keys.ofEnvironment });
  stack = await createStack({
    program: "yaml",
    source: "",
    config: { "vcluster-platform:baseUrl": platform.baseUrl, "vcluster-platform:ownerId": "us", "test:size": "3" },
    secretConfig: { "vcluster-platform:accessKey": keys.ofStack },
    env: { VCLUSTER_PLATFORM_BASE_URL: another.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: keys.ofEnvironment },
  });
  await stack.pulumi(["stack", "init", "bare", "--no-select"]);
});
afterAll(async () => {
  stack?.dispose();
  await platform?.close();
  await another?.close();
});
beforeEach(() => {
  platform.requests.length = 0;
  another.requests.length = 0;
});

/** The files of the project, which doctor must not change. */
const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(path.join(folder, name), "utf8")]),
  );

/** Differences from a plain run in the folder of the stack; undefined unsets a variable. */
interface Settings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs the built command as text and as JSON; `said` has the status and message of each check. */
async function diagnosis(args: string[] = [], more: Settings = {}) {
  const merged = Object.entries({ ...stack.env, ...more.env });
  const env = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const program = [path.join(root, "bin", "pulumi-vcluster-platform"), "doctor"];
  const run = (...format: string[]) =>
    runCommand(process.execPath, [...program, ...format, ...args], { cwd: more.cwd ?? stack.dir, env });
  const [text, json] = await Promise.all([run(), run("--json")]);
  const printed = text.stdout + text.stderr + json.stdout + json.stderr;
  if (json.stdout === "") throw new Error(`It gave no report:\n${printed}`);
  const checks: Record<string, string | null>[] = JSON.parse(json.stdout).checks;
  const said = checks.map(({ check, subject, status, message, remedy }) => [
    subject ? `${check} ${subject}` : check,
    `${status}: ${message}${remedy ? ` | ${remedy}` : ""}`,
  ]);
  return { exitCode: json.exitCode, said: Object.fromEntries(said) as Record<string, string>, printed };
}

/** Runs doctor. Asserts that it shows no secret, changes no file and keeps the selected stack. */
async function doctor(args?: string[], settings?: Settings) {
  const selected = async () => (await stack.pulumi(["stack", "--show-name"], { expectSuccess: false })).stdout;
  const before = [filesOf(stack.dir), await selected()];
  const run = await diagnosis(args, settings);
  expect([filesOf(stack.dir), await selected()]).toEqual(before);
  for (const secret of Object.values(keys)) {
    expect(run.printed).not.toContain(secret);
    expect(run.printed).not.toContain(Buffer.from(secret).toString("base64"));
  }
  return run;
}

const asked = () => ({ platform: platform.requests.length > 0, another: another.requests.length > 0 });

test("settings of the stack override the environment, and its key is sent to its platform only", async () => {
  const { said, exitCode } = await doctor();
  expect(said).toMatchObject({
    "stack dev": "ok: it sets baseUrl, accessKey, ownerId",
    "settings baseUrl": `ok: ${platform.baseUrl}, from stack dev`,
    "settings accessKey": "ok: set (secret), from stack dev",
    "settings ownerId": "ok: us, from stack dev",
    "settings vendor": "ok: loft.sh, by default",
    key: "ok: the platform takes it, so it is neither disabled nor expired",
  });
  expect([exitCode, asked()]).toEqual([0, { platform: true, another: false }]);
});

test("a subfolder of the project selects the stack, and so does --cwd", async () => {
  const below = path.join(stack.dir, "below");
  mkdirSync(below, { recursive: true });
  const fromBelow = await doctor([], { cwd: below });
  const fromOutside = await doctor(["--cwd", stack.dir], { cwd: stack.folder });
  for (const { said } of [fromBelow, fromOutside]) expect(said["stack dev"]).toMatch(/^ok: it sets baseUrl/);
});

test("--stack selects another stack, whose missing settings come from the environment", async () => {
  const { said, exitCode } = await doctor(["--stack", "bare"]);
  expect(said).toMatchObject({
    "stack bare": "ok: it sets nothing of the provider",
    "settings baseUrl": `ok: ${another.baseUrl}, from VCLUSTER_PLATFORM_BASE_URL`,
    "settings accessKey": "ok: set (secret), from VCLUSTER_PLATFORM_ACCESS_KEY",
  });
  expect([exitCode, asked()]).toEqual([0, { platform: false, another: true }]);
});

test("--stack with an unknown name is a problem and creates no stack", async () => {
  const { said, exitCode } = await doctor(["--stack", "nobody"]);
  expect(said.stack).toMatch(/^problem: the stack's configuration could not be read.*no stack named 'nobody' found/);
  expect(exitCode).toBe(1);
  expect((await stack.pulumi(["stack", "ls", "--json"])).stdout).not.toContain("nobody");
});

const passphrases: [string, string | undefined][] = [
  ["a wrong passphrase", "wrong-passphrase"],
  ["no passphrase", undefined],
];

test.each(passphrases)(
  "%s is a problem of the key only, and no other key is sent to the stack's platform",
  async (_, word) => {
    const { said, exitCode, printed } = await doctor([], { env: { PULUMI_CONFIG_PASSPHRASE: word } });
    expect(said).toMatchObject({
      "stack dev": expect.stringMatching(
        /^warning: accessKey could not be decrypted: .*passphrase.* \| Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE/,
      ),
      "settings baseUrl": `ok: ${platform.baseUrl}, from stack dev`,
      "settings accessKey": expect.stringMatching(/^problem: stack dev sets it, which could not be decrypted/),
      connection: expect.stringMatching(/^ok/),
      platform: "skipped: there is no access key",
    });
    expect([exitCode, asked()]).toEqual([3, { platform: false, another: false }]);
    expect(printed).not.toContain("wrong-passphrase");
  },
);

test("no passphrase is needed when only settings of others are encrypted", async () => {
  await stack.pulumi(["config", "set", "--stack", "bare", "--secret", "test:other", "other-canary-0123"]);
  const { said } = await doctor(["--stack", "bare"], { env: { PULUMI_CONFIG_PASSPHRASE: undefined } });
  expect(said["stack bare"]).toBe("ok: it sets nothing of the provider");
});

test("a file without encryptionsalt is reported and not changed", async () => {
  const file = path.join(stack.dir, "Pulumi.bare.yaml");
  const before = readFileSync(file, "utf8");
  const sealed = readFileSync(path.join(stack.dir, "Pulumi.dev.yaml"), "utf8").replace(/^encryptionsalt:.*\n/m, "");
  writeFileSync(file, sealed);
  const { said } = await doctor(["--stack", "bare"]);
  writeFileSync(file, before);
  expect(said["stack bare"]).toMatch(
    /^warning: accessKey could not be decrypted: Pulumi.bare.yaml holds no encryptionsalt/,
  );
});

test("a secret setting is not shown, and an unknown setting is a warning", async () => {
  await stack.pulumi([
    "config",
    "set",
    "--stack",
    "bare",
    "--secret",
    "vcluster-platform:ownerId",
    "owner-canary-0123",
  ]);
  await stack.pulumi(["config", "set", "--stack", "bare", "vcluster-platform:baseURL", "https://example.com"]);
  const { said, printed } = await doctor(["--stack", "bare"]);
  expect(said["settings ownerId"]).toBe("ok: set (secret), from stack bare");
  expect(said["stack bare"]).toMatch(/^warning: vcluster-platform:baseURL is not a setting of this provider/);
  expect(printed).not.toContain("owner-canary-0123");
  await stack.pulumi(["config", "rm-all", "--stack", "bare", "vcluster-platform:ownerId", "vcluster-platform:baseURL"]);
});

test("an access key in clear text is a warning with a remedy", async () => {
  await stack.pulumi([
    "config",
    "set",
    "--stack",
    "bare",
    "--plaintext",
    "vcluster-platform:accessKey",
    keys.ofEnvironment,
  ]);
  const { said } = await doctor(["--stack", "bare"]);
  await stack.pulumi(["config", "rm", "--stack", "bare", "vcluster-platform:accessKey"]);
  expect(said["settings accessKey"]).toBe(
    "warning: set, from stack bare: " +
      "the configuration of stack bare holds it in clear text, for whoever gets to see that" +
      ' | Make a new one, and set it with "pulumi config set --stack bare --secret vcluster-platform:accessKey".',
  );
});

test("an invalid setting of the stack is reported with the command that sets it there", async () => {
  await stack.setConfig({ "vcluster-platform:vendor": "Not_A_Domain" });
  const [selected, named] = [await doctor(), await doctor(["--stack", "dev"])];
  await stack.setConfig({ "vcluster-platform:vendor": "example.org" });
  const other = await doctor();
  await stack.pulumi(["config", "rm", "vcluster-platform:vendor"]);
  const words = (command: string) =>
    "problem: vendor, from the stack's configuration, cannot be used: it is not a DNS domain in lower case. " +
    `Run "${command} vcluster-platform:vendor …" or set VCLUSTER_PLATFORM_VENDOR.`;
  expect(selected.said["settings vendor"]).toBe(words("pulumi config set"));
  expect(named.said["settings vendor"]).toBe(words("pulumi config set --stack dev"));
  expect(other.said.platform).toMatch(/\| Run "pulumi config set vcluster-platform:vendor loft.sh"\.$/);
});

test("--base-url skips the stack, whose key is not sent to that address", async () => {
  const { said, exitCode } = await doctor(["--base-url", another.baseUrl]);
  expect(said).toMatchObject({
    stack: "skipped: --base-url says which platform, so no stack is looked at",
    "settings baseUrl": `ok: ${another.baseUrl}, from an option`,
    "settings accessKey": "ok: set (secret), from VCLUSTER_PLATFORM_ACCESS_KEY",
  });
  expect([exitCode, asked()]).toEqual([0, { platform: false, another: true }]);
});

test("outside of a project no stack is used", async () => {
  const { said, exitCode } = await doctor([], { cwd: stack.folder });
  expect(said.stack).toBe("skipped: this folder belongs to no Pulumi project");
  expect(said["settings baseUrl"]).toBe(`ok: ${another.baseUrl}, from VCLUSTER_PLATFORM_BASE_URL`);
  expect(exitCode).toBe(0);
});

test("a project without a selected stack is a warning that names --stack", async () => {
  await stack.pulumi(["stack", "unselect"]);
  const { said, exitCode } = await doctor();
  await stack.pulumi(["stack", "select", "dev"]);
  expect(said.stack).toBe(
    "warning: no stack is selected in this folder, so no stack's configuration is known | Say which one: --stack <name>",
  );
  expect([exitCode, asked()]).toEqual([0, { platform: false, another: true }]);
});

test("a Pulumi that waits for its backend is stopped after a timeout", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const backend = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { ...stack.env, PULUMI_BACKEND_URL: backend, PULUMI_ACCESS_TOKEN: "pul-canary-0123456789" };
  const machine = { files: noFiles, nodeVersion: "22.1.0", cwd: stack.dir, timeoutMs: 5000, now: Date.now };
  const { said, lines } = await examined({ ...machine, env });
  silent.close();
  expect(said.stack).toMatch(/^warning: the stack's configuration could not be read.* no answer within 5 s/);
  expect(said["settings baseUrl"]).toBe(`ok: ${another.baseUrl}, from VCLUSTER_PLATFORM_BASE_URL`);
  expect(JSON.stringify(lines)).not.toContain("pul-canary");
});
