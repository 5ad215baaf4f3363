import { typeToken } from "../../provider/resources/typeToken";
import type { Importable } from "./importables";
import { resourceNames } from "./resourceNames";

/** What `pulumi import --file` takes. */
export function importFile(taken: readonly Importable[]): string {
  const names = resourceNames(taken);
  const resources = taken.map(({ resource, id }, index) => ({
    type: typeToken(resource.type),
    name: names[index]?.variable,
    logicalName: names[index]?.logical,
    id,
  }));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
