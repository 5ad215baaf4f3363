import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dependencies, version } from "../../../package.json";
import { runCommand } from "../../support/command";
import { root, testEnvironment } from "../../support/environment";
import { type Block, pageUnderTest } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type Shell, startShell } from "../../support/startShell";
import { userEnvironment } from "../../support/userEnvironment";

const page = pageUnderTest("docs/releasing.md");
/** Two releases are built, each with its own installation. */
const buildMs = 900_000;

let folder: string;
let env: Record<string, string>;
let clone: string;
let shell: Shell;

const inFolder = (...names: string[]) => path.join(folder, ...names);
const changelogOf = (heading: string) => {
  const text = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  return text.replace(new RegExp(`^## ${version.replaceAll(".", "\\.")} .*$`, "m"), heading);
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  env = { ...testEnvironment(folder), ...userEnvironment };
  clone = inFolder("clone");
  await copyFiles();
  shell = startShell({ cwd: clone, env });
});
afterAll(async () => {
  await shell?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function git(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand("git", args, { cwd: clone, env });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")} ended with exit code ${exitCode}:\n${stderr}`);
  return stdout;
}

async function commit(message: string): Promise<void> {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  await git("add", "--all");
  await git(...author, "commit", "--quiet", "--message", message);
}

/** Commits this clone's files, also uncommitted ones, to a new repository. */
async function copyFiles(): Promise<void> {
  mkdirSync(clone);
  const listed = await git("-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z");
  const files = new Set(listed.split("\0").filter((file) => file && existsSync(path.join(root, file))));
  for (const file of files) cpSync(path.join(root, file), path.join(clone, file));
  await git("init", "--quiet");
  await commit("Current files");
}

const release = page.block("npm run release -- ../release");

describe("a release is refused", () => {
  const refused = (block: Block) => shell.run(block, { fails: [["npm run release", 1]] });
  const typed = (text: string) => shell.run({ text, place: "here" });

  test("for an unreleased version, uncommitted files and a folder that is not empty", async () => {
    writeFileSync(path.join(clone, "CHANGELOG.md"), changelogOf(`## ${version} (unreleased)`));
    await typed("touch forgotten.txt && mkdir ../release && touch ../release/notes.txt");
    const printed = await refused(release);
    expect(printed).toContain(`CHANGELOG.md has no heading "## ${version} (<YYYY-MM-DD>)"`);
    expect(printed).toContain("?? forgotten.txt");
    expect(printed).toContain("The target folder is not empty: notes.txt.");
    await typed("rm -r forgotten.txt ../release");
  });
});

describe("a release", () => {
  beforeAll(async () => {
    writeFileSync(path.join(clone, "CHANGELOG.md"), changelogOf(`## ${version} (2026-12-01)`));
    await commit(`Release ${version}`);
    const released = shell.run(release);
    await Promise.race([released, until(() => existsSync(inFolder("release")))]);
    // Edits during the build are ignored.
    for (const file of edited) appendFileSync(path.join(clone, file), "edited meanwhile\n");
    await released;
    await git("checkout", "--quiet", "--", ...edited);
  }, buildMs);

  const edited = ["schema.json", "CHANGELOG.md", "bin/pulumi-vcluster-platform"];
  const systems = ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64"];

  test("consists of the files that the page lists", () => {
    expect(new Set(readdirSync(inFolder("release")))).toEqual(
      new Set([
        "RELEASE_NOTES.md",
        "SHA256SUMS",
        `pulumi-vcluster-platform-${version}.cdx.json`,
        `pulumi-vcluster-platform-${version}.tgz`,
        ...["go", "nodejs", "python"].map((language) => `pulumi-vcluster-platform-sdk-${language}-v${version}.tar.gz`),
        ...systems.map((system) => `pulumi-resource-vcluster-platform-v${version}-${system}.tar.gz`),
        "schema.json",
      ]),
    );
  });

  test("has a bill of materials with its packages, and its checksum", () => {
    const file = `pulumi-vcluster-platform-${version}.cdx.json`;
    const { bomFormat, metadata, components } = JSON.parse(readFileSync(inFolder("release", file), "utf8"));
    expect([bomFormat, metadata.component.purl]).toEqual(["CycloneDX", `pkg:npm/pulumi-vcluster-platform@${version}`]);
    const wanted = Object.keys(dependencies).map((name) => expect.objectContaining({ name }));
    expect(components).toEqual(expect.arrayContaining(wanted));
    expect(readFileSync(inFolder("release", "SHA256SUMS"), "utf8")).toContain(`  ${file}\n`);
  });

  test("has notes with its changes and its commit", async () => {
    const notes = readFileSync(inFolder("release", "RELEASE_NOTES.md"), "utf8");
    expect(notes).toMatch(new RegExp(`^# pulumi-vcluster-platform ${version} \\(2026-12-01\\)\n\n- Resources `));
    expect(notes).not.toContain("edited meanwhile");
    const id = (await git("rev-parse", "HEAD")).trim();
    const tools = `Node\\.js ${process.versions.node}, npm \\S+ and Pulumi \\S+`;
    expect(notes).toMatch(new RegExp(`Built from commit ${id} with ${tools}\\.\n$`));
    const schema = readFileSync(inFolder("release", "schema.json"), "utf8");
    expect(schema).toBe(await git("show", "HEAD:schema.json"));
  });

  test(
    "is reproducible, byte for byte, with other user settings",
    async () => {
      await shell.run({ text: otherSettings, place: "here" });
      await shell.run(page.block("diff -r ../release ../release-again"));
      const sums = (name: string) => readFileSync(inFolder(name, "SHA256SUMS"), "utf8");
      expect(sums("release-again")).toBe(sums("release"));
    },
    buildMs,
  );

  test("has checksums of every file that detect a change", async () => {
    const check = page.block("sha256sum --check SHA256SUMS");
    await shell.run({ text: "cd ../release", place: "here" });
    const printed = await shell.run(check);
    expect(printed.match(/: OK$/gm)).toHaveLength(readdirSync(inFolder("release")).length - 1);
    await shell.run({ text: "cd ../release-again && echo >> schema.json", place: "here" });
    expect(await shell.run(check, { fails: [["sha256sum", 1]] })).toContain("schema.json: FAILED");
    await shell.run({ text: "cd ../release", place: "here" });
  });
});

describe("a released plugin", () => {
  const source = `
resources:
  dev: { type: "vcluster-platform:SpaceTemplate", properties: { displayName: Development } }
  ci: { type: "vcluster-platform:OwnedAccessKey", properties: { user: ci, ttl: 2592000, scope: { allowCli: true } } }
outputs: { token: "\${ci.key}" }
`;
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.end(readFileSync(inFolder("release", path.basename(request.url ?? ""))));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server?.close());
  const serverUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  describe.each([
    ["its file", "--checksum", () => ({})],
    ["a web server", "--server", () => ({ "https://releases.example.com": serverUrl() })],
  ])("installed from %s", (_what, words, replaced) => {
    const given = stackUnderTest(() => ({ program: "yaml", source, env }));
    const installing = shellUnderTest(() => ({ dir: inFolder("release"), env: given.stack.env }));

    test("is not found before its installation, and runs a program afterwards, without a plugin on PATH", async () => {
      const { stack } = given;
      const { exitCode, stdout, stderr } = await stack.preview([], { expectSuccess: false });
      expect([exitCode === 0, stdout + stderr]).toEqual([false, expect.stringContaining("platform")]);
      await installing.run(page.block(words).with({ "0.1.0": version, ...replaced() }));
      expect((await stack.up(["--skip-preview"])).stdout).toMatch(/\+ 3 created/);
      expect(await stack.outputs()).toEqual({ token: "[secret]" });
      expect((await stack.preview(["--expect-no-changes"])).stdout).toMatch(/3 unchanged/);
      expect((await stack.destroy(["--skip-preview"])).stdout).toMatch(/- 3 deleted/);
    });
  });
});

/** Settings that vary between machines: file modes, time zone, language and Git's line endings. */
const otherSettings = `
umask 077
export TZ=Asia/Tokyo LC_ALL=C
git config --global core.autocrlf true
`;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}

test("every block of the page is used, except two that need a published release", () => {
  expect(page.unused().length).toBe(2);
});
