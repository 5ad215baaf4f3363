import path from "node:path";
import { cacheFolder } from "../../scripts/setup/paths.js";
import { freshClone } from "../support/freshClone";
import { statusWithKey } from "../support/http";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";
import { stackUnderTest } from "../support/stackUnderTest";

// It installs packages.
jest.setTimeout(300_000);

const page = pageUnderTest("README.md");
const given = stackUnderTest(() => ({
  program: "typescript",
  typecheck: true,
  source: page.block("export const token").text,
}));
const typed = (text: string) => ({ text, place: "README.md, between the blocks" });

let clone: string;
beforeAll(() => {
  clone = freshClone(given.stack.folder);
});

/** Of npm: its cache, and no request that a cached package does not need. */
const npmSettings = {
  npm_config_cache: process.env.npm_config_cache ?? path.join(process.env.HOME ?? "", ".npm"),
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
};

/** The environment of a new user: an empty home, and no setting. */
const settings = () => {
  const isOurs = ([name]: [string, string]) => !/^(PLATFORM_|PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE)$)/.test(name);
  const env = Object.fromEntries(Object.entries(given.stack.env).filter(isOurs));
  return { dir: clone, env: { ...env, ...npmSettings, VCLUSTER_PLATFORM_CACHE: cacheFolder() } };
};

/** Before set-up: without the tools that it obtains. */
const first = shellUnderTest(() => {
  const { dir, env } = settings();
  return { dir, env: { ...env, PATH: process.env.PATH ?? "" } };
});
const shell = shellUnderTest(settings);

test("npm run demo succeeds", async () => {
  // npm test is what runs this.
  const block = page.block("npm run demo").with({ "npm test ": "true " });
  expect(await first.run(block)).toContain("Every step did what it should");
});

let address: string;

test("the package is built and the embedded platform starts; set-up prints the PATH of its pulumi", async () => {
  // Any port that is free.
  const block = page.block("npm run setup").with({ "--port 8080": "--port 0" });
  const printed = await first.start(block, /Ctrl-C/);
  address = /listens on (\S+)/.exec(printed)?.[1] ?? "";
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const line = /export PATH=.*:\$PATH/.exec(printed)?.[0] ?? "";
  await first.run(typed(`${line}\npulumi version\ntype pulumi-resource-vcluster-platform`));
});

test("the example is installed and brought up; its key is printed only on request", async () => {
  await shell.run(page.block("cp -r examples/quickstart-typescript").with({ "<this repo>": clone }));
  // Pulumi keeps local state in the home folder that the system knows of its user, whatever HOME says.
  const local = { "--local": `file://${path.join(given.stack.folder, "state")}` };
  const block = page.block("pulumi login --local").with({ "http://127.0.0.1:8080": address, ...local });
  const printed = await shell.run(block);
  const key = (await shell.run(typed("pulumi stack output token --show-secrets"))).trim();
  expect(await statusWithKey({ ...given.platform, baseUrl: address }, key)).not.toBe(401);
  expect(printed).not.toContain(key);
});

test("a change by hand is reported and repaired", async () => {
  const printed = await shell.run(page.block("curl -X PATCH"), { fails: [["pulumi refresh", 7]] });
  expect(printed).toContain("Changed by hand");
  await shell.run(typed("pulumi refresh --preview-only --expect-no-changes"));
});

test("destroy and stack rm clean up", async () => {
  expect(await shell.run(typed("pulumi destroy"))).toContain("4 deleted");
  await shell.run(typed("pulumi stack rm dev"));
});

test("the program in YAML runs on the plugin", async () => {
  await shell.run(typed(`cd "${clone}"`));
  const printed = await shell.run(page.block("cp -r examples/quickstart-yaml").with({ "<this repo>": clone }));
  expect(printed).toContain("4 created");
  expect(printed).toContain(path.join(clone, "bin", "pulumi-resource-vcluster-platform"));
});

test("the quoted program creates a key as a secret output", async () => {
  await given.stack.up(["--skip-preview"]);
  expect(await given.stack.outputs()).toEqual({ token: "[secret]" });
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
