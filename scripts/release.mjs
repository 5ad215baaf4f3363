// npm run release -- <folder>: everything that a release publishes, built from the last commit, with checksums.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkOut, packNpm, setUp } from "./release/build.js";
import { changelogSection } from "./release/changelogSection.js";
import { checksums } from "./release/checksums.js";
import { committedFiles } from "./release/committedFiles.js";
import { pluginFiles } from "./release/pluginFiles.js";
import { refusals } from "./release/refusals.js";
import { releaseTools } from "./release/releaseTools.js";
import { sdkFiles, sdkLanguages } from "./release/sdkFiles.js";
import { tarball } from "./release/tarball.js";
import { Failure } from "./setup/failure.js";
import { root } from "./setup/paths.js";
import { printed } from "./setup/printed.js";
import { onExit } from "./setup/processes.js";
import { step } from "./setup/step.js";
import { runMain } from "./setup.mjs";

/** The systems that Pulumi looks for archives of, by the names that it gives them. */
const systems = ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64"];

const git = async (/** @type {string[]} */ ...args) => (await printed("git", args, { cwd: root })).trimEnd();

/**
 * Refuses what would become a release that cannot be made again, or does not say what it is.
 * @param {import("./release/committedFiles.js").CommittedFiles} commit
 * @param {string} target
 */
async function checkFacts(commit, target) {
  const found = refusals({
    changes: await git("status", "--porcelain"),
    version: await commit.versionIn("package.json"),
    lockVersion: await commit.versionIn("package-lock.json"),
    schemaVersion: await commit.versionIn("schema.json"),
    changelog: await commit.read("CHANGELOG.md"),
    present: existsSync(target) ? readdirSync(target) : [],
  });
  if (found.length > 0) throw new Failure(`There is nothing to release yet.\n${found.join("\n")}`);
}

/**
 * Builds in a folder of its own, and puts together what is published.
 * @param {import("./release/committedFiles.js").CommittedFiles} commit
 * @param {string} folder
 * @param {string} target
 */
async function buildRelease(commit, folder, target) {
  const version = await commit.versionIn("package.json");
  const seconds = Number(await git("log", "-1", "--format=%ct", commit.id));
  await step("Take out the commit", () => checkOut(root, commit.id, folder));
  await step("Install the packages of the lockfile, and compile", () => setUp(folder));
  const tools = await releaseTools(folder);
  await step("Pack the npm package", () => packNpm(folder, target));
  await step("Pack the plugin", async () => {
    const archive = tarball(pluginFiles(folder), seconds);
    for (const system of systems) {
      writeFileSync(path.join(target, `pulumi-resource-vcluster-platform-v${version}-${system}.tar.gz`), archive);
    }
  });
  await step("Generate the SDKs", async () => {
    for (const language of sdkLanguages) {
      const empty = mkdtempSync(path.join(path.dirname(folder), `${language}-`));
      const archive = tarball(await sdkFiles(path.join(folder, "schema.json"), language, empty, tools.env), seconds);
      writeFileSync(path.join(target, `pulumi-vcluster-platform-sdk-${language}-v${version}.tar.gz`), archive);
    }
  });
  copyFileSync(path.join(folder, "schema.json"), path.join(target, "schema.json"));
  const changes = changelogSection(await commit.read("CHANGELOG.md"), version);
  const origin = { commit: commit.id, tools };
  writeFileSync(path.join(target, "RELEASE_NOTES.md"), releaseNotes(version, changes, origin));
  writeFileSync(path.join(target, "SHA256SUMS"), checksums(target));
}

/**
 * @param {string} version
 * @param {ReturnType<typeof changelogSection>} changes
 * @param {{ commit: string, tools: { pulumi: string, npm: string } }} origin
 */
function releaseNotes(version, changes, { commit, tools }) {
  const built = `Built from commit ${commit} with Node.js ${process.versions.node}, npm ${tools.npm} and Pulumi ${tools.pulumi}.`;
  const paragraphs = [`# pulumi-vcluster-platform ${version} (${changes?.date})`, changes?.text, built];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

await runMain(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name] = positionals;
  if (!name) throw new Failure("Name the folder for the release: npm run release -- <folder>");
  const target = path.resolve(name);
  // The file modes of a release must not depend on the umask of its maintainer.
  process.umask(0o022);
  const commit = committedFiles(root, await git("rev-parse", "HEAD"));
  await checkFacts(commit, target);
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-release-"));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(target, { recursive: true });
  await buildRelease(commit, path.join(folder, "clone"), target);
  console.log(`\n${readFileSync(path.join(target, "SHA256SUMS"), "utf8")}`);
});
