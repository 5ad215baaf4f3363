import { isDeepStrictEqual } from "node:util";
import {
  type ApiObject,
  type Config,
  type Context,
  creatorOf,
  type ExternalChange,
  engine,
  externalChangesIn,
  fieldManager,
  formatPath,
  InitFailure,
  isPatternBelow,
  isRecord,
  isWithinAny,
  lastWriter,
  type Path,
  type Properties,
  parseUrn,
  resourcePaths,
  type Session,
  type Stored,
  secretPlaceholder,
  semanticEqual,
  valueAt,
  withoutNulls,
  writerText,
} from "../../../provider/cliFacade";
import { readContext } from "../../readContext";
import type { OurResource } from "../../state/ourResource";
import type { FindingKindName } from "../findingKinds";
import type { FindingWriter } from "../report";
import { abbreviated, type Found, pointer, type Values } from "./finding";

/** A resource compared with its object. */
interface CloserLook {
  readonly ours: OurResource;
  readonly config: Config;
  readonly stored: Stored;
  readonly changes: readonly engine.PropertyChange[];
  /** The object with managedFields; absent if hidden. */
  readonly live?: ApiObject | undefined;
}

/** The limit of requests that follow those of the engine, which has waited already. */
export const timeoutSeconds = 10;

/**
 * Reads and compares a resource as the provider does, and keeps the object for its managedFields.
 * Sends only GETs. Undefined if the object is gone.
 */
export async function closerLook(session: Session, ours: OurResource, now: Date): Promise<CloserLook | undefined> {
  const { urn, resource, recorded, id, ignoreChanges, secretPaths } = ours;
  // The engine has shown the warnings already.
  const context = readContext(session, { resource, owner: parseUrn(urn), timeout: timeoutSeconds, secretPaths });
  const seen: ApiObject[] = [];
  const onObject = (object: ApiObject) => {
    context.call.onObject?.(object);
    seen.push(object);
  };
  const stored = await read({ ...context, call: { ...context.call, onObject } }, ours);
  if (!stored) return undefined;
  const versions = { before: stored.inputs, after: recorded.inputs, state: stored.state };
  const { changes } = engine.diff(resource, { id, ...versions, ignoreChanges, now });
  // A list comes before the GET, without managedFields.
  const live = seen.findLast(({ metadata }) => metadata.uid === stored.state.uid);
  return { ours, config: session.config, stored, changes, live };
}

/** Also reads unfinished resources. */
async function read(context: Context, ours: OurResource): Promise<Stored | undefined> {
  const stored: Stored | undefined = await engine.read(context, ours).catch((error) => {
    if (error instanceof InitFailure) return error.stored;
    throw error;
  });
  // Outputs without a value are null.
  return stored && { ...stored, state: withoutNulls(stored.state) as Properties };
}

/** Kind and path of each external change. */
const external: Readonly<Record<ExternalChange, { readonly kind: FindingKindName; readonly path?: Path }>> = {
  recreated: { kind: "recreated", path: ["uid"] },
  readded: { kind: "recreated", path: ["uid"] },
  terminating: { kind: "terminating" },
  rotated: { kind: "rotated", path: ["key"] },
  disabled: { kind: "disabled", path: ["disabled"] },
  enabled: { kind: "disabled", path: ["disabled"] },
  relabeled: { kind: "changed" },
  unfinished: { kind: "unfinished" },
  unready: { kind: "unfinished" },
};

/** Fields whose change is a kind of its own. */
const ownKinds: Readonly<Record<string, FindingKindName>> = { key: "rotated", disabled: "disabled" };

/** Findings by field, with their writers. */
export function closeFindings(look: CloserLook): Found[] {
  const { ours, stored, changes } = look;
  const seen = recordedFindings(ours, stored.state.externalChange).map(({ path, ...found }) => ({
    ...(path && atPath(look, path, { expected: "state", live: "state" })),
    ...found,
  }));
  const known = new Set(seen.map(({ path }) => path));
  const fields = changes
    .filter(({ path }) => Object.hasOwn(ours.resource.inputs.shape, String(path[0])))
    .map((change) => fieldFinding(look, change));
  return [...seen, ...fields.filter(({ path }) => !known.has(path))];
}

/** Findings of an `externalChange`, without values. */
export function recordedFindings(
  { resource, id }: OurResource,
  words: unknown,
): { kind: FindingKindName; path?: Path; message: string }[] {
  const message = `${resource.type} "${id}": ${words}.`;
  return externalChangesIn(words).map((name) => ({ ...external[name], message }));
}

/** A read keeps immutable inputs as declared; then the state has the live value. */
function fieldFinding(look: CloserLook, { path, isInput }: engine.PropertyChange): Found {
  const found = atPath(look, path, { expected: "inputs", live: isInput ? "inputs" : "state" });
  const writer = found.by ? ` ${writerText({ manager: found.by.manager, time: found.by.time ?? undefined })}` : "";
  const kind = ownKinds[formatPath(path)] ?? "changed";
  return { ...found, kind, message: (values) => `${formatPath(path)} was ${change(values)}${writer}.` };
}

function change({ expected, live }: Values): string {
  if (expected === undefined && live === undefined) return "changed";
  if (live === undefined) return `removed; the program declares ${abbreviated(expected)}`;
  if (expected === undefined) return `added: ${abbreviated(live)}`;
  return `changed from ${abbreviated(expected)} to ${abbreviated(live)}`;
}

function atPath(
  { ours, config, stored, live: object }: CloserLook,
  path: Path,
  parts: Readonly<Record<"expected" | "live", "inputs" | "state">>,
): Omit<Found, "kind" | "message"> {
  const sides = { before: ours.recorded[parts.expected], now: stored[parts.live] };
  const values = { before: valueAt(sides.before, path), now: valueAt(sides.now, path) };
  const shown = {
    expected: shownAt(sides.before, path, ours.secretPaths),
    live: shownAt(sides.now, path, ours.secretPaths),
  };
  return {
    path: pointer(path),
    // An earlier refresh may have recorded the live value.
    ...(isDeepStrictEqual(values.before, values.now) ? {} : shown),
    by: object && writerOf(object, pathsOf(ours, config, path), values),
  };
}

/** Paths in the object that a property shows. */
const pathsOf = ({ resource }: OurResource, config: Config, path: Path): readonly Path[] =>
  path[0] === "uid" ? [["metadata", "uid"]] : resourcePaths(resource, config, path);

/** The value at a path with masked secrets. */
export function shownAt(properties: Properties, path: Path, secretPaths: readonly Path[]): unknown {
  return withoutSecrets(valueAt(properties, path), path, secretPaths);
}

function withoutSecrets(value: unknown, path: Path, secretPaths: readonly Path[]): unknown {
  if (value === undefined) return undefined;
  if (isWithinAny(path, secretPaths)) return secretPlaceholder;
  if (Array.isArray(value)) return value.map((item, index) => withoutSecrets(item, [...path, index], secretPaths));
  if (!isRecord(value)) return hasSecretBelow(path, secretPaths) ? secretPlaceholder : value;
  const masked = (key: string) => withoutSecrets(value[key], [...path, key], secretPaths);
  return Object.fromEntries(Object.keys(value).map((key) => [key, masked(key)]));
}

/** Whether members of a value were secret that has another form now, such as a text. */
const hasSecretBelow = (path: Path, secretPaths: readonly Path[]): boolean =>
  secretPaths.some((each) => isPatternBelow(each, path));

type BeforeAndNow = Readonly<Record<"before" | "now", unknown>>;

/** The last writer of a value; undefined if managedFields do not tell. */
export function writerOf(live: ApiObject, paths: readonly Path[], values: BeforeAndNow): FindingWriter | undefined {
  const writers = paths.map((path) => (formatPath(path) === "metadata.uid" ? creatorOf(live) : lastWriter(live, path)));
  const writer = writers.find((each) => each !== undefined);
  // We still own the rest of a shortened list, so whoever shortened it is unknown.
  if (!writer || (writer.manager === fieldManager && isOnlyShorter(values))) return undefined;
  return { manager: writer.manager, time: writer.time ?? null };
}

function isOnlyShorter({ before, now }: BeforeAndNow): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  return now.length < before.length && now.every((entry) => before.some((each) => semanticEqual(each, entry)));
}
