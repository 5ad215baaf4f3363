import type { Resource } from "../objects/resource.js";
import { anyOverlaps, isWithin, type Marked, type Path, valueAt } from "../objects/values.js";
import type { Change } from "./changedFields.js";
import { secretPaths } from "./markedValues.js";

/**
 * Values that the program marks as secret, that the state has in clear text, and that do not change
 * otherwise. The versions are the inputs before and after, and the state.
 */
export function newSecrets(
  resource: Resource,
  [, after = none, state = none]: readonly Marked[],
  changes: readonly Change[],
): Change[] {
  const encrypted = [...secretPaths(resource), ...state.secrets];
  const changing = changes.map(({ path }) => path);
  const isEncrypted = (path: Path) => encrypted.some((each) => isWithin(path, each));
  const isInState = (path: Path) => (valueAt(state.properties, path) ?? undefined) !== undefined;
  return after.secrets
    .filter((path) => isInState(path) && !isEncrypted(path) && !anyOverlaps(changing, path))
    .map(markedChange);
}

const none: Marked = { properties: {}, secrets: [] };

// As an addition, so that --diff does not print the value in clear text.
const markedChange = (path: Path): Change => ({
  ...{ path, kind: "add", replaces: false, input: true },
  isNewSecret: true,
});
