import { pathsWith } from "../../provider/objects/fields";
import { formatPath } from "../../provider/objects/values";
import type { Importable } from "./importables";

/** What a program says where the secret fields of a resource would stand; undefined where its kind has none. */
export function secretsLeftOut({ resource }: Importable): string | undefined {
  const fields = pathsWith(resource.inputs, "secret").map(formatPath);
  if (fields.length === 0) return undefined;
  return `Secret, so left out: ${fields.join(", ")}. What of them is set stays as it is on the platform.`;
}
