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

type Step = JsonObject;

const maxOperations = 10_000;
// As on real servers, so that a few copies of copies do not fill the memory.
const maxCopiedLetters = 3 * 1024 * 1024;

/** Finds the place that a pointer names. */
type Find = (pointer: JsonValue | undefined) => Place;

const operations: Record<string, (find: Find, step: Step, budget: { letters: number }) => void> = {
  add: (find, { path, value }) => find(path).insert(value ?? null),
  remove: (find, { path }) => void find(path).take(),
  replace: (find, { path, value }) => find(path).set(value ?? null),
  move: (find, { from, path }) => {
    const value = find(from).take();
    find(path).insert(value);
  },
  copy: (find, { from, path }, budget) => {
    const value = shallow(find(from).value ?? null);
    budget.letters -= canonicalJson(value).length;
    if (budget.letters < 0) throw patchFailed();
    find(path).insert(cloneJson(value));
  },
  test: (find, { path, value }) => {
    if (!sameJson(shallow(find(path).value ?? null), value ?? null)) throw patchFailed();
  },
};

/** Applies a JSON Patch (RFC 6902) as API servers do: `replace` may add, no failure says why. */
export function applyJsonPatch(document: JsonObject, text: string): JsonObject {
  const patched = cloneJson(document);
  const budget = { letters: maxCopiedLetters };
  for (const step of readSteps(text)) {
    const apply = typeof step.op === "string" && Object.hasOwn(operations, step.op) ? operations[step.op] : undefined;
    if (apply === undefined) throw patchFailed();
    apply((pointer) => placeAt(patched, pointer), step, budget);
  }
  return shallow(patched);
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
    return Array.isArray(this.container)
      ? this.container[this.index(this.container.length)]
      : getMember(this.container, this.key);
  }

  set(value: JsonValue): void {
    if (Array.isArray(this.container)) this.container[this.index(this.container.length)] = value;
    else setMember(this.container, this.key, value);
  }

  insert(value: JsonValue): void {
    if (!Array.isArray(this.container)) setMember(this.container, this.key, value);
    else if (this.key === "-") this.container.push(value);
    else this.container.splice(this.index(this.container.length + 1), 0, value);
  }

  take(): JsonValue {
    const { value } = this;
    if (value === undefined) throw patchFailed();
    if (Array.isArray(this.container)) this.container.splice(this.index(this.container.length), 1);
    else delete this.container[this.key];
    return value;
  }

  // A negative index counts from the end.
  private index(length: number): number {
    const asked = Number(this.key);
    const index = asked < 0 ? asked + length : asked;
    if (!/^[-+]?\d+$/.test(this.key) || index < 0 || index >= length) throw patchFailed();
    return index;
  }
}

/** Applies a JSON Merge Patch (RFC 7386): maps are merged, null removes, the rest is replaced. */
export function applyMergePatch(document: JsonObject, text: string): JsonObject {
  const patch = readPatchText(text);
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
