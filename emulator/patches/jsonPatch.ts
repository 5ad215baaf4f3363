import { badRequest, patchFailed, tooLarge } from "../statusError";
import {
  canonicalJson,
  cloneJson,
  getMember,
  isDeeperThan,
  isObject,
  type JsonObject,
  type JsonValue,
  limits,
  parseJson,
  sameJson,
  setMember,
  UnreadableError,
  wrongType,
} from "../text/json";

type Container = JsonObject | JsonValue[];
type Step = JsonObject;

const maxOperations = 10_000;
// As on real servers, so that a few copies of copies do not fill the memory.
const maxCopiedLetters = 3 * 1024 * 1024;

/** The object that is patched, and how much of it was made by copies. */
interface Target {
  document: JsonObject;
  copiedLetters: number;
}

const operations: Record<string, (target: Target, step: Step) => void> = {
  add,
  remove,
  replace,
  move,
  copy,
  test,
};

/** Applies a JSON Patch (RFC 6902) as API servers do: `replace` may add, no failure says why. */
export function applyJsonPatch(document: JsonObject, text: string): JsonObject {
  const target = { document: cloneJson(document), copiedLetters: 0 };
  for (const step of readSteps(text)) {
    const apply = typeof step.op === "string" && Object.hasOwn(operations, step.op) ? operations[step.op] : undefined;
    if (apply === undefined) throw patchFailed();
    apply(target, step);
  }
  refuseDeep(target.document);
  return target.document;
}

function readSteps(text: string): Step[] {
  const steps = readPatchText(text) ?? [];
  if (!Array.isArray(steps)) throw wrongShape(steps, "a list");
  if (steps.length > maxOperations) {
    throw tooLarge(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${steps.length}`);
  }
  return steps.map((step) => {
    // To Go a null is an operation without anything, also without an `op`.
    const found = step ?? {};
    if (!isObject(found)) throw wrongShape(found, "an operation");
    return found;
  });
}

/** Parses the text of a patch; a broken one is a 400. */
export function readPatchText(text: string): JsonValue {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`error decoding patch: ${error.message}`);
    throw error;
  }
}

/** The 400 of a patch that is JSON of another shape. */
export function wrongShape(found: JsonValue, wanted: string) {
  return badRequest(`error decoding patch: ${wrongType(found, wanted)}`);
}

function add({ document }: Target, step: Step): void {
  const [container, key] = find(document, step.path);
  insert(container, key, step.value ?? null);
}

function remove({ document }: Target, step: Step): void {
  take(...find(document, step.path));
}

function replace({ document }: Target, step: Step): void {
  const [container, key] = find(document, step.path);
  if (Array.isArray(container)) container[indexOf(key, container.length)] = step.value ?? null;
  else setMember(container, key, step.value ?? null);
}

function move({ document }: Target, step: Step): void {
  const value = take(...find(document, step.from));
  const [container, key] = find(document, step.path);
  insert(container, key, value);
}

function copy(target: Target, step: Step): void {
  const { document } = target;
  const value = read(...find(document, step.from)) ?? null;
  refuseDeep(value);
  target.copiedLetters += canonicalJson(value).length;
  if (target.copiedLetters > maxCopiedLetters) throw patchFailed();
  const [container, key] = find(document, step.path);
  insert(container, key, cloneJson(value));
}

function test({ document }: Target, step: Step): void {
  const value = read(...find(document, step.path)) ?? null;
  refuseDeep(value);
  if (!sameJson(value, step.value ?? null)) throw patchFailed();
}

function refuseDeep(value: JsonValue): void {
  if (isDeeperThan(limits.depth, value)) throw patchFailed();
}

// What stands before the first slash is cut off unread, as in the library that the servers use.
function find(document: JsonObject, path: JsonValue | undefined): [Container, string] {
  if (typeof path !== "string") throw patchFailed();
  const [, ...keys] = path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  if (last === undefined) throw patchFailed();
  let container: Container = document;
  for (const key of keys) {
    const next = read(container, key);
    if (!isObject(next) && !Array.isArray(next)) throw patchFailed();
    container = next;
  }
  return [container, last];
}

function read(container: Container, key: string): JsonValue | undefined {
  if (!Array.isArray(container)) return getMember(container, key);
  return container[indexOf(key, container.length)];
}

function insert(container: Container, key: string, value: JsonValue): void {
  if (!Array.isArray(container)) setMember(container, key, value);
  else if (key === "-") container.push(value);
  else container.splice(indexOf(key, container.length + 1), 0, value);
}

function take(container: Container, key: string): JsonValue {
  const value = read(container, key);
  if (value === undefined) throw patchFailed();
  if (Array.isArray(container)) container.splice(indexOf(key, container.length), 1);
  else delete container[key];
  return value;
}

// A negative index counts from the end.
function indexOf(key: string, length: number): number {
  if (!/^[-+]?\d+$/.test(key)) throw patchFailed();
  const index = Number(key) < 0 ? Number(key) + length : Number(key);
  if (index < 0 || index >= length) throw patchFailed();
  return index;
}

/** Applies a JSON Merge Patch (RFC 7386): maps are merged, null removes, the rest is replaced. */
export function applyMergePatch(document: JsonObject, text: string): JsonObject {
  const patch = readPatchText(text);
  if (!isObject(patch)) throw wrongShape(patch, "an object");
  return merge(document, patch);
}

function merge(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) setMember(result, key, merged(getMember(target, key), value));
  }
  return result;
}

function merged(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  return merge(isObject(target) ? target : {}, patch);
}
