import type { Outcomes } from "../../engine/engine.js";
import { asList, asRecord, type Properties } from "../../objects/values.js";

/** The reserved input with the values that the dynamic protocol does not pass. */
export interface DynamicContext {
  readonly project: string;
  readonly stack: string;
  readonly name: string;
  /** URN of the parent, if the program sets one. */
  readonly parent?: string;
  /** The customTimeouts of the program, such as `5m`. */
  readonly timeouts?: Partial<Record<keyof Outcomes, string>>;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  /** Names of the inputs that the program marked as secret. */
  readonly secrets?: readonly string[];
  /** For Check in a preview: the secrets known so far. `secrets` is unknown while an input is. */
  readonly preview?: Pick<DynamicContext, "secrets">;
}

/** Name of the reserved input that holds the {@link DynamicContext}. */
export const contextKey = "__resource";

/** Name of the reserved output with the declared inputs, which the protocol does not pass. */
export const inputsKey = "__inputs";

/** The context in a resource's inputs. */
export const contextOf = (wire: Properties): DynamicContext => ({
  project: "",
  stack: "",
  name: "",
  ...asRecord(wire[contextKey]),
});

/** The context with more names of secret inputs; unchanged while `secrets` is unknown. */
export const withSecrets = (context: DynamicContext, names: readonly string[]): DynamicContext =>
  Array.isArray(context.secrets) && names.length > 0
    ? { ...context, secrets: [...new Set([...context.secrets, ...names])] }
    : context;

/**
 * Whether an update must record the new context: read and delete know only the recorded one. After
 * a change of the stack, the update also corrects the owner label.
 */
export const isContextStale = (before: DynamicContext, after: DynamicContext) =>
  before.project !== after.project ||
  before.stack !== after.stack ||
  durationSeconds(before.timeouts?.delete) !== durationSeconds(after.timeouts?.delete) ||
  secretNames(after).some((name) => !secretNames(before).includes(name));

/** The names of the secret inputs; empty while they are unknown. */
export const secretNames = ({ secrets }: Pick<DynamicContext, "secrets">) => asList(secrets) as readonly string[];

const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
};

/** Seconds of a customTimeouts text such as `1h30m`; undefined if invalid. */
export function durationSeconds(text: string | undefined): number | undefined {
  // As in Go, a duration is a sum of parts.
  const parts = [...(text ?? "").matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhd])/g)];
  if (parts.length === 0) return undefined;
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ""] ?? 0), 0);
  return text?.startsWith("-") ? -seconds : seconds;
}
