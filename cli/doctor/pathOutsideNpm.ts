import { basename, delimiter } from "node:path";

/** The PATH that npx, or npm run, was called with: they put folders before it that a plain `pulumi up` does not have. */
export function pathOutsideNpm({ PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = PATH.split(delimiter);
  // The last folder that they put there; one may run the other.
  const last = folders.findLastIndex((folder) => basename(folder) === "node-gyp-bin");
  return folders.slice(last + 1).join(delimiter);
}
