import { changedTexts } from "../objects/fields/changedTexts.js";
import { importProblems } from "../objects/fields/importProblems.js";
import { sentenceOf } from "../objects/messages/messages.js";
import { type Context, ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";

/** Refuses inputs that Pulumi would write into a program as code, and warns of changed texts. */
export function checkImport(context: Context, label: string, inputs: Properties): void {
  const problems = importProblems(inputs).map(sentenceOf).join(" ");
  if (problems !== "")
    throw new ResourceError(`${label} cannot be imported: ${problems} Change the object, then import it.`);
  warnOfChangedTexts(context, label, inputs);
}

/** Warns of texts that the program of an import does not have as they are. */
export function warnOfChangedTexts({ warn }: Pick<Context, "warn">, label: string, inputs: Properties): void {
  const places = changedTexts(inputs).map(({ property, reason }) => `${property} (${reason})`);
  if (places.length > 0)
    warn(
      `${label}: a text or key will differ in the program that Pulumi writes: ${places.join(", ")}. Run ` +
        "pulumi preview, and correct the program by hand.",
    );
}
