import { authorize } from "../access/authorize";
import { managerOf } from "../call";
import type { Draft } from "../kinds/metadata";
import { createObject } from "../objects/creation";
import { report } from "../objects/decode";
import { writerOf } from "../objects/managedFields";
import { presentNew } from "../objects/present";
import type { WriteContext } from "../objects/save";
import { finalizerWarnings } from "../objects/validateMetadata";
import { applyConfiguration } from "../patches/applyConfiguration";
import { decodeConfiguration } from "../patches/decodeConfiguration";
import { conflict } from "../statusError";
import type { Entry } from "../store/store";
import { resourceSubject, type World } from "../world";
import { checkNamespace, withGenerated } from "./createObject";
import type { ObjectTarget, Operation } from "./operation";
import { checkName, storeChange } from "./replaceObject";
import { applyOptions } from "./writeOptions";

/** PATCH with a configuration: makes the fields in it the applier's, and the object itself if it is not there. */
export const applyObject: Operation<ObjectTarget> = (world, target, call) => {
  const { kind, namespace, name } = target;
  const options = applyOptions(call);
  const current = world.store.entry(kind.plural, name, namespace);
  const config = decodeConfiguration(world, kind, call.body);
  const writer = writerOf(world, managerOf(call));
  const { draft, managedFields } = applyConfiguration(kind, current?.object, config, writer, options.force);
  report(kind.kind, call, options, config.warnings);
  checkName(draft, name);
  const how = { dryRun: options.dryRun, managedFields };
  if (current !== undefined) return storeChange(world, target, current, draft, call, how);
  const entry = create(world, target, draft, { manager: writer.manager, caller: call.caller, ...how });
  call.warnings.push(...finalizerWarnings(draft.metadata));
  return { code: 201, json: presentNew(world, kind, entry) };
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
