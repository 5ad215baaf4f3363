import type { Body } from "../call";
import type { FieldError } from "../fieldError";
import { checkFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, type DraftMeta, isUserField, type ManagedFieldsEntry } from "../kinds/metadata";
import { readBody } from "../objects/body";
import { DecodeError, toDraft } from "../objects/decode";
import { appliedFields, compareFields, type FieldSet, union, without, withParents } from "../objects/fieldSet";
import { type FieldTree, fieldTree, fromMembers, membersOf, pathOf, type Steps } from "../objects/fieldTree";
import { decodeManagers, encodeManagers, isManager, type Manager, type Writer } from "../objects/managedFields";
import { badRequest, internalError } from "../statusError";
import { getMember, isObject, type JsonObject, type JsonValue, UnreadableError, wrongType } from "../text/json";
import type { World } from "../world";
import { allowedByLastApplied, conflictError, findConflicts, keepLastApplied } from "./conflicts";

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
  const before = live && fieldTree(live);
  const wanted = fieldTree(config);
  const managers = knownManagers(live, before, writer);
  const own = managers.find((one) => isManager(one, writer.manager, "Apply"));
  const others = managers.filter((one) => one !== own);
  const fields = appliedFields(wanted, kind.spec(config.apiVersion));
  const merged = before === undefined ? wanted : mergeConfiguration(before, wanted);
  const owned = [fields, ...others.map((other) => other.fields)];
  const after = own === undefined ? merged : pruneConfiguration(merged, own.fields, owned);
  const { written, removed } = compareFields(before, after);
  if (!force) refuseConflicts(kind, live, others, written, writer);
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

function refuseConflicts(
  kind: Kind,
  live: ApiObject | undefined,
  others: readonly Manager[],
  written: FieldSet,
  writer: Writer,
): void {
  const allowed = allowedByLastApplied(kind, live, writer);
  const conflicts = findConflicts(others, without(written, allowed));
  if (conflicts.length > 0) throw conflictError(conflicts);
}

function isSameSet(former: FieldSet | undefined, fields: FieldSet): boolean {
  return former !== undefined && former.size === fields.size && union(former, fields).size === fields.size;
}

// The name, the version and the like come from what is stored unless the configuration has them.
function appliedDraft(live: ApiObject | undefined, config: Configuration, { metadata, spec }: FieldTree): Draft {
  const plain = Object.entries({ ...live?.metadata, ...config.metadata }).filter(([field]) => !isUserField(field));
  return {
    apiVersion: config.apiVersion,
    kind: config.kind,
    metadata: { ...Object.fromEntries(plain), ...metadata } as DraftMeta,
    spec: spec ?? {},
  };
}

/** Merges an applied configuration: maps and sets are merged, everything else is replaced. */
export function mergeConfiguration(live: FieldTree, config: FieldTree): FieldTree {
  return merge([], live, config) as FieldTree;
}

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

/** Takes out what the applier applied before and neither it nor anybody else owns now. */
export function pruneConfiguration(merged: FieldTree, former: FieldSet, owned: readonly FieldSet[]): FieldTree {
  const gone = without(withParents(former), ...owned.map(withParents));
  return prune([], merged, gone) as FieldTree;
}

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

/** What somebody applies: the fields that are to be theirs. */
export interface Configuration extends Omit<Draft, "spec"> {
  /** Undefined if the configuration says nothing about the spec. */
  spec: JsonValue | undefined;
  /** The whole of it as it was sent. */
  sent: JsonObject;
  /** A sentence for every key that was given twice. */
  warnings: string[];
}

/** Reads the YAML or JSON of an apply. Unknown fields are a 500, as on real servers. */
export function decodeConfiguration(world: World, kind: Kind, body: Body): Configuration {
  const { value: sent, warnings } = readConfiguration(body);
  checkType(world, kind, sent);
  if (isObject(sent.metadata) && (getMember(sent.metadata, "managedFields") ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  const draft = typed(world, kind, sent);
  return { ...draft, spec: sent.spec, sent, warnings };
}

function readConfiguration(body: Body): { value: JsonObject; warnings: string[] } {
  try {
    const { value, warnings } = readBody({ ...body, contentType: "application/yaml" });
    if (value === null) return { value: {}, warnings };
    if (isObject(value)) return { value, warnings };
    throw badRequest(`error decoding YAML: ${wrongType(value, "an object")}`);
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error;
  }
}

function checkType(world: World, kind: Kind, { apiVersion = "", kind: found = "" }: JsonObject): void {
  if (apiVersion === world.apiVersion && found === kind.kind) return;
  const [version = "", group = ""] = String(apiVersion).split("/").reverse();
  throw badRequest(`invalid object type: ${group}/${version}, Kind=${found}`);
}

const isWrongType = ({ reason }: FieldError) => reason === "FieldValueTypeInvalid";

function typed(world: World, kind: Kind, sent: JsonObject): Draft {
  const refuse = (why: string) => {
    const metadata = isObject(sent.metadata) ? sent.metadata : {};
    const place = `${metadata.namespace ?? ""}/${metadata.name ?? ""}; ${world.apiVersion}, Kind=${kind.kind}`;
    return internalError(`failed to create typed patch object (${place}): ${why}`);
  };
  try {
    const { draft, unknown } = toDraft(world, sent);
    if (unknown.length > 0) throw refuse(`.${unknown[0]}: field not declared in schema`);
    const wrong = checkFields(sent.spec ?? {}, kind.spec(world.apiVersion), "spec", true).errors.find(isWrongType);
    if (wrong !== undefined) throw refuse(wrong.message);
    return draft;
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(error.message);
    throw error;
  }
}
