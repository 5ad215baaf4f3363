import type { Body } from "../call";
import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, type DraftMeta, isUserField, type ManagedFieldsEntry } from "../kinds/metadata";
import { readBody } from "../objects/body";
import { DecodeError, decodeFieldsOf, toDraft } from "../objects/decode";
import {
  appliedFields,
  compareFields,
  type FieldSet,
  type FieldTree,
  fieldTree,
  fromMembers,
  membersOf,
  objectTree,
  pathOf,
  type Steps,
  union,
  without,
  withParents,
} from "../objects/fieldSet";
import { decodeManagers, encodeManagers, isManager, type Manager, type Writer } from "../objects/managedFields";
import { badRequest, internalError } from "../statusError";
import { getMember, isObject, type JsonObject, type JsonValue, UnreadableError } from "../text/json";
import type { World } from "../world";
import { allowedByLastApplied, keepLastApplied, refuseConflicts } from "./conflicts";

/** What an apply makes of an object: its new state, and who owns what of it. */
export interface Applied {
  draft: Draft;
  managedFields: ManagedFieldsEntry[];
}

// Owns what was there when nobody had been recorded.
const formerManager = "before-first-apply";

/** Applies a configuration to what is stored, if anything is: server-side apply. */
export function applyConfiguration(
  kind: Kind,
  live: ApiObject | undefined,
  config: Configuration,
  writer: Writer,
  force: boolean,
): Applied {
  const before = live && objectTree(live);
  const wanted = fieldTree(config.metadata, config.fields);
  const managers = knownManagers(live, before, writer);
  const own = managers.find((one) => isManager(one, writer.manager, "Apply"));
  const others = managers.filter((one) => one !== own);
  const fields = appliedFields(wanted, kind.fields(config.apiVersion));
  const merged = merge([], before, wanted);
  const owned = [fields, ...others.map((other) => other.fields)].map(withParents);
  const gone = own === undefined ? new Set<string>() : without(withParents(own.fields), ...owned);
  const after = (gone.size === 0 ? merged : prune([], merged, gone)) as FieldTree;
  const { written, removed } = compareFields(before, after);
  if (!force) refuseConflicts(others, without(written, allowedByLastApplied(kind, live, writer)));
  const isTouched = written.size > 0 || removed.size > 0 || !isSameSet(own?.fields, fields);
  const time = isTouched ? writer.time : own?.time;
  const managedFields = encodeManagers([
    ...others.map((other) => ({ ...other, fields: without(other.fields, written, removed) })),
    { ...writer, operation: "Apply", ...(time !== undefined && { time }), fields },
  ]);
  return { draft: keepLastApplied(appliedDraft(live, config, after), config.sent, writer), managedFields };
}

function knownManagers(live: ApiObject | undefined, tree: FieldTree | undefined, writer: Writer): Manager[] {
  const managers = decodeManagers(live?.metadata.managedFields ?? []) ?? [];
  if (tree === undefined || managers.length > 0) return managers;
  return [{ ...writer, manager: formerManager, operation: "Update", fields: compareFields(undefined, tree).written }];
}

function isSameSet(former: FieldSet | undefined, fields: FieldSet): boolean {
  return former !== undefined && former.size === fields.size && union(former, fields).size === fields.size;
}

// The name, the version and the like come from what is stored unless the configuration has them.
function appliedDraft(live: ApiObject | undefined, config: Configuration, { metadata, ...fields }: FieldTree): Draft {
  const plain = Object.entries({ ...live?.metadata, ...config.metadata }).filter(([field]) => !isUserField(field));
  return {
    apiVersion: config.apiVersion,
    kind: config.kind,
    metadata: { ...Object.fromEntries(plain), ...metadata } as DraftMeta,
    fields,
  };
}

// Maps and sets are merged, everything else is replaced.
function merge(steps: Steps, live: JsonValue | undefined, config: JsonValue): JsonValue {
  if (live === undefined) return config;
  const theirs = membersOf(steps, live);
  if (config === null && theirs !== undefined) return live;
  const ours = membersOf(steps, config);
  if (theirs === undefined || ours === undefined || Array.isArray(live) !== Array.isArray(config)) return config;
  const members = new Map(theirs);
  for (const [step, member] of ours) members.set(step, merge([...steps, step], members.get(step), member));
  return fromMembers(live, members);
}

// Removes fields that nobody owns any more.
function prune(steps: Steps, value: JsonValue, gone: FieldSet): JsonValue | undefined {
  const isGone = gone.has(pathOf(steps));
  const members = membersOf(steps, value);
  if (members === undefined) return isGone ? undefined : value;
  const kept = members.flatMap(([step, member]): [string, JsonValue][] => {
    const left = prune([...steps, step], member, gone);
    return left === undefined ? [] : [[step, left]];
  });
  return isGone && kept.length === 0 ? undefined : fromMembers(value, kept);
}

/** What somebody applies: the fields that they will own. */
export interface Configuration extends Draft {
  /** The whole of it as it was sent. */
  sent: JsonObject;
  /** One for every duplicate key. */
  warnings: string[];
}

/** Reads the YAML or JSON of an apply. Unknown fields are a 500, as on real servers. */
export function decodeConfiguration(world: World, kind: Kind, body: Body): Configuration {
  const { value: sent, warnings } = readConfiguration(body);
  if (sent.apiVersion !== world.apiVersion || sent.kind !== kind.kind) {
    throw badRequest(`invalid object type: ${sent.apiVersion ?? ""}, Kind=${sent.kind ?? ""}`);
  }
  if (isObject(sent.metadata) && (getMember(sent.metadata, "managedFields") ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  try {
    const { value: draft, unknown } = toDraft(world, kind, sent);
    const [first] = [...unknown, ...decodeFieldsOf(world, kind, draft).unknown];
    if (first !== undefined) throw new DecodeError(`.${first}: field not declared in schema`);
    return { ...draft, sent, warnings };
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(`failed to create typed patch object: ${error.message}`);
    throw error;
  }
}

function readConfiguration(body: Body): { value: JsonObject; warnings: string[] } {
  try {
    const { value, warnings } = readBody({ ...body, contentType: "application/yaml" });
    if (value === null || isObject(value)) return { value: value ?? {}, warnings };
    throw new UnreadableError("it is no object");
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error;
  }
}
