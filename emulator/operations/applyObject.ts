import { authorize } from "../access/authorize";
import { managerOf } from "../call";
import type { Draft } from "../kinds/apiObject";
import { createObject } from "../objects/createObject";
import { heeded } from "../objects/fieldValidation";
import { keepHidden } from "../objects/hiddenSecrets";
import { writerOf } from "../objects/managedFields";
import { present, presentNew } from "../objects/present";
import { updateObject } from "../objects/updateObject";
import { finalizerWarnings } from "../objects/validateMetadata";
import type { WriteContext } from "../objects/writeContext";
import { applyConfiguration } from "../patches/applyConfiguration";
import { decodeConfiguration } from "../patches/decodeConfiguration";
import { badRequest, conflict } from "../statusError";
import type { Entry } from "../store/store";
import { resourceSubject, type World } from "../world";
import { checkNamespace, withGenerated } from "./createInCollection";
import type { ObjectTarget, Operation } from "./operation";
import { checkName } from "./replaceObject";
import { applyOptions } from "./writeOptions";

/** PATCH with a configuration: makes the fields in it the applier's, and the object itself if it is not there. */
export const applyObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, namespace, name } = target;
  const options = applyOptions(call);
  const current = world.store.entry(kind.plural, name, namespace);
  const config = decodeConfiguration(world, kind, call.body);
  const writer = writerOf(world, managerOf(call));
  const { draft, managedFields } = applyConfiguration(kind, current?.object, config, writer, options.force);
  const refuse = ([first]: readonly string[]) => badRequest(`error strict decoding YAML: ${first}`);
  call.warnings.push(...heeded(config.warnings, options, refuse));
  checkName(draft, name);
  const context = { manager: writer.manager, dryRun: options.dryRun, caller: call.caller, managedFields };
  const entry =
    current === undefined
      ? create(world, target, draft, context)
      : updateObject(world, kind, current, keepHidden(world, kind, current.object, draft), context);
  call.warnings.push(...finalizerWarnings(draft.metadata));
  if (current === undefined) return { code: 201, json: presentNew(world, kind, entry) };
  return { code: 200, json: present(world, kind, entry) };
};

function create(world: World, { kind, namespace, name }: ObjectTarget, draft: Draft, context: WriteContext): Entry {
  authorize(context.caller, {
    verb: "create",
    group: world.group,
    resource: kind.plural,
    subresource: "",
    name,
    namespace,
  });
  const { resourceVersion, uid, ...metadata } = draft.metadata;
  if (uid !== undefined) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resourceSubject(world, kind, name), why);
  }
  checkNamespace(world, kind, namespace, draft);
  return createObject(world, kind, namespace, withGenerated(kind, { ...draft, metadata }), context);
}
