import { message } from "../messages/message.js";
import { readMessages } from "../messages/reads.js";
import { importProblems } from "../objects/fields/importProblems.js";
import { objectLabel, sentenceOf } from "../objects/messages/messages.js";
import { ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";
import type { Resource } from "../resources/resource.js";

/** Refuses the import of an object of which Pulumi would write a part into a program as code. */
export function refuseCode({ type }: Resource, id: string, inputs: Properties): void {
  const problems = importProblems(inputs).map(sentenceOf);
  if (problems.length === 0) return;
  throw new ResourceError(
    message(readMessages.importsCode, { label: objectLabel(type, id), problems: problems.join(" ") }),
  );
}
