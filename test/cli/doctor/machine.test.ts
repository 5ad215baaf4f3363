import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Machine } from "../../../cli/doctor/machine";
import { exitCodeOf } from "../../../cli/doctor/report";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { examined, healthyMachine, programIn, root } from "./examined";

const path = temporaryFolder();

// A setting that cannot be used ends the run before any request.
const stop = { PLATFORM_BASE_URL: "none", PLATFORM_ACCESS_KEY: "key-1" };

async function diagnose(env: NodeJS.ProcessEnv, more: Partial<Machine> = {}) {
  const machine = healthyMachine(path("bin"), { ...stop, ...env }, more);
  return (await examined(machine)).said;
}

/** A package of this name and version with a plugin. */
function packageWithPlugin(name: string, version: string): string {
  const folder = programIn(path("other/bin"), "pulumi-resource-platform", "");
  writeFileSync(path("other/package.json"), JSON.stringify({ name, version }));
  return folder;
}

const bin = join(root, "bin");

test("a machine on which everything is there", async () => {
  expect(await diagnose({})).toMatchObject({
    node: "ok: Node.js 22.1.0",
    pulumi: `ok: Pulumi v3.259.0 at ${path("bin/pulumi")}`,
    sdk: expect.stringMatching(/^ok: @pulumi\/pulumi 3\.\d+\.\d+$/),
    plugin: `ok: version 0.1.0 at ${join(bin, "pulumi-resource-platform")}`,
  });
});

test.each([
  ["20.18.1", "ok: Node.js 20.18.1"],
  ["24.0.0", "ok: Node.js 24.0.0"],
  ["20.18.0", "problem: Node.js 20.18.0 is too old | Install Node.js 20.18.1 or newer."],
  ["18.20.4", "problem: Node.js 18.20.4 is too old | Install Node.js 20.18.1 or newer."],
])("Node.js %s", async (nodeVersion, words) => {
  expect((await diagnose({}, { nodeVersion })).node).toBe(words);
});

const pulumis: [string, () => string, RegExp][] = [
  ["none", () => bin, /^problem: there is no pulumi on the PATH \| Install it/],
  [
    "an old one",
    () => programIn(path("old"), "pulumi", "v3.100.0"),
    /^warning: Pulumi v3\.100\.0 at .* \| Install 3\.216\.0/,
  ],
  [
    "one that says something else",
    () => programIn(path("odd"), "pulumi", "hello"),
    /^problem: .* does not tell its version/,
  ],
  [
    "one that fails",
    () => {
      mkdirSync(path("bad"));
      writeFileSync(path("bad/pulumi"), "#!/bin/sh\nexit 1\n");
      chmodSync(path("bad/pulumi"), 0o755);
      return path("bad");
    },
    /^problem: .* does not tell its version/,
  ],
];

test("a pulumi that hangs, and listens to no signal that it can leave aside, is not waited for", async () => {
  mkdirSync(path("hung"));
  writeFileSync(path("hung/pulumi"), "#!/bin/sh\ntrap '' TERM\nexec sleep 600\n");
  chmodSync(path("hung/pulumi"), 0o755);
  const { pulumi } = await diagnose({ PATH: [path("hung"), bin, "/bin"].join(delimiter) }, { timeoutMs: 300 });
  expect(pulumi).toMatch(/^problem: .* does not tell its version/);
});

test.each(pulumis)("pulumi: %s", async (_, folder, words) => {
  expect((await diagnose({ PATH: [folder(), bin, "/bin"].join(delimiter) })).pulumi).toMatch(words);
});

/** A home of Pulumi's that holds the plugin in these versions. */
function havingInstalled(...versions: string[]): NodeJS.ProcessEnv {
  for (const version of versions) mkdirSync(path(`home/plugins/resource-platform-v${version}`), { recursive: true });
  return { PATH: "/bin", PULUMI_HOME: path("home") };
}

const plugins: [string, () => NodeJS.ProcessEnv, string | RegExp][] = [
  ["none", () => ({ PATH: "/bin" }), /^warning: the plugin is not installed; .* \| Put the folder bin/],
  [
    "another version on the PATH",
    () => ({ PATH: packageWithPlugin("pulumi-platform", "0.0.9") }),
    /^warning: version 0\.0\.9 at .* is another than this package's 0\.1\.0 \| Use the same/,
  ],
  [
    "one of another package",
    () => ({ PATH: packageWithPlugin("something", "0.1.0") }),
    /^warning: .*pulumi-resource-platform does not tell its version/,
  ],
  ["installed by Pulumi", () => havingInstalled("0.1.0", "0.0.8"), /^ok: version 0\.1\.0 among Pulumi's plugins$/],
  [
    "another version installed by Pulumi",
    () => havingInstalled("0.0.8"),
    /^warning: version 0\.0\.8 among Pulumi's plugins is another/,
  ],
  [
    "others installed by Pulumi, one of them a trial",
    () => havingInstalled("0.0.8", "0.2.0-alpha.1", "0.0.9.lock", "0.1.0.partial"),
    /^warning: version 0\.0\.8, 0\.2\.0-alpha\.1 among Pulumi's plugins is another/,
  ],
  [
    "on the PATH of npx only",
    () => ({ PATH: [bin, "/npm/node-gyp-bin", "/bin"].join(delimiter) }),
    /^warning: .*pulumi-resource-platform is on the PATH of npx and npm run only.* \| Put .*bin on the PATH/,
  ],
  [
    "on the PATH of npx, and on the one that it was called with",
    () => ({ PATH: [bin, "/npm/node-gyp-bin", bin].join(delimiter) }),
    /^ok: version 0\.1\.0 at /,
  ],
  [
    "on the PATH of npx, and installed by Pulumi",
    () => ({ ...havingInstalled("0.1.0"), PATH: [bin, "/npm/node-gyp-bin", "/bin"].join(delimiter) }),
    /^ok: version 0\.1\.0 among Pulumi's plugins$/,
  ],
];

test.each(plugins)("the plugin: %s", async (_, env, words) => {
  expect((await diagnose(env())).plugin).toMatch(words);
});

test("an @pulumi/pulumi of the folder that is too old is a problem", async () => {
  const folder = path("project/node_modules/@pulumi/pulumi");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "@pulumi/pulumi", version: "3.100.0" }));
  const { sdk } = await diagnose({}, { cwd: path("project") });
  expect(sdk).toBe('problem: @pulumi/pulumi 3.100.0 is too old | Run npm install "@pulumi/pulumi@^3.216.0".');
});

test("every setting is told with where it came from, and no secret one with its value", async () => {
  const files = {
    homedir: "/home/me",
    readFile: (file: string) => {
      if (file !== "/home/me/.loft/config.json") throw Object.assign(new Error(), { code: "ENOENT" });
      return JSON.stringify({ host: "http://127.0.0.1:9", accesskey: "canary-4", insecure: true });
    },
  };
  const env = {
    PLATFORM_BASE_URL: "",
    PLATFORM_ACCESS_KEY: "",
    PLATFORM_REFRESH_KEYS: "true",
    PLATFORM_PROJECT_NAMESPACE_PREFIXES: "a-,b-",
  };
  const machine = healthyMachine(path("bin"), env, { files });
  const { said, lines } = await examined(machine, { vendor: "example.org" });
  expect(said).toMatchObject({
    "settings baseUrl": "ok: http://127.0.0.1:9, from ~/.loft/config.json",
    "settings accessKey": "ok: set (secret), from ~/.loft/config.json",
    "settings vendor": "ok: example.org, from an option",
    "settings cliScopeField": "ok: allowExampleCli, by default",
    "settings ownerId": "ok: not set, by default",
    "settings conflictPolicy": "ok: merge, by default",
    "settings serverSideDryRun": "ok: false, by default",
    "settings refreshKeys": "ok: true, from PLATFORM_REFRESH_KEYS",
    "settings insecureSkipTlsVerify":
      "warning: true, from ~/.loft/config.json: nobody verifies that it is the platform that gets the key | " +
      "Unset it and set PLATFORM_CERTIFICATE_AUTHORITY.",
    "settings certificateAuthority": "ok: not set, by default",
    "settings clientCertificate": "ok: not set, by default",
    "settings clientKey": "ok: not set, by default",
    "settings projectNamespacePrefixes": "ok: a-, b-, from PLATFORM_PROJECT_NAMESPACE_PREFIXES",
  });
  expect(JSON.stringify(lines)).not.toContain("canary-4");
});

test("an option that cannot be used is told as one, with what helps here", async () => {
  const machine = healthyMachine(path("bin"), { PLATFORM_ACCESS_KEY: "key-1" });
  const { said } = await examined(machine, { baseUrl: "nonsense" });
  expect(said["settings baseUrl"]).toBe(
    "problem: baseUrl, from an option, cannot be used: the URL is no URL. Set PLATFORM_BASE_URL. " +
      "Or give --base-url.",
  );
});

test("a setting that cannot be used is a problem, and nothing is asked of the platform", async () => {
  const machine = healthyMachine(path("bin"), { ...stop, PLATFORM_VENDOR: "Not A Domain" });
  const { said, lines } = await examined(machine);
  expect(said).toMatchObject({
    "settings baseUrl": expect.stringMatching(
      /^problem: baseUrl, from PLATFORM_BASE_URL, cannot be used: the URL is no URL/,
    ),
    "settings vendor": expect.stringMatching(
      /^problem: vendor, from PLATFORM_VENDOR, cannot be used: it is no DNS domain/,
    ),
    "settings accessKey": "skipped: other settings come first",
    address: 'skipped: because of "settings"',
    connection: 'skipped: because of "settings"',
    rights: 'skipped: because of "settings"',
  });
  expect(exitCodeOf(lines)).toBe(1);
});
