import type { ApiObject } from "../../api/client.js";
import { quoted, shownName } from "../../api/output/redaction.js";
import { isRecord, type Path, type Properties, valueAt } from "../values.js";

/** The last writer of a field. `time` is of its last write, perhaps to another field. */
export interface Writer {
  readonly manager: string;
  readonly time: string | undefined;
}

/** The latest manager that owns a field in managedFields (specification, section 2.1). */
export function lastWriter(object: ApiObject, path: Path): Writer | undefined {
  const entries = (object.metadata as Properties).managedFields;
  if (!Array.isArray(entries)) return undefined;
  // A removed entry has no owner: look for the owner of the list.
  const list = path.map((_, index) => path.slice(0, index)).find((each) => Array.isArray(valueAt(object, each)));
  const owned = list ?? path;
  // managedFields does not record who removed a field.
  if (valueAt(object, owned) === undefined) return undefined;
  const fields = ["fieldsV1", ...owned.map((key) => `f:${key}`)];
  const owners = entries.filter((entry) => valueAt(entry, fields) !== undefined) as Properties[];
  const [latest] = owners.sort((a, b) => String(b.time ?? "").localeCompare(String(a.time ?? "")));
  return latest && { manager: String(latest.manager), time: latest.time as string | undefined };
}

/** The manager that wrote at the time of creation, if managedFields still has it. */
export function creatorOf(object: ApiObject): Writer | undefined {
  const { managedFields, creationTimestamp } = object.metadata as Properties;
  if (!Array.isArray(managedFields)) return undefined;
  const creation = managedFields.find((entry) => isRecord(entry) && entry.time === creationTimestamp);
  return isRecord(creation) ? { manager: String(creation.manager), time: String(creationTimestamp) } : undefined;
}

/** The writer of a field as text. */
export const writerText = ({ manager, time }: Writer): string =>
  `by ${quoted(manager)}${time ? ` at or before ${shownName(time)}` : ""}`;
