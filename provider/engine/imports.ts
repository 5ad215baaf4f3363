import { message } from "../messages/message.js";
import { readMessages } from "../messages/reads.js";
import { changedTexts } from "../objects/fields/changedTexts.js";
import { importProblems } from "../objects/fields/importProblems.js";
import { sentenceOf } from "../objects/messages/messages.js";
import { type OperationContext, ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";

/** Refuses inputs that Pulumi would write into a program as code, and warns of changed texts. */
export function checkImport(context: OperationContext, label: string, inputs: Properties): void {
  const problems = importProblems(inputs).map(sentenceOf).join(" ");
  if (problems !== "") throw new ResourceError(message(readMessages.importsCode, { label, problems }));
  warnOfChangedTexts(context, label, inputs);
}

/** Warns of texts that the program of an import does not have as they are. */
export function warnOfChangedTexts({ warn }: Pick<OperationContext, "warn">, label: string, inputs: Properties): void {
  const places = changedTexts(inputs).map(({ property, reason }) => `${property} (${reason})`);
  if (places.length > 0) warn(message(readMessages.changesTexts, { label, places: places.join(", ") }));
}
