import type { ExportedResource, Stack } from "./stack";

/**
 * The templates in the state file by resource name, without replaced ones that await deletion.
 * Secrets stay encrypted.
 */
export function templatesInState(stack: Stack): Map<string, ExportedResource> {
  const resources: (ExportedResource & { delete?: boolean })[] =
    JSON.parse(stack.rawStateFile()).checkpoint.latest?.resources ?? [];
  const templates = resources.filter((each) => each.type.endsWith(":SpaceTemplate") && !each.delete);
  return new Map(templates.map((each) => [each.urn.split("::").at(-1) ?? "", each]));
}
