import type { JsonPatchOperation } from "../../../provider/api/client";

type Container = Record<string, unknown>;

/** What an object becomes by a JSON Patch of add, remove and replace (RFC 6902); every step must find its target. */
export function applied(document: object, operations: readonly JsonPatchOperation[]): unknown {
  const copy = JSON.parse(JSON.stringify(document)) as Container;
  for (const operation of operations) apply(copy, operation);
  return copy;
}

function apply(document: Container, { op, path, value }: JsonPatchOperation): void {
  const keys = path.split("/").slice(1).map(unescaped);
  const last = keys.pop() ?? "";
  const parent = keys.reduce<Container>((at, key) => existing(at, key) as Container, document);
  if (op !== "add") existing(parent, last);
  const step = steps[op];
  if (!step) throw new Error(`Unexpected operation ${op}`);
  step(parent, last, value);
}

const steps: Record<string, (parent: Container, key: string, value: unknown) => void> = {
  add: (parent, key, value) => {
    if (Array.isArray(parent)) parent.splice(key === "-" ? parent.length : Number(key), 0, value);
    else set(parent, key, value);
  },
  remove: (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  },
  replace: set,
};

const unescaped = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");

function existing(parent: Container, key: string): unknown {
  if (!Object.hasOwn(parent, key)) throw new Error(`Nothing is at ${JSON.stringify(key)}`);
  return parent[key];
}

// An assignment to "__proto__" would change the prototype.
function set(parent: Container, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}
