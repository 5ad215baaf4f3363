// npm run release -- <folder>: everything that a release publishes, built from the last commit, with checksums.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkOut, packNpm, setUp } from "./release/build.js";
import { changelogSection } from "./release/changelogSection.js";
import { checksums } from "./release/checksums.js";
import { pluginFiles } from "./release/pluginFiles.js";
import { refusals } from "./release/refusals.js";
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

const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
const versionIn = (/** @type {string} */ file) => String(JSON.parse(read(file)).version);
const git = async (/** @type {string[]} */ ...args) => (await printed("git", args, { cwd: root })).trimEnd();

/**
 * Refuses what would become a release that cannot be made again, or does not say what it is.
 * @param {string} target
 */
async function checkFacts(target) {
  const found = refusals({
    changes: await git("status", "--porcelain"),
    version: versionIn("package.json"),
    lockVersion: versionIn("package-lock.json"),
    schemaVersion: versionIn("schema.json"),
    changelog: read("CHANGELOG.md"),
    present: existsSync(target) ? readdirSync(target) : [],
  });
  if (found.length > 0) throw new Failure(`There is nothing to release yet.\n${found.join("\n")}`);
}

/**
 * Builds in a folder of its own, and puts together what is published.
 * @param {string} folder
 * @param {string} target
 */
async function buildRelease(folder, target) {
  const version = versionIn("package.json");
  const commit = await git("rev-parse", "HEAD");
  const seconds = Number(await git("log", "-1", "--format=%ct"));
  await step("Take out the commit", () => checkOut(root, commit, folder));
  await step("Install the packages of the lockfile, and compile", () => setUp(folder));
  await step("Pack the npm package", () => packNpm(folder, target));
  await step("Pack the plugin", async () => {
    const archive = tarball(pluginFiles(folder), seconds);
    for (const system of systems) {
      writeFileSync(path.join(target, `pulumi-resource-platform-v${version}-${system}.tar.gz`), archive);
    }
  });
  await step("Generate the SDKs", async () => {
    for (const language of sdkLanguages) {
      const empty = mkdtempSync(path.join(path.dirname(folder), `${language}-`));
      const archive = tarball(await sdkFiles(folder, language, empty), seconds);
      writeFileSync(path.join(target, `pulumi-platform-sdk-${language}-v${version}.tar.gz`), archive);
    }
  });
  writeFileSync(path.join(target, "schema.json"), read("schema.json"));
  writeFileSync(path.join(target, "RELEASE_NOTES.md"), releaseNotes(version, commit));
  writeFileSync(path.join(target, "SHA256SUMS"), checksums(target));
}

/**
 * @param {string} version
 * @param {string} commit
 */
function releaseNotes(version, commit) {
  const section = changelogSection(read("CHANGELOG.md"), version);
  return `# pulumi-platform ${version} (${section?.date})\n\n${section?.text}\n\nBuilt from commit ${commit}.\n`;
}

await runMain(async () => {
  const [name] = process.argv.slice(2);
  if (!name) throw new Failure("Say where the release shall go: npm run release -- <folder>");
  const target = path.resolve(name);
  await checkFacts(target);
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-release-"));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(target, { recursive: true });
  await buildRelease(path.join(folder, "clone"), target);
  console.log(`\n${readFileSync(path.join(target, "SHA256SUMS"), "utf8")}`);
});
