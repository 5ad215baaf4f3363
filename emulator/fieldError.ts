/** A wrong field before it becomes a cause. */
export interface FieldError {
  field: string;
  reason:
    | "FieldValueInvalid"
    | "FieldValueRequired"
    | "FieldValueNotSupported"
    | "FieldValueForbidden"
    | "FieldValueTooLong"
    | "FieldValueTypeInvalid";
  message: string;
}

/** A field whose value is not allowed. `shown` is the value in the message. */
export function invalidField(field: string, shown: string, why: string): FieldError {
  return { field, reason: "FieldValueInvalid", message: `Invalid value: ${shown}: ${why}` };
}

/** A field that is missing. */
export function requiredField(field: string, why = ""): FieldError {
  return { field, reason: "FieldValueRequired", message: why === "" ? "Required value" : `Required value: ${why}` };
}

/** A field that must not be changed or set now. */
export function forbiddenField(field: string, why: string): FieldError {
  return { field, reason: "FieldValueForbidden", message: `Forbidden: ${why}` };
}

/** A field whose value is none of a fixed few. */
export function unsupportedField(field: string, shown: string, allowed: readonly string[]): FieldError {
  const list = allowed.map((value) => JSON.stringify(value)).join(", ");
  const message = `Unsupported value: ${shown}: supported values: ${list}`;
  return { field, reason: "FieldValueNotSupported", message };
}

/** Makes one wrong-field entry for every problem of a text. */
export function textErrors(field: string, text: string, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalidField(field, JSON.stringify(text), problem));
}
