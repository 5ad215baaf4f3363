import { NotKeptError } from "../store/store";

/** A data file that cannot be used: what is wrong, with which file, and what to do. */
export class DataError extends NotKeptError {}

const reasons: Record<string, [why: string, remedy: string]> = {
  EACCES: ["access is denied", "Give this user the right to read and write it and its folder, or name another file"],
  EPERM: ["access is denied", "Give this user the right to read and write it and its folder, or name another file"],
  EROFS: ["its file system is read-only", "Name a file in another place"],
  ENOENT: ["its folder does not exist", "Make the folder first, or name another file"],
  ENOTDIR: ["its path leads through a file", "Name a file in a folder"],
  ENOSPC: ["the disk is full", "Free some space and try again"],
  EDQUOT: ["the disk quota is used up", "Free some space and try again"],
  EFBIG: ["it would be larger than a file may be here", "Raise the limit, or delete objects and start again"],
};

/** Words an error of the file system. */
export function fileError(action: "read" | "write", file: string, error: unknown): DataError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const [why, remedy] = reasons[code] ?? [message, "See what is wrong with it, or name another file"];
  const shown = why === message ? why : `${why} (${code})`;
  return new DataError(`cannot ${action} the data file ${file}: ${shown}. ${remedy}.`, { cause: error });
}
