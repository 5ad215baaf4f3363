// npm run release -- <folder>: builds all that a release publishes from the last commit.
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
import { archive, build, checksums, releaseTools } from "./release/build.js";
import { changelogSection, refusals } from "./release/facts.js";
import { pluginFiles } from "./release/pluginFiles.js";
import { billOfMaterials } from "./release/sbom.js";
import { Failure } from "./setup/failure.js";
import { npm, root } from "./setup/paths.js";
import { onExit, printed } from "./setup/processes.js";
import { step } from "./setup/step.js";
import { generateSdk } from "./toolchain/languages/sdks.js";

/** The systems that Pulumi looks for archives of, by the names that it gives them. */
const systems = ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64"];

const git = async (...args: string[]) => (await printed("git", args, { cwd: root })).trimEnd();

/** Reads a file of the commit, since the clone may change meanwhile. */
const read = (commit: string, file: string) => printed("git", ["show", `${commit}:${file}`], { cwd: root });

const versionIn = async (commit: string, file: string) => String(JSON.parse(await read(commit, file)).version);

/** Refuses what would become a release that cannot be made again, or does not say what it is. */
async function checkFacts(commit: string, target: string) {
  const found = refusals({
    changes: await git("status", "--porcelain"),
    version: await versionIn(commit, "package.json"),
    lockVersion: await versionIn(commit, "package-lock.json"),
    schemaVersion: await versionIn(commit, "schema.json"),
    changelog: await read(commit, "CHANGELOG.md"),
    present: existsSync(target) ? readdirSync(target) : [],
  });
  if (found.length > 0) throw new Failure(`There is nothing to release yet.\n${found.join("\n")}`);
}

/** Builds in a folder of its own, and puts together what is published. */
async function buildRelease(commit: string, folder: string, target: string) {
  const version = await versionIn(commit, "package.json");
  const seconds = Number(await git("log", "-1", "--format=%ct", commit));
  await step("Clone the commit, install its packages, and compile", () => build(root, commit, folder));
  const tools = await releaseTools(folder);
  await step("Pack the npm package", () =>
    printed(npm, ["pack", "--ignore-scripts", "--pack-destination", target], { cwd: folder }),
  );
  await step("Pack the plugin", async () => {
    const staged = `${folder}-plugin`;
    await writePlugin(folder, staged);
    for (const system of systems) {
      const name = `pulumi-resource-vcluster-platform-v${version}-${system}.tar.gz`;
      await archive(staged, path.join(target, name), seconds);
    }
  });
  await step("Generate the SDKs", async () => {
    for (const language of ["nodejs", "python", "go"] as const) {
      const empty = mkdtempSync(`${folder}-${language}-`);
      const sdk = await generateSdk(language, path.join(folder, "schema.json"), empty, tools.env);
      await archive(sdk, path.join(target, `pulumi-vcluster-platform-sdk-${language}-v${version}.tar.gz`), seconds);
    }
  });
  await step("List the shipped packages", async () => {
    const bill = await billOfMaterials(folder, `${folder}-sbom`, seconds);
    writeFileSync(path.join(target, `pulumi-vcluster-platform-${version}.cdx.json`), bill);
  });
  copyFileSync(path.join(folder, "schema.json"), path.join(target, "schema.json"));
  const changes = changelogSection(await read(commit, "CHANGELOG.md"), version);
  const origin = { commit, tools };
  writeFileSync(path.join(target, "RELEASE_NOTES.md"), releaseNotes(version, changes, origin));
  writeFileSync(path.join(target, "SHA256SUMS"), checksums(target));
}

async function writePlugin(folder: string, staged: string) {
  for (const { name, content, isProgram } of await pluginFiles(folder)) {
    mkdirSync(path.dirname(path.join(staged, name)), { recursive: true });
    writeFileSync(path.join(staged, name), content, { mode: isProgram ? 0o755 : 0o644 });
  }
}

function releaseNotes(
  version: string,
  changes: ReturnType<typeof changelogSection>,
  { commit, tools }: { commit: string; tools: { pulumi: string; npm: string } },
) {
  const built = `Built from commit ${commit} with Node.js ${process.versions.node}, npm ${tools.npm} and Pulumi ${tools.pulumi}.`;
  const paragraphs = [`# pulumi-vcluster-platform ${version} (${changes?.date})`, changes?.text, built];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

/** The command `npm run release`. */
export async function main([name]: string[]) {
  if (!name) throw new Failure("Name the folder for the release: npm run release -- <folder>");
  const target = path.resolve(name);
  // The file modes of a release must not depend on the umask of its maintainer.
  process.umask(0o022);
  const commit = await git("rev-parse", "HEAD");
  await checkFacts(commit, target);
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-release-"));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(target, { recursive: true });
  await buildRelease(commit, path.join(folder, "clone"), target);
  console.log(`\n${readFileSync(path.join(target, "SHA256SUMS"), "utf8")}`);
}
