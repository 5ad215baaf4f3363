import type { z } from "zod";
import { fieldAt, rulesOf } from "../objects/fields.js";
import { isNameMadeUp } from "../objects/naming.js";
import { sameInput } from "../objects/sameness.js";
import { isRecord, isWithin, own, type Path, type Properties, parsePath } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";
import { programInputs } from "./check.js";

/** One property that changes. */
export interface Change {
  readonly path: Path;
  readonly kind: "add" | "update" | "delete";
  readonly replaces: boolean;
  /** Whether the change is among the inputs; otherwise it is something that only a read could see. */
  readonly input: boolean;
}

/** What Diff compares. It sends no request. */
export interface DiffRequest {
  readonly id: string;
  readonly before: Properties;
  readonly after: Properties;
  /** The outputs of the last write or read. */
  readonly state: Properties;
  readonly ignoreChanges?: readonly string[] | undefined;
}

/** What changes, and whether a replacement has to delete first because the name is taken until then. */
export interface DiffResult {
  readonly changes: readonly Change[];
  readonly deleteBeforeReplace: boolean;
}

/** Compares declared inputs by the rules of their fields. */
export function diff(resource: Resource, request: DiffRequest): DiffResult {
  const [before, after] = [programInputs(request.before), programInputs(request.after)];
  const ignored = (request.ignoreChanges ?? []).map(parsePath);
  const declared = changedFields(resource.inputs, before, after, []).filter(
    ({ path }) => !ignored.some((each) => isWithin(path, each)),
  );
  const changes = [...declared, ...externalChanges(request.state)];
  const nameKept = !isNameMadeUp(request.after) && resource.id(after) === request.id;
  // Also where nothing here replaces: replaceOnChanges is the engine's own.
  return { changes, deleteBeforeReplace: nameKept };
}

/** Something that a read saw and no property shows. An update clears it. */
function externalChanges({ externalChange }: Properties): Change[] {
  if (externalChange === undefined || externalChange === null) return [];
  return [{ path: ["externalChange"], kind: "update", replaces: false, input: false }];
}

/**
 * What the program declares otherwise than before, member by member. A field that is newly declared is a change, be its value empty
 * or not, since the platform may have another one; an empty value that is no longer declared is none.
 */
function changedFields(inputs: z.ZodType, before: unknown, after: unknown, path: Path): Change[] {
  const field = fieldAt(inputs, path);
  const rule = field && rulesOf(field).same;
  if (rule ? rule(before, after) : Object.is(before, after)) return [];
  const keys = rule ? undefined : sharedKeys(before, after);
  if (!keys) return saysNothing(inputs, before, after, path) ? [] : [changeOf(inputs, before, after, path)];
  return keys.flatMap((key) => changedFields(inputs, at(before, key), at(after, key), [...path, key]));
}

function saysNothing(inputs: z.ZodType, before: unknown, after: unknown, path: Path): boolean {
  if (before === undefined) return !declaresAny(after) && sameInput(inputs)(path, before, after);
  return after === undefined && sameInput(inputs)(path, before, after);
}

/** Maps and objects declare what is in them; an empty one declares nothing. */
const declaresAny = (value: unknown): boolean => !isRecord(value) || Object.values(value).some(declaresAny);

/** The members to compare one by one, where both values have members. */
function sharedKeys(before: unknown, after: unknown): (string | number)[] | undefined {
  if (isRecord(before) && isRecord(after)) return [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
}

const at = (value: unknown, key: string | number) => own(value as Properties, String(key));

function changeOf(inputs: z.ZodType, before: unknown, after: unknown, path: Path): Change {
  const kind = before === undefined ? "add" : after === undefined ? "delete" : "update";
  return { path, kind, replaces: replacesAt(inputs, path, kind), input: true };
}

function replacesAt(inputs: z.ZodType, path: Path, kind: Change["kind"]): boolean {
  return path.some((_, index) => {
    const field = fieldAt(inputs, path.slice(0, index + 1));
    const { immutable, removalReplaces } = field ? rulesOf(field) : {};
    return immutable === true || (removalReplaces === true && kind === "delete");
  });
}
