import { ConnectionError, isCancelled, isUnauthorized } from "../../provider/api/errors/errors";
import { markerPlaceholder } from "../../provider/api/input/pulumiMarkers";
import * as engine from "../../provider/engine/engine";
import { messageOf, sentenceOf } from "../../provider/objects/messages/messages";
import type { OperationContext } from "../../provider/objects/operation";
import { textsAndKeysIn } from "../../provider/objects/values";
import { causeOf } from "./causeOf";
import { type Candidate, type Importable, type LeftOut, reasons } from "./importables";

/** What came of reading an object, and the secrets that it was seen to have; the key of the read itself is one. */
export interface Read {
  readonly result: Importable | LeftOut;
  readonly secrets: readonly string[];
}

/** Reads an object exactly as an import would. One that cannot be read is left out. */
export async function readCandidate(candidate: Candidate, context: OperationContext): Promise<Read> {
  const stored = await read(candidate, context);
  const secrets = [...(context.call.secrets ?? [])];
  if (typeof stored === "string") return { result: { ...candidate, reason: stored }, secrets };
  if (!stored) return { result: { ...candidate, reason: reasons.gone }, secrets };
  // Nothing else can have changed an object of which no state knows.
  if (stored.state.externalChange !== null) return { result: { ...candidate, reason: reasons.beingDeleted }, secrets };
  const problem = problemWith(candidate, stored.inputs);
  if (problem !== undefined) return { result: { ...candidate, reason: problem }, secrets };
  return { result: { ...candidate, inputs: stored.inputs }, secrets };
}

async function read({ resource, id }: Candidate, context: OperationContext) {
  try {
    return await engine.read(context, { resource, id, recorded: { inputs: {}, state: {} } });
  } catch (error) {
    if (causeOf(error, isUnauthorized) || causeOf(error, isUnreachable)) throw error;
    return `it cannot be read: ${messageOf(error)}`.replace(/\.$/, "");
  }
}

/** What can go wrong with the response of one object only. */
const ofOneObject: ReadonlySet<string> = new Set(["reset", "truncated", "timeout", "deadline", "tooLarge"]);

/** Whether no object could be read. */
const isUnreachable = (error: unknown): error is Error =>
  isCancelled(error) || (error instanceof ConnectionError && !ofOneObject.has(error.kind));

/** Pulumi would import what the provider refuses, and then fail in every preview of the program. */
function problemWith({ resource, id }: Candidate, inputs: Importable["inputs"]): string | undefined {
  if (textsAndKeysIn(inputs).includes(markerPlaceholder)) return reasons.holdsMark;
  const { problems } = engine.check(resource, { inputs, naming: { resourceName: id, suffix: "" } });
  if (problems.length === 0) return undefined;
  return `a program cannot declare it: ${problems.map(sentenceOf).join(" ")}`.replace(/\.$/, "");
}
