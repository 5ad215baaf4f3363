import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation";
import { isSecret } from "../../../provider/adapters/shared/wireValues";
import { mask } from "../../../provider/api/output/secretShapes";
import { isRecord } from "../../../provider/objects/values";
import type { ExportedResource } from "../../state/exportedState";
import { type EngineFailure, engineFailure, FailureWords } from "./failure";
import type { OpenStack, RefreshOptions } from "./stack";

/** What a refresh without a write came to. */
export interface Refresh {
  readonly outcomes: Outcomes;
  /** Why it ended early or with an error, in the engine's words; some of it may belong to resources. */
  readonly failure?: EngineFailure | undefined;
}

/** Has the engine compare a stack with the platform; what it heard until it failed is kept. */
export async function refresh(
  stack: OpenStack,
  options: Omit<RefreshOptions, "onEvent">,
  onRead: () => void,
): Promise<Refresh> {
  const outcomes = new Outcomes(onRead);
  try {
    await stack.previewRefresh({ ...options, onEvent: (event) => outcomes.hear(event) });
    return { outcomes };
  } catch (error) {
    return { outcomes, failure: engineFailure(error, outcomes.failure.all) };
  }
}

/** What the engine found when it compared a resource with the platform. */
type Result = "same" | "changed" | "deleted" | "failed";

/** What the engine says of one resource. Secrets stand in it as Pulumi blinds them. */
export interface Outcome {
  readonly urn: string;
  readonly result: Result;
  readonly old?: StepEventStateMetadata | undefined;
  readonly new?: StepEventStateMetadata | undefined;
  /** Property paths of what differs, where the provider tells. */
  readonly paths?: readonly string[] | undefined;
  /** What went wrong, in the engine's and the provider's words. */
  readonly errors: readonly string[];
}

const results: Readonly<Record<string, Result>> = {
  same: "same",
  update: "changed",
  delete: "deleted",
  // What a program reads and does not manage, such as another stack, is whatever it is.
  read: "same",
};

/** Collects what the engine says while it compares a stack with the platform. */
export class Outcomes {
  readonly #steps = new Map<string, StepEventMetadata>();
  readonly #failed = new Set<string>();
  readonly #errors = new Map<string, string[]>();
  /** What went wrong with no resource in particular. */
  readonly failure = new FailureWords();
  readonly #onRead: () => void;

  /** `onRead` is told of each resource that was compared. */
  constructor(onRead: () => void = () => {}) {
    this.#onRead = onRead;
  }

  /** Hears one event. */
  hear({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent): void {
    if (resOutputsEvent) this.#ended(resOutputsEvent.metadata);
    if (resOpFailedEvent) this.#failed.add(keyOf(resOpFailedEvent.metadata.urn, resOpFailedEvent.metadata.old));
    if (diagnosticEvent) this.#said(diagnosticEvent);
  }

  /** Whether an error of a resource was heard. */
  get hasResourceErrors(): boolean {
    return this.#errors.size > 0;
  }

  /** What it said of a resource of the state; `failed` also where it never came to it. */
  of(resource: ExportedResource): Outcome {
    const key = keyOf(resource.urn, resource);
    const step = this.#steps.get(key);
    const errors = this.#errors.get(resource.urn) ?? [];
    const result = step && !this.#failed.has(key) ? results[step.op] : undefined;
    if (!step || !result) return { urn: resource.urn, result: "failed", errors };
    const paths = step.detailedDiff ? Object.keys(step.detailedDiff) : step.diffs;
    return { urn: resource.urn, result, old: step.old, new: step.new, paths, errors };
  }

  #ended(step: StepEventMetadata): void {
    this.#steps.set(keyOf(step.urn, step.old), step);
    if (isRead(step)) this.#onRead();
  }

  #said(diagnostic: NonNullable<EngineEvent["diagnosticEvent"]>): void {
    const { urn, severity, message } = diagnostic;
    if (!urn || urn.includes("::pulumi:pulumi:Stack::")) {
      this.failure.hear(diagnostic);
      return;
    }
    if (severity !== "error") return;
    const errors = this.#errors.get(urn) ?? [];
    errors.push(message.trim());
    this.#errors.set(urn, errors);
  }
}

/** Components and providers are never read. */
const isRead = ({ type, old }: StepEventMetadata): boolean =>
  old?.custom === true && !type.startsWith("pulumi:providers:");

/** What is replaced and waits to be deleted has the URN of what replaced it. */
const keyOf = (urn: string, state: { readonly id?: string | undefined; readonly delete?: boolean | undefined } = {}) =>
  JSON.stringify([urn, state.id ?? "", state.delete === true]);

/** A value of an engine event, in which the word stands for each secret. */
export function blinded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blinded);
  if (!isRecord(value)) return value;
  if (isSecret(value)) return mask;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, blinded(member)]));
}
