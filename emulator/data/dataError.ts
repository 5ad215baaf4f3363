import { NotKeptError } from "../store/store";
import { fileProblem } from "../text/fileProblem";

/** A data file that cannot be used: what is wrong, with which file, and what to do. */
export class DataError extends NotKeptError {}

/** An error of the file system, about the data file. */
export function fileError(action: "read" | "write", file: string, error: unknown): DataError {
  return new DataError(fileProblem(action, "data file", file, error), { cause: error });
}
