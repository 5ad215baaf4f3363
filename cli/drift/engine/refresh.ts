import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation";
import { isRecord, isWireSecret, secretPlaceholder } from "../../../provider/cliFacade";
import type { ExportedResource } from "../../state/exportedState";
import { type EngineFailure, engineFailure, FailureMessages } from "./failure";
import type { OpenStack, RefreshOptions } from "./stack";

/** Result of a refresh preview. */
export interface Refresh {
  readonly outcomes: Outcomes;
  /** The engine's error, which may be about resources. */
  readonly failure?: EngineFailure | undefined;
}

/** Lets the engine compare a stack with the platform. Outcomes before a failure are kept. */
export async function refresh(
  stack: OpenStack,
  options: Omit<RefreshOptions, "onEvent">,
  onRead: () => void,
): Promise<Refresh> {
  const outcomes = new Outcomes(onRead);
  try {
    await stack.previewRefresh({ ...options, onEvent: (event) => outcomes.add(event) });
    return { outcomes };
  } catch (error) {
    return { outcomes, failure: engineFailure(error, outcomes.failure.all) };
  }
}

type Result = "same" | "changed" | "deleted" | "failed";

/** The engine's result for a resource. Secrets are marked. */
export interface Outcome {
  readonly urn: string;
  readonly result: Result;
  readonly old?: StepEventStateMetadata | undefined;
  readonly new?: StepEventStateMetadata | undefined;
  /** Changed property paths, if the provider returns them. */
  readonly paths?: readonly string[] | undefined;
  readonly errors: readonly string[];
}

const results: Readonly<Record<string, Result>> = {
  same: "same",
  update: "changed",
  delete: "deleted",
  // A resource that the program only reads, such as another stack.
  read: "same",
};

/** Collects the engine's events by resource. */
export class Outcomes {
  readonly #steps = new Map<string, StepEventMetadata>();
  readonly #failed = new Set<string>();
  readonly #errors = new Map<string, string[]>();
  /** Errors that are not about a resource. */
  readonly failure = new FailureMessages();
  readonly #onRead: () => void;

  /** `onRead` is called for each compared resource. */
  constructor(onRead: () => void = () => {}) {
    this.#onRead = onRead;
  }

  /** Collects an event. */
  add({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent): void {
    if (resOutputsEvent) this.#ended(resOutputsEvent.metadata);
    if (resOpFailedEvent) this.#failed.add(keyOf(resOpFailedEvent.metadata.urn, resOpFailedEvent.metadata.old));
    if (diagnosticEvent) this.#said(diagnosticEvent);
  }

  /** Whether a resource had an error. */
  get hasResourceErrors(): boolean {
    return this.#errors.size > 0;
  }

  /** The outcome of a resource; `failed` if the engine did not reach it. */
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
      this.failure.add(diagnostic);
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

/** A replaced resource that waits for its delete has the URN of the new one. */
const keyOf = (urn: string, state: { readonly id?: string | undefined; readonly delete?: boolean | undefined } = {}) =>
  JSON.stringify([urn, state.id ?? "", state.delete === true]);

/** A value of an engine event with masked secrets. */
export function maskedEvent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedEvent);
  if (!isRecord(value)) return value;
  if (isWireSecret(value)) return secretPlaceholder;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, maskedEvent(member)]));
}
