import type { ExportedResource, Stack } from "./stack";

/**
 * The templates of the state as it lies on the disk, by the names that the program gives them, without the replaced ones that are still to
 * be deleted. What is encrypted stays so.
 */
export function templatesInState(stack: Stack): Map<string, ExportedResource> {
  const resources: (ExportedResource & { delete?: boolean })[] =
    JSON.parse(stack.rawStateFile()).checkpoint.latest?.resources ?? [];
  const templates = resources.filter((each) => each.type.endsWith(":SpaceTemplate") && !each.delete);
  return new Map(templates.map((each) => [each.urn.split("::").at(-1) ?? "", each]));
}
