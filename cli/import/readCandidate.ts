import { inPlaceOfMark } from "../../provider/api/pulumiMarks";
import * as engine from "../../provider/engine";
import { sentenceOf } from "../../provider/objects/messages";
import type { OperationContext } from "../../provider/objects/operation";
import { textsAndKeysIn } from "../../provider/objects/values";
import type { Candidate, Importable, LeftOut } from "./importables";
import { reasons } from "./reasons";

/** What came of reading an object, and the secrets that it was seen to have; the key of the read itself is one. */
export interface Read {
  readonly result: Importable | LeftOut;
  readonly secrets: readonly string[];
}

/** Reads an object exactly as an import would. */
export async function readCandidate(candidate: Candidate, context: OperationContext): Promise<Read> {
  const { resource, id } = candidate;
  const stored = await engine.read(context, { resource, id, recorded: { inputs: {}, state: {} } });
  const secrets = [...(context.call.secrets ?? [])];
  if (!stored) return { result: { ...candidate, reason: reasons.gone }, secrets };
  // Nothing else can have changed an object of which no state knows.
  if (stored.state.externalChange !== null) return { result: { ...candidate, reason: reasons.beingDeleted }, secrets };
  const problem = problemWith(candidate, stored.inputs);
  if (problem !== undefined) return { result: { ...candidate, reason: problem }, secrets };
  return { result: { ...candidate, inputs: stored.inputs }, secrets };
}

/** Pulumi would import what the provider refuses, and then fail in every preview of the program. */
function problemWith({ resource, id }: Candidate, inputs: Importable["inputs"]): string | undefined {
  if (textsAndKeysIn(inputs).includes(inPlaceOfMark)) return reasons.holdsMark;
  const { problems } = engine.check(resource, { inputs, naming: { resourceName: id, suffix: "" } });
  if (problems.length === 0) return undefined;
  return `a program cannot declare it: ${problems.map(sentenceOf).join(" ")}`.replace(/\.$/, "");
}
