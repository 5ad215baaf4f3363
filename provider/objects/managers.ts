import type { ApiObject } from "../api/client.js";
import { isRecord, type Path, type Properties } from "./values.js";

/** Who wrote a field last, and the time at or before which it was: managedFields keep one time per manager. */
export interface Writer {
  readonly manager: string;
  readonly time: string | undefined;
}

/** The manager that owns a field according to managedFields (specification, section 2.1), the most recent one first. */
export function lastWriter(object: ApiObject, path: Path): Writer | undefined {
  const entries = (object.metadata as Properties).managedFields;
  if (!Array.isArray(entries)) return undefined;
  const owners = entries.filter((entry) => isRecord(entry) && owns(entry.fieldsV1, path)) as Properties[];
  const [latest] = owners.sort((a, b) => String(b.time ?? "").localeCompare(String(a.time ?? "")));
  return (
    latest && { manager: String(latest.manager), time: latest.time === undefined ? undefined : String(latest.time) }
  );
}

/** A list or scalar is owned as a whole, so ownership of any outer field counts where the path is not listed deeper. */
function owns(fields: unknown, path: Path): boolean {
  if (!isRecord(fields)) return false;
  const [key, ...rest] = path;
  if (key === undefined) return true;
  const inner = fields[`f:${key}`];
  if (inner === undefined) return false;
  return isRecord(inner) && Object.keys(inner).length === 0 ? true : owns(inner, rest);
}
