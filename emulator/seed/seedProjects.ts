import { administrator } from "../access/caller";
import { project } from "../kinds/project";
import { createObject } from "../objects/creation";
import type { World } from "../world";

/** Who wrote what was there before the first request. */
export const seedManager = "embedded-platform";

/** Creates the projects that exist from the start; one that is there already is left alone. */
export function seedProjects(world: World, names: readonly string[]): void {
  for (const name of names) {
    if (world.store.entry(project.plural, name) !== undefined) continue;
    const draft = { apiVersion: world.apiVersion, kind: project.kind, metadata: { name }, spec: {} };
    createObject(world, project, "", draft, { manager: seedManager, dryRun: false, caller: administrator });
  }
}
