import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { runCommand } from "./command";
import { root } from "./environment";

/** A repository of its own with this clone's files as they are, committed or not. */
export interface CommittedTree {
  /** Its folder. */
  readonly dir: string;
  git(...args: string[]): Promise<string>;
  /** Commits everything. */
  commit(message: string): Promise<void>;
}

const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];

/** Copies all that git would take, and commits it. */
export async function commitTree(dir: string, env: Record<string, string>): Promise<CommittedTree> {
  const inFolder = async (cwd: string, args: string[]) => {
    const { exitCode, stdout, stderr } = await runCommand("git", args, { cwd, env });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")} ended with exit code ${exitCode}:\n${stderr}`);
    return stdout;
  };
  const git = (...args: string[]) => inFolder(dir, args);
  const listed = await inFolder(root, ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  const files = [...new Set(listed.split("\0").filter(Boolean))].filter((file) => existsSync(path.join(root, file)));
  mkdirSync(dir, { recursive: true });
  for (const file of files) cpSync(path.join(root, file), path.join(dir, file));
  const commit = async (message: string) => {
    await git("add", "--all");
    await git(...author, "commit", "--quiet", "--message", message);
  };
  await git("init", "--quiet");
  await commit("The tree as it is");
  return { dir, git, commit };
}
