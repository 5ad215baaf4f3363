import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { diagnosing } from "./diagnosing";
import { noFiles, root, scriptIn } from "./examined";

const { diagnose: diagnoseWith, expectDiagnosis, path } = diagnosing();

// An invalid setting ends the run before any request.
const stop = { VCLUSTER_PLATFORM_BASE_URL: "none" };
const diagnose = async (env: NodeJS.ProcessEnv, more = {}) => (await diagnoseWith({ ...stop, ...env }, more)).said;

/** A package of this name and version with a plugin. */
function packageWithPlugin(name: string, version: string): string {
  const folder = scriptIn(path("other/bin"), "pulumi-resource-vcluster-platform", "");
  writeFileSync(path("other/package.json"), JSON.stringify({ name, version }));
  return folder;
}

const bin = join(root, "bin");

test("a complete machine has no problem", async () => {
  expect(await diagnose({})).toMatchObject({
    node: "ok: Node.js 22.1.0",
    pulumi: `ok: Pulumi v3.259.0 at ${path("bin/pulumi")}`,
    sdk: expect.stringMatching(/^ok: @pulumi\/pulumi 3\.\d+\.\d+$/),
    plugin: `ok: version 0.1.0 at ${join(bin, "pulumi-resource-vcluster-platform")}`,
  });
});

test.each([
  ["20.18.1", "ok: Node.js 20.18.1"],
  ["20.18.0", "problem: Node.js 20.18.0 is too old | Install Node.js 20.18.1 or newer."],
])("Node.js %s", async (nodeVersion, words) => {
  expect((await diagnose({}, { nodeVersion })).node).toBe(words);
});

const noVersion = /^problem: .* does not tell its version/;

test.each<[string, string, RegExp]>([
  ["an old one", "echo v3.100.0", /^warning: Pulumi v3\.100\.0 at .* \| Install 3\.216\.0/],
  ["one with another output", "echo hello", noVersion],
  ["none", "", /^problem: there is no pulumi on the PATH \| Install it/],
  ["one that hangs and ignores SIGTERM", "trap '' TERM\nexec sleep 600", noVersion],
])("pulumi: %s", async (_, script, words) => {
  const folder = script === "" ? bin : scriptIn(path("its"), "pulumi", script);
  const PATH = [folder, bin, "/bin"].join(delimiter);
  const { pulumi } = await diagnose({ PATH }, script.includes("sleep") ? { timeoutMs: 300 } : {});
  expect(pulumi).toMatch(words);
});

/** A home of Pulumi with these versions of the plugin. */
function havingInstalled(...versions: string[]): NodeJS.ProcessEnv {
  for (const version of versions)
    mkdirSync(path(`home/plugins/resource-vcluster-platform-v${version}`), { recursive: true });
  return { PATH: "/bin", PULUMI_HOME: path("home") };
}

const npx = [bin, "/npm/node-gyp-bin"];
const pathOf = (...folders: string[]) => ({ PATH: folders.join(delimiter) });
const onlyNpx =
  /^warning: .*pulumi-resource-vcluster-platform is on the PATH of npx and npm run only.* \| Put .*bin on the PATH/;
const otherVersion = /^warning: version 0\.0\.9 at .* is another than this package's 0\.1\.0 \| Use the same/;
const otherPackage = /^warning: .*pulumi-resource-vcluster-platform does not tell its version/;
const otherInstalled = /^warning: version 0\.0\.8, 0\.2\.0-alpha\.1 among Pulumi's plugins is another/;
const installed = /^ok: version 0\.1\.0 among Pulumi's plugins$/;

const plugins: [string, () => NodeJS.ProcessEnv, RegExp][] = [
  ["none", () => pathOf("/bin"), /^warning: the plugin is not installed; .* \| Put the folder bin/],
  ["another version on the PATH", () => pathOf(packageWithPlugin("pulumi-vcluster-platform", "0.0.9")), otherVersion],
  ["one of another package", () => pathOf(packageWithPlugin("something", "0.1.0")), otherPackage],
  ["installed by Pulumi", () => havingInstalled("0.1.0", "0.0.8"), installed],
  ["other versions", () => havingInstalled("0.0.8", "0.2.0-alpha.1", "0.0.9.lock", "0.1.0.partial"), otherInstalled],
  ["on the PATH of npx only", () => pathOf(...npx, "/bin"), onlyNpx],
  ["on the PATH of npx and the usual PATH", () => pathOf(...npx, bin), /^ok: version 0\.1\.0 at /],
  ["on the PATH of npx, and installed", () => ({ ...havingInstalled("0.1.0"), ...pathOf(...npx, "/bin") }), installed],
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

test("each setting is shown with its source, and no secret with its value", async () => {
  const login = { host: "http://127.0.0.1:9", accesskey: "canary-4", insecure: true };
  const file = "/home/me/.loft/config.json";
  const readFile = (asked: string) =>
    asked === file ? { text: JSON.stringify(login), isWritableByOthers: false } : noFiles.readFile();
  const env = {
    VCLUSTER_PLATFORM_BASE_URL: "",
    VCLUSTER_PLATFORM_ACCESS_KEY: "",
    VCLUSTER_PLATFORM_REFRESH_KEYS: "true",
    VCLUSTER_PLATFORM_PROJECT_NAMESPACE_PREFIXES: "a-,b-",
  };
  const lines = {
    "settings baseUrl": "ok: http://127.0.0.1:9, from ~/.loft/config.json",
    "settings accessKey": "ok: set (secret), from ~/.loft/config.json",
    "settings vendor": "ok: example.org, from an option",
    "settings cliScopeField": "ok: allowExampleCli, by default",
    "settings ownerId": "ok: not set, by default",
    "settings conflictPolicy": "ok: merge, by default",
    "settings refreshKeys": "ok: true, from VCLUSTER_PLATFORM_REFRESH_KEYS",
    "settings insecureSkipTlsVerify":
      "warning: true, from ~/.loft/config.json: nobody verifies that it is the platform that gets the key | " +
      "Unset it and set VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY.",
    "settings certificateAuthority": "ok: not set, by default",
    "settings clientCertificate": "ok: not set, by default",
    "settings clientKey": "ok: not set, by default",
    "settings projectNamespacePrefixes": "ok: a-, b-, from VCLUSTER_PLATFORM_PROJECT_NAMESPACE_PREFIXES",
  };
  const files = { homedir: "/home/me", readFile };
  await expectDiagnosis(env, lines, 1, { files, options: { vendor: "example.org" } });
});

test("an invalid setting is a problem, and no request is sent", async () => {
  const lines = {
    "settings baseUrl": /^problem: baseUrl, from VCLUSTER_PLATFORM_BASE_URL, cannot be used: it is no/,
    "settings vendor": /^problem: vendor, from VCLUSTER_PLATFORM_VENDOR, cannot be used: it is not a DNS dom/,
    "settings accessKey": "skipped: not checked: fix the settings above first",
    address: 'skipped: because of "settings"',
    connection: 'skipped: because of "settings"',
    rights: 'skipped: because of "settings"',
  };
  await expectDiagnosis({ ...stop, VCLUSTER_PLATFORM_VENDOR: "Not A Domain" }, lines, 1);
  const option =
    "problem: baseUrl, from an option, cannot be used: it is not a URL. Set VCLUSTER_PLATFORM_BASE_URL. Or give --base-url.";
  await expectDiagnosis({}, { "settings baseUrl": option }, 1, { options: { baseUrl: "nonsense" } });
});
