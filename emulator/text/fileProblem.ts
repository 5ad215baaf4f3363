type Problem = readonly [why: string, remedy: string];

const otherFile = "name another file";
const denied: Problem = ["access is denied", `Give this user the right to it and to its folder, or ${otherFile}`];

const problems: Record<string, Problem> = {
  EACCES: denied,
  EPERM: denied,
  EISDIR: ["it is a folder", "Name a file"],
  EROFS: ["its file system is read-only", "Name a file in another place"],
  ENOENT: ["its folder does not exist", `Make the folder first, or ${otherFile}`],
  ENOTDIR: ["its path leads through a file", "Name a file in a folder"],
  ENOSPC: ["the disk is full", "Free some space and try again"],
  EDQUOT: ["the disk quota is used up", "Free some space and try again"],
  EFBIG: ["it would be larger than a file may be here", "Raise the limit, or delete objects and start again"],
};
const missing: Problem = ["there is no such file", "Name one that exists"];

/** Words an error of the file system: what cannot be done with which file, why, and what to do. */
export function fileProblem(action: "read" | "write", what: string, file: string, error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const known = action === "read" && code === "ENOENT" ? missing : problems[code];
  const [why, remedy] = known ?? [message, `See what is wrong with it, or ${otherFile}`];
  const shown = known === undefined ? why : `${why} (${code})`;
  return `cannot ${action} the ${what} ${file}: ${shown}. ${remedy}.`;
}
