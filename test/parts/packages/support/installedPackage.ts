import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CommandResult, runCommand } from "../../../support/command";
import { root, testEnvironment, testPath } from "../../../support/environment";
import { packInto } from "../../../support/packedPackage";

/** How the package is installed. */
export interface InstallOptions {
  /** Arguments of `npm install` for the packages beside it. */
  readonly beside: readonly string[];
  /** The folder of Node.js; by default that of the tests. */
  readonly node?: string | undefined;
}

/** The package in a project outside of this clone, installed by npm from the file that is published. */
export interface InstalledPackage {
  /** The real path of the project. */
  readonly project: string;
  readonly env: Record<string, string>;
  /** Writes files of the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** Changes the package.json of the project. */
  describe(change: object): void;
  /** Runs a command in the project that must succeed. */
  run(command: string, ...args: string[]): Promise<CommandResult>;
  /** Every file that any Node.js process has required since the installation. */
  requiredFiles(): string[];
  remove(): void;
}

const hook = path.join(__dirname, "requiredFiles.cjs");

/** Packs the compiled package and installs it with its dependencies. */
export async function installPackage({ beside, node }: InstallOptions): Promise<InstalledPackage> {
  // The doctor masks the passphrase of stacks, "test", in paths too.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pulumi-platform-installed-")));
  const project = path.join(folder, "project");
  const { tarball } = await packInto(folder, project);
  const env = environmentOf(folder, project, node);
  const file = path.join(project, "package.json");
  const text = () => readFileSync(file, "utf8");
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(project, name), content);
  };
  const run = (command: string, ...args: string[]) => succeed(command, args, project, env);
  write({ "package.json": JSON.stringify({ name: "infra", private: true }) });
  // docs/security.md promises that no package needs its scripts.
  const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", "install", ...quietly, tarball, ...beside);
  const log = path.join(folder, "required.txt");
  writeFileSync(log, "");
  return {
    project,
    env: { ...env, REQUIRED_FILES: log, NODE_OPTIONS: `--require ${hook}` },
    write,
    describe: (change) => write({ "package.json": JSON.stringify({ ...JSON.parse(text()), ...change }) }),
    run,
    requiredFiles: () => [...new Set(readFileSync(log, "utf8").split("\n").filter(Boolean))],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An environment whose PATH has the installed programs and no folder of this clone. */
function environmentOf(folder: string, project: string, node: string | undefined): Record<string, string> {
  const own = path.join(project, "node_modules", ".bin");
  const tools = testPath()
    .split(path.delimiter)
    .filter((each) => !each.startsWith(root));
  const PATH = [own, ...(node ? [node] : []), ...tools].join(path.delimiter);
  // npm's cache is in the user's home.
  return { ...testEnvironment(folder), PATH, npm_config_cache: npmCache(), npm_config_update_notifier: "false" };
}

const npmCache = () => process.env.npm_config_cache ?? path.join(process.env.HOME ?? "", ".npm");

async function succeed(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<CommandResult> {
  const result = await runCommand(command, args, { cwd, env });
  if (result.exitCode === 0) return result;
  throw new Error(
    `${command} ${args.join(" ")} ended with exit code ${result.exitCode}:\n${result.stdout}${result.stderr}`,
  );
}
