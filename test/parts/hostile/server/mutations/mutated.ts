import type { Mutation } from "./anyMutation";

type Json = Record<string, unknown>;

// Stands for a text that JSON.stringify would never write.
const hole = "\u0001hole\u0001";

const isHolder = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** An answer with the change in it, as JSON text. */
export function mutated(body: unknown, mutation: Mutation): string {
  const text = JSON.stringify(changedAt(body, mutation.steps, mutation)) ?? "";
  return text.replace(JSON.stringify(hole), () => mutation.text);
}

function changedAt(value: unknown, [step, ...rest]: Mutation["steps"], mutation: Mutation): unknown {
  const key = isHolder(value) ? keyOf(value, step) : undefined;
  if (key === undefined) return changed(value, mutation);
  const inside = changedAt((value as Json)[key], rest, mutation);
  if (!Array.isArray(value)) return { ...(value as Json), [key]: inside };
  return value.map((each, index) => (String(index) === key ? inside : each));
}

/** Which member a step leads to; undefined where it stays. */
function keyOf(value: Json, step: string | number | undefined): string | undefined {
  if (typeof step !== "number") return step;
  const keys = Object.keys(value);
  return keys[step % (keys.length + 1)];
}

function changed(value: unknown, { how, key }: Mutation): unknown {
  if (how === "remove") return undefined;
  if (how === "list") return [value];
  if (how === "object") return { [key]: value };
  return how === "add" && isHolder(value) && !Array.isArray(value) ? { ...value, [key]: hole } : hole;
}
