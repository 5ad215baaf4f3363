import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CommandResult, runCommand } from "../../../support/command";
import { root, testEnvironment, testPath } from "../../../support/environment";
import { packInto } from "../../../support/packedPackage";

/** How a user would install it. */
export interface InstallOptions {
  /** What is installed beside it, as `npm install` takes it: first of all `@pulumi/pulumi` in some version. */
  readonly beside: readonly string[];
  /** The folder of the Node.js that runs everything; without one it is that of the tests. */
  readonly node?: string | undefined;
}

/** The package in a project far from this clone, put there by `npm install` from the file that would be published. */
export interface InstalledPackage {
  /** The project; real, without links on the way to it. */
  readonly project: string;
  readonly env: Record<string, string>;
  /** Writes files of the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** Changes what package.json says of the project. */
  describe(change: object): void;
  /** Runs a command in the project that has to succeed. */
  run(command: string, ...args: string[]): Promise<CommandResult>;
  /** Every file that Node.js has found for a `require`, in whatever process, since the installation. */
  requiredFiles(): string[];
  remove(): void;
}

const hook = path.join(__dirname, "requiredFiles.cjs");

/** Packs what was compiled and installs it with npm, dependencies and all. */
export async function installPackage({ beside, node }: InstallOptions): Promise<InstalledPackage> {
  // The passphrase of stacks, "test", is masked in what doctor says, in paths too.
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
  // Nobody has to let scripts of packages run: docs/security.md says so.
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

/** No folder of this clone on PATH: the package's programs come from where npm put them. */
function environmentOf(folder: string, project: string, node: string | undefined): Record<string, string> {
  const own = path.join(project, "node_modules", ".bin");
  const tools = testPath()
    .split(path.delimiter)
    .filter((each) => !each.startsWith(root));
  const PATH = [own, ...(node ? [node] : []), ...tools].join(path.delimiter);
  // npm keeps what it fetched in the home of whoever runs the tests.
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
