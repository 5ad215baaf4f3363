import type { ApiObject } from "../../api/client.js";
import { quoted, shownName } from "../../api/output/escape.js";
import { isRecord, type Path, type Properties, valueAt } from "../values.js";

/** Who wrote a field last, and the time at or before which it was: managedFields keep one time per manager. */
export interface Writer {
  readonly manager: string;
  readonly time: string | undefined;
}

/** The manager that owns a field according to managedFields (specification, section 2.1), the most recent one first. */
export function lastWriter(object: ApiObject, path: Path): Writer | undefined {
  const entries = (object.metadata as Properties).managedFields;
  if (!Array.isArray(entries)) return undefined;
  // The owner of a list also took out what is gone from it.
  const list = path.map((_, index) => path.slice(0, index)).find((each) => Array.isArray(valueAt(object, each)));
  const owned = list ?? path;
  // Nobody owns what is gone, and whoever took it away is not kept.
  if (valueAt(object, owned) === undefined) return undefined;
  const fields = ["fieldsV1", ...owned.map((key) => `f:${key}`)];
  const owners = entries.filter((entry) => valueAt(entry, fields) !== undefined) as Properties[];
  const [latest] = owners.sort((a, b) => String(b.time ?? "").localeCompare(String(a.time ?? "")));
  return latest && { manager: String(latest.manager), time: latest.time as string | undefined };
}

/** Who made the object, as far as managedFields still tell: whoever wrote at that time. */
export function creatorOf(object: ApiObject): Writer | undefined {
  const { managedFields, creationTimestamp } = object.metadata as Properties;
  if (!Array.isArray(managedFields)) return undefined;
  const first = managedFields.find((entry) => isRecord(entry) && entry.time === creationTimestamp);
  return isRecord(first) ? { manager: String(first.manager), time: String(creationTimestamp) } : undefined;
}

/** Who wrote a field, and when at the latest. */
export const byWhom = ({ manager, time }: Writer): string =>
  `by ${quoted(manager)}${time ? ` at or before ${shownName(time)}` : ""}`;
