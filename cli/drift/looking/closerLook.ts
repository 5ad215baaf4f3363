import type { ApiObject } from "../../../provider/api/client";
import * as engine from "../../../provider/engine";
import { ownerOf } from "../../../provider/faces/ownerOf";
import { InitializationError, type OperationContext, type Stored } from "../../../provider/objects/operation";
import { type Properties, textsAt, withoutNulls } from "../../../provider/objects/values";
import type { Audience, Session } from "../../../provider/session";
import type { OurResource } from "../../state/ourResource";

/** What differs between a resource's state and the platform, seen with the object itself. */
export interface CloserLook {
  readonly stored: Stored;
  readonly changes: readonly engine.Change[];
  /** What is secret in it by now. */
  readonly secrets: readonly string[];
  /** The object as the platform shows it, with managedFields; absent where it hides the object. */
  readonly live?: ApiObject | undefined;
}

// The engine has just waited for the same read as long as the program says; who hangs now must not stop the report.
const patienceSeconds = 10;

// Pulumi's engine made the provider say all of it already.
const silent: Audience = { warn: () => {}, inform: () => {}, status: () => {} };

/**
 * Reads a resource as the provider does and compares it as the provider does, but keeps the object, which says who wrote what.
 * Sends nothing but GET. Undefined when the object is gone; throws what the read throws.
 */
export async function closerLook(session: Session, ours: OurResource, now: Date): Promise<CloserLook | undefined> {
  const seen: ApiObject[] = [];
  const stored = await read(contextOf(session, ours, seen), ours);
  if (!stored) return undefined;
  const { resource, recorded, id, ignoreChanges, secretPaths } = ours;
  const { changes } = engine.diff(resource, {
    id,
    before: stored.inputs,
    after: recorded.inputs,
    state: stored.state,
    ignoreChanges,
    now,
  });
  const secrets = [stored.inputs, stored.state].flatMap((each) => textsAt(each, secretPaths));
  return { stored, changes, secrets, live: seen.find(({ metadata }) => metadata.uid === stored.state.uid) };
}

function contextOf(
  session: Session,
  { urn, resource, recorded, secretPaths }: OurResource,
  seen: ApiObject[],
): OperationContext {
  const secrets = [recorded.inputs, recorded.state].flatMap((each) => textsAt(each, secretPaths));
  const context = session.context({
    kind: "read",
    resource,
    owner: ownerOf(urn),
    timeout: patienceSeconds,
    secrets,
    secretPaths,
    audience: silent,
  });
  const { onObject } = context.call;
  const call = {
    ...context.call,
    onObject: (object: ApiObject) => {
      onObject?.(object);
      seen.push(object);
    },
  };
  return { ...context, call };
}

/** A resource that is unfinished is one all the same. */
async function read(context: OperationContext, { resource, id, recorded }: OurResource): Promise<Stored | undefined> {
  try {
    return withValues(await engine.read(context, { resource, id, recorded }));
  } catch (error) {
    if (!(error instanceof InitializationError)) throw error;
    return withValues(error.stored);
  }
}

/** An output without a value is null. */
const withValues = (stored: Stored | undefined): Stored | undefined =>
  stored && { ...stored, state: withoutNulls(stored.state) as Properties };
