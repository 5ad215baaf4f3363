import type { StatusError } from "../statusError";

/** What becomes of fields that no server knows or that stand twice: an error, warnings, or nothing. */
export interface FieldValidation {
  strict: boolean;
  warns: boolean;
}

/** The warnings that the caller asked to hear; one who asked for errors gets what `refuse` makes of them. */
export function heeded(
  warnings: readonly string[],
  { strict, warns }: FieldValidation,
  refuse: (warnings: readonly string[]) => StatusError,
): readonly string[] {
  if (strict && warnings.length > 0) throw refuse(warnings);
  return warns ? warnings : [];
}
