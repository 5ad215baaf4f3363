import { managerOf } from "../call";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { platformNamespace, project, projectOfNamespace } from "../kinds/project";
import { createObject } from "../objects/creation";
import { decodeDraft } from "../objects/decode";
import { finalizerWarnings } from "../objects/metadataRules";
import { presentNew } from "../objects/present";
import { badRequest, notFound } from "../statusError";
import type { World } from "../world";
import type { Operation } from "./readObjects";
import { writeOptions } from "./writeOptions";

/** POST: stores a new object. The response has all of it, with what the server made up. */
export const createInCollection: Operation<{ kind: Kind; namespace: string }> = (world, { kind, namespace }, call) => {
  const options = writeOptions(call, "CreateOptions");
  const draft = decodeDraft(world, kind, call, options);
  checkNamespace(world, kind, namespace, draft);
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  const entry = createObject(world, kind, namespace, draft, context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 201, body: presentNew(world, kind, entry) };
};

/** Throws if an object is for another namespace than the path, or for an unknown one. */
export function checkNamespace(world: World, kind: Kind, namespace: string, draft: Draft): void {
  if (!kind.namespaced) return;
  if ((draft.metadata.namespace ?? namespace) !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (hasNamespace(world, namespace)) return;
  throw notFound({ group: "", kind: "namespaces", name: namespace });
}

// A namespace of the management server is that of a project, or of the platform itself.
function hasNamespace({ api, store, cluster, projectsWithoutNamespace }: World, namespace: string): boolean {
  if (cluster !== undefined) return store.entry("namespaces", namespace) !== undefined;
  if (namespace === platformNamespace) return api === 4;
  const owner = store.get(project.plural, projectOfNamespace(namespace) ?? "");
  return owner !== undefined && !projectsWithoutNamespace.has(owner.metadata.uid);
}
