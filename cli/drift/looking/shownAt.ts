import { mask } from "../../../provider/api/output/secretShapes";
import { isRecord, isWithin, type Path, type Properties, valueAt } from "../../../provider/objects/values";

/** What stands at a path, with the word for each secret in it; undefined where nothing does. */
export function shownAt(properties: Properties, path: Path, secretPaths: readonly Path[]): unknown {
  return withoutSecrets(valueAt(properties, path), path, secretPaths);
}

function withoutSecrets(value: unknown, path: Path, secretPaths: readonly Path[]): unknown {
  if (value === undefined) return undefined;
  if (secretPaths.some((each) => isWithin(path, each))) return mask;
  if (Array.isArray(value)) return value.map((item, index) => withoutSecrets(item, [...path, index], secretPaths));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    withoutSecrets(member, [...path, key], secretPaths),
  ]);
  return Object.fromEntries(members);
}
