import type * as z from "zod";
import { operationSecrets } from "../api/output/redaction.js";
import type { Config } from "../config/config.js";
import { isAutonamed } from "../objects/fields/autonaming.js";
import { equalInputs } from "../objects/fields/equality.js";
import { pathsWith } from "../objects/fields/fieldRules.js";
import { idOf } from "../objects/lifecycle/lifecycle.js";
import { beingDeleted, objectLabel } from "../objects/messages/messages.js";
import type { Recorded } from "../objects/operation.js";
import type { DueReplacement, Resource } from "../objects/resource.js";
import { externalChangesIn } from "../objects/state/externalChange.js";
import {
  isEmpty,
  isWithin,
  isWithinAny,
  type MarkedProperties,
  overlapsAny,
  type Path,
  type Properties,
  parsePath,
  valueAt,
} from "../objects/values.js";
import { changedFields, type PropertyChange } from "./changedFields.js";
import { moveKnownFields, noValues, programInputs, secretPaths, secretTexts } from "./markedValues.js";

/** The values that Diff compares. Diff sends no request. */
interface DiffRequest {
  readonly id: string;
  /** The declared inputs in the state, and those of the program. */
  readonly before: Properties;
  readonly after: Properties;
  /** The outputs of the last write or read. */
  readonly state: Properties;
  /** Paths of the secrets in these values. */
  readonly secretPaths?: Readonly<Record<"before" | "after" | "state", readonly Path[]>> | undefined;
  readonly now: Date;
  readonly ignoreChanges?: readonly string[] | undefined;
  /** Property paths whose change replaces. The engine cannot apply them to dynamic resources. */
  readonly replaceOnChanges?: readonly string[] | undefined;
  /** The settings, if they are known. */
  readonly config?: Config | undefined;
  /** Whether it is a dynamic resource. Its updates have no preview, so Diff warns of a refusal. */
  readonly isDynamic?: boolean;
}

export interface DiffResult {
  readonly changes: readonly PropertyChange[];
  /** Whether a replacement deletes first, because both objects would have the same name. */
  readonly deleteBeforeReplace: boolean;
  /** Messages that need no reaction. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** Compares declared inputs by the rules of their fields. */
export function diff(resource: Resource, request: DiffRequest): DiffResult {
  const versions = markedVersions(request).map((each) => moveKnownFields(resource, request.config, each));
  const secrets = operationSecrets(secretTexts(resource, ...versions));
  const redact = (text: string) => secrets.redact(text, "provider");
  const [before = {}, after = {}, state = {}] = versions.map(({ properties }) => programInputs(properties));
  const isIgnored = pathMatcher(request.ignoreChanges);
  const isInReplaceOnChanges = pathMatcher(request.replaceOnChanges);
  const recorded = { inputs: before, state };
  const unresolved = resource.unresolvedChange?.(recorded, after);
  // For example, a new key would restore access that somebody took away.
  const mayReplace = unresolved === undefined;
  const due = mayReplace ? resource.dueReplacement?.(recorded, after, request.now) : undefined;
  const detected = [
    ...changedInputs(resource.inputs, recorded, after),
    ...recordedExternalChange(recorded.state),
    ...dueChange(due),
  ];
  const newMarks = request.isDynamic ? [] : newSecrets(resource, versions, detected);
  const changes = [...detected, ...newMarks]
    .filter(({ path }) => !isIgnored(path))
    .map((change) => ({ ...change, replaces: mayReplace && (change.replaces || isInReplaceOnChanges(change.path)) }));
  // Set even if no change replaces, because the engine may apply replaceOnChanges itself.
  const deleteBeforeReplace = !isAutonamed(request.after) && idOf(resource, after) === request.id;
  return {
    changes,
    deleteBeforeReplace,
    notes: notesOf(due, unresolved, changes).map(redact),
    warnings: warningsOf(resource, { ...request, recorded }, changes).map(redact),
  };
}

const markedVersions = ({ secretPaths, ...request }: DiffRequest): MarkedProperties[] =>
  (["before", "after", "state"] as const).map((each) => ({
    properties: request[each],
    secrets: secretPaths?.[each] ?? [],
  }));

function warningsOf(
  resource: Resource,
  { id, recorded, after, now, config, isDynamic }: DiffRequest & { readonly recorded: Recorded },
  changes: readonly PropertyChange[],
): string[] {
  const inputs = programInputs(after);
  const refusal = (planned: Properties, isReplaced: boolean) =>
    resource.plannedRefusal?.(config, { recorded: { id, ...recorded }, inputs: planned, isReplaced }) ?? [];
  // The delete of a dynamic resource does not know the inputs of its replacement.
  if (changes.some(({ replaces }) => replaces))
    return [resource.destroys ?? [], refusal(isDynamic ? recorded.inputs : inputs, true)].flat();
  const kept = resource.keptWarnings?.(recorded, inputs, now) ?? [];
  if (changes.length === 0) return kept;
  return [...kept, isDynamic ? refusal(inputs, false) : [], terminatingWarning(resource, id, recorded) ?? []].flat();
}

/** The error of every update if the last read found that the object is being deleted. */
function terminatingWarning({ type }: Resource, id: string, { state }: Recorded): string | undefined {
  if (!externalChangesIn(state.externalChange).includes("terminating")) return undefined;
  return beingDeleted("update", objectLabel(type, id), String(state.externalChange));
}

/**
 * The changed inputs, and the immutable fields that others changed: a read keeps their inputs, and
 * an update restores them. A program that now declares the live value needs no replacement.
 */
function changedInputs(inputs: z.ZodType, { inputs: before, state }: Recorded, after: Properties): PropertyChange[] {
  const isEqual = equalInputs(inputs);
  const liveAt = (path: Path) => valueAt(state, path);
  const assigned = pathsWith(inputs, "assigned");
  const isAssigned = (path: Path) => isWithinAny(path, assigned);
  // A value that the platform chose stays if the program declares none or the same one.
  const keepsAssigned = (path: Path) => isAssigned(path) && (valueAt(after, path) ?? liveAt(path)) === liveAt(path);
  // Without a live value, the declared one can still be set in place.
  const isUnassigned = (path: Path) => isAssigned(path) && isEmpty(liveAt(path));
  // Without a uid, the state has no values of the platform.
  const isDeclared = (path: Path) => state.uid !== undefined && valueAt(before, path) !== undefined;
  const drifted = pathsWith(inputs, "immutable").filter(
    (path) => !keepsAssigned(path) && isDeclared(path) && !isEqual(path, valueAt(before, path), liveAt(path)),
  );
  const declaresLiveValue = (path: Path) =>
    isWithinAny(path, drifted) && isEqual(path, valueAt(after, path), liveAt(path));
  const staysInPlace = (path: Path) => declaresLiveValue(path) || isUnassigned(path);
  const changes = changedFields(inputs, { path: [], before, after }).filter(({ path }) => !keepsAssigned(path));
  const isChanged = (path: Path) => changes.some((change) => isWithin(change.path, path));
  return [
    ...changes.map((change) => (staysInPlace(change.path) ? { ...change, replaces: false } : change)),
    ...drifted.filter((path) => !isChanged(path)).map((path) => revertChange(path, liveAt(path))),
  ];
}

const revertChange = (path: Path, live: unknown): PropertyChange => ({
  path,
  action: live === undefined ? "add" : "update",
  replaces: false,
  isInput: false,
});

function notesOf(
  due: DueReplacement | undefined,
  unresolved: string | undefined,
  changes: readonly PropertyChange[],
): string[] {
  if (isPlanned(due, changes)) return [due.reason];
  return unresolved !== undefined && changes.length === 0
    ? [`Nothing is done about this, because it is ignored: ${unresolved}.`]
    : [];
}

const dueChange = (due: DueReplacement | undefined): PropertyChange[] =>
  due ? [{ path: due.path, action: "update", replaces: true, isInput: false }] : [];

/** Whether a replacement is due and not ignored. */
const isPlanned = (due: DueReplacement | undefined, changes: readonly PropertyChange[]): due is DueReplacement =>
  due !== undefined && changes.some(({ path }) => path === due.path);

/** Returns a function that tells whether a path is at or below one of these property paths. */
function pathMatcher(texts: readonly string[] = []): (path: Path) => boolean {
  const paths = texts.map(parsePath);
  return (path) => isWithinAny(path, paths);
}

/** A change that only the output externalChange shows. The update that follows clears it. */
function recordedExternalChange({ externalChange }: Properties): PropertyChange[] {
  if (externalChange === undefined) return [];
  return [{ path: ["externalChange"], action: "update", replaces: false, isInput: false }];
}

/**
 * Values that the program marks as secret, the state has in clear text, and no change concerns. The
 * versions are the inputs before and after, and the state.
 */
function newSecrets(
  resource: Resource,
  [, after = noValues, state = noValues]: readonly MarkedProperties[],
  changes: readonly PropertyChange[],
): PropertyChange[] {
  const encrypted = [...secretPaths(resource), ...state.secrets];
  const changed = changes.map(({ path }) => path);
  const isInState = (path: Path) => (valueAt(state.properties, path) ?? undefined) !== undefined;
  return after.secrets
    .filter((path) => isInState(path) && !isWithinAny(path, encrypted) && !overlapsAny(path, changed))
    .map(newSecretChange);
}

// Not an update, because --diff would print the old value in clear text.
const newSecretChange = (path: Path): PropertyChange => ({
  path,
  action: "add",
  replaces: false,
  isInput: true,
  isNewSecret: true,
});
