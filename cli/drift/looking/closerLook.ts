import { isDeepStrictEqual } from "node:util";
import { ownerOf } from "../../../provider/adapters/shared/urn";
import type { ApiObject } from "../../../provider/api/client";
import { mask } from "../../../provider/api/output/secretShapes";
import { fieldManager } from "../../../provider/api/transport/requests";
import type { Config } from "../../../provider/config/config";
import * as engine from "../../../provider/engine/engine";
import type { Diagnostics, Session } from "../../../provider/engine/session";
import { InitFailure, type OperationContext, type Stored } from "../../../provider/objects/operation";
import { type ExternalChange, externalChangesIn } from "../../../provider/objects/state/externalChange";
import { byWhom, creatorOf, lastWriter } from "../../../provider/objects/state/fieldManagers";
import {
  formatPath,
  isRecord,
  isWithin,
  type Path,
  type Properties,
  semanticEqual,
  textsAt,
  valueAt,
  withoutNulls,
} from "../../../provider/objects/values";
import type { OurResource } from "../../state/ourResource";
import type { FindingKindName } from "../findingKinds";
import type { FindingWriter } from "../report";
import { type Found, pointer, shortly, type Values } from "./newFinding";

/** What differs between a resource's state and the platform, seen with the object itself. */
interface CloserLook {
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
const silent: Diagnostics = { warn: () => {}, inform: () => {}, status: () => {} };

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
    diagnostics: silent,
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
    if (!(error instanceof InitFailure)) throw error;
    return withValues(error.stored);
  }
}

/** An output without a value is null. */
const withValues = (stored: Stored | undefined): Stored | undefined =>
  stored && { ...stored, state: withoutNulls(stored.state) as Properties };

/** Where each thing that somebody else did shows, and what it is to a report. */
const external: Readonly<Record<ExternalChange, { readonly kind: FindingKindName; readonly path?: Path }>> = {
  recreated: { kind: "recreated", path: ["uid"] },
  readded: { kind: "recreated", path: ["uid"] },
  terminating: { kind: "terminating" },
  rotated: { kind: "rotated", path: ["key"] },
  disabled: { kind: "disabled", path: ["disabled"] },
  enabled: { kind: "disabled", path: ["disabled"] },
  relabeled: { kind: "changed" },
  unfinished: { kind: "unfinished" },
};

/** Fields whose change is known by a name of its own. */
const ownKinds: Readonly<Record<string, FindingKindName>> = { key: "rotated", disabled: "disabled" };

/** What a look at a resource and its object found, field by field, with who wrote what. */
export function closeFindings(ours: OurResource, look: CloserLook, config: Config): Found[] {
  const seen = externalFindings(ours, look, config);
  const known = new Set(seen.map(({ path }) => path));
  const fields = look.changes
    .filter(({ path }) => Object.hasOwn(ours.resource.inputs.shape, String(path[0])))
    .map(({ path, input }) => fieldFinding(ours, look, config, path, input ? "inputs" : "state"));
  return [...seen, ...fields.filter(({ path }) => !known.has(path))];
}

function externalFindings(ours: OurResource, look: CloserLook, config: Config): Found[] {
  return recordedFindings(ours, look.stored.state.externalChange).map(({ path, ...found }) => ({
    ...(path && atPath(ours, look, config, path, ["state", "state"])),
    ...found,
  }));
}

/** What an `externalChange` tells of a resource, without values, and each with the property that shows it. */
export function recordedFindings(
  { resource, id }: OurResource,
  words: unknown,
): { kind: FindingKindName; path?: Path; message: string }[] {
  const message = `${resource.type} "${id}": ${words}.`;
  return externalChangesIn(words).map((name) => ({ ...external[name], message }));
}

type Part = "inputs" | "state";

/** A read leaves an immutable input as it was declared; then the state has the live value. */
function fieldFinding(ours: OurResource, look: CloserLook, config: Config, path: Path, live: Part): Found {
  const found = atPath(ours, look, config, path, ["inputs", live]);
  const writer = found.by ? ` ${byWhom({ manager: found.by.manager, time: found.by.time ?? undefined })}` : "";
  const kind = ownKinds[formatPath(path)] ?? "changed";
  return { ...found, kind, message: (values) => `${formatPath(path)} was ${change(values)}${writer}.` };
}

function change({ expected, live }: Values): string {
  if (expected === undefined && live === undefined) return "changed";
  if (live === undefined) return `removed; the program declares ${shortly(expected)}`;
  if (expected === undefined) return `added: ${shortly(live)}`;
  return `changed from ${shortly(expected)} to ${shortly(live)}`;
}

function atPath(
  ours: OurResource,
  { stored, live: object }: CloserLook,
  config: Config,
  path: Path,
  [expected, live]: readonly [expected: Part, live: Part],
): Omit<Found, "kind" | "message"> {
  const [before, now] = [ours.recorded[expected], stored[live]].map((each) => valueAt(each, path));
  const shown = {
    expected: shownAt(ours.recorded[expected], path, ours.secretPaths),
    live: shownAt(stored[live], path, ours.secretPaths),
  };
  return {
    path: pointer(path),
    // A refresh before this one has recorded the live value already.
    ...(isDeepStrictEqual(before, now) ? {} : shown),
    by: object && writerOf(object, pathsOf(ours, config, path), { before, now }),
  };
}

/** Where the object holds what a property shows; its uid is its own. */
const pathsOf = ({ resource }: OurResource, config: Config, path: Path): readonly Path[] =>
  path[0] === "uid" ? [["metadata", "uid"]] : resource.objectPaths(config, path);

/** What stands at a path, with the word for each secret in it; undefined where nothing does. */
export function shownAt(properties: Properties, path: Path, secretPaths: readonly Path[]): unknown {
  return withoutSecrets(valueAt(properties, path), path, secretPaths);
}

function withoutSecrets(value: unknown, path: Path, secretPaths: readonly Path[]): unknown {
  if (value === undefined) return undefined;
  if (secretPaths.some((each) => isWithin(path, each))) return mask;
  if (Array.isArray(value)) return value.map((item, index) => withoutSecrets(item, [...path, index], secretPaths));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    withoutSecrets(member, [...path, key], secretPaths),
  ]);
  return Object.fromEntries(members);
}

/** A value as it was known and as it is. */
interface BeforeAndNow {
  readonly before: unknown;
  readonly now: unknown;
}

/** Who made a value what it is, and when at the latest; undefined where managedFields do not tell. */
export function writerOf(live: ApiObject, paths: readonly Path[], values: BeforeAndNow): FindingWriter | undefined {
  const writers = paths.map((path) => (formatPath(path) === "metadata.uid" ? creatorOf(live) : lastWriter(live, path)));
  const writer = writers.find((each) => each !== undefined);
  // What is left of a list is still ours; nobody owns what somebody else took out of it.
  if (!writer || (writer.manager === fieldManager && isOnlyShorter(values))) return undefined;
  return { manager: writer.manager, time: writer.time ?? null };
}

function isOnlyShorter({ before, now }: BeforeAndNow): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  return now.length < before.length && now.every((entry) => before.some((each) => semanticEqual(each, entry)));
}
