import { managerOf } from "../call";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { project, projectOfNamespace } from "../kinds/project";
import { createObject } from "../objects/creation";
import { decodeDraft } from "../objects/decode";
import { finalizerWarnings } from "../objects/metadataRules";
import { presentNew } from "../objects/present";
import { badRequest, notFound } from "../statusError";
import { isObject } from "../text/json";
import type { World } from "../world";
import type { Operation } from "./operation";
import { writeOptions } from "./writeOptions";

/** POST: stores a new object and answers it whole, with what the server made up. */
export const createInCollection: Operation<{ kind: Kind; namespace: string }> = (world, { kind, namespace }, call) => {
  const options = writeOptions(call, "CreateOptions");
  const draft = withGenerated(kind, decodeDraft(world, kind, call, options));
  checkNamespace(world, kind, namespace, draft);
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  const entry = createObject(world, kind, namespace, draft, context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 201, json: presentNew(world, kind, entry) };
};

/** Throws if an object is for another namespace than the path, or for an unknown one. */
export function checkNamespace(world: World, kind: Kind, namespace: string, draft: Draft): void {
  if (!kind.namespaced) return;
  if ((draft.metadata.namespace ?? namespace) !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  const owner = projectOfNamespace(namespace);
  if (owner !== undefined && world.store.entry(project.plural, owner) !== undefined) return;
  throw notFound({ group: "", kind: "namespaces", name: namespace });
}

/** Fills in what the server makes up if the caller does not send it. */
export function withGenerated(kind: Kind, draft: Draft): Draft {
  if (kind.generated === undefined || !isObject(draft.spec)) return draft;
  const spec = { ...draft.spec };
  for (const [field, generate] of Object.entries(kind.generated)) spec[field] ||= generate();
  return { ...draft, spec };
}
