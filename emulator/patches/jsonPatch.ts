import { badRequest, patchFailed, type StatusError, tooLarge } from "../statusError";
import {
  canonicalJson,
  getMember,
  isDeeperThan,
  isObject,
  type JsonObject,
  type JsonValue,
  jsonType,
  limits,
  parseJson,
  sameJson,
  setMember,
  UnreadableError,
} from "../text/json";

const maxOperations = 10_000;
// As on real servers, so that a few copies of copies do not fill the memory.
const maxCopiedLetters = 3 * 1024 * 1024;

/** Finds the place that a pointer names. */
type Find = (pointer: JsonValue | undefined) => Place;

const operations: Record<string, (find: Find, step: JsonObject, budget: { letters: number }) => void> = {
  add: (find, { path, value = null }) => find(path).insert(value),
  remove: (find, { path }) => void find(path).take(),
  replace: (find, { path, value = null }) => find(path).set(value),
  move: (find, { from, path }) => {
    const value = find(from).take();
    find(path).insert(value);
  },
  copy: (find, { from, path }, budget) => {
    const value = shallow(find(from).value ?? null);
    budget.letters -= canonicalJson(value).length;
    if (budget.letters < 0) throw patchFailed();
    find(path).insert(structuredClone(value));
  },
  test: (find, { path, value = null }) => {
    if (!sameJson(shallow(find(path).value ?? null), value)) throw patchFailed();
  },
};

/** Applies a JSON Patch (RFC 6902) as API servers do: `replace` may add, no failure says why. */
export function applyJsonPatch(document: JsonObject, text: string): JsonObject {
  const patched = structuredClone(document);
  const budget = { letters: maxCopiedLetters };
  for (const step of readSteps(text)) {
    const apply = typeof step.op === "string" && Object.hasOwn(operations, step.op) ? operations[step.op] : undefined;
    if (apply === undefined) throw patchFailed();
    apply((pointer) => placeAt(patched, pointer), step, budget);
  }
  return shallow(patched);
}

function readSteps(text: string): JsonObject[] {
  const steps = readPatch(text) ?? [];
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

function readPatch(text: string): JsonValue {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`error decoding patch: ${error.message}`);
    throw error;
  }
}

function wrongShape(found: JsonValue, wanted: string): StatusError {
  return badRequest(`error decoding patch: expected ${wanted}, found ${jsonType(found)}`);
}

/** The value, which must not be deep. */
function shallow<T extends JsonValue>(value: T): T {
  if (isDeeperThan(limits.depth, value)) throw patchFailed();
  return value;
}

// What stands before the first slash is cut off unread, as in the library that the servers use.
function placeAt(document: JsonObject, pointer: JsonValue | undefined): Place {
  if (typeof pointer !== "string") throw patchFailed();
  const [, ...keys] = pointer.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  if (last === undefined) throw patchFailed();
  let container: JsonValue | undefined = document;
  for (const key of keys) container = new Place(container, key).value;
  return new Place(container, last);
}

/** A member of a map or an item of a list, which may be missing. */
class Place {
  private readonly container: JsonObject | JsonValue[];

  constructor(
    container: JsonValue | undefined,
    private readonly key: string,
  ) {
    if (!isObject(container) && !Array.isArray(container)) throw patchFailed();
    this.container = container;
  }

  get value(): JsonValue | undefined {
    const { container } = this;
    return Array.isArray(container) ? container[this.index(container)] : getMember(container, this.key);
  }

  set(value: JsonValue): void {
    const { container } = this;
    if (Array.isArray(container)) container[this.index(container)] = value;
    else setMember(container, this.key, value);
  }

  insert(value: JsonValue): void {
    const { container } = this;
    if (!Array.isArray(container)) setMember(container, this.key, value);
    else if (this.key === "-") container.push(value);
    else container.splice(this.index(container, 1), 0, value);
  }

  take(): JsonValue {
    const { value, container } = this;
    if (value === undefined) throw patchFailed();
    if (Array.isArray(container)) container.splice(this.index(container), 1);
    else delete container[this.key];
    return value;
  }

  private index({ length }: JsonValue[], beyond = 0): number {
    if (!/^\d+$/.test(this.key) || Number(this.key) >= length + beyond) throw patchFailed();
    return Number(this.key);
  }
}

/** Applies a JSON Merge Patch (RFC 7386): maps are merged, null removes, the rest is replaced. */
export function applyMergePatch(document: JsonObject, text: string): JsonObject {
  const patch = readPatch(text);
  if (!isObject(patch)) throw wrongShape(patch, "an object");
  return merge(document, patch);
}

function merge(target: JsonValue | undefined, patch: JsonObject): JsonObject {
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value = null] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else setMember(result, key, isObject(value) ? merge(getMember(result, key), value) : value);
  }
  return result;
}
