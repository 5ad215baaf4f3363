import type { Call } from "../call";
import { type FieldError, forbiddenField, invalidField, requiredField, unsupportedField } from "../fieldError";
import type { FieldValidation } from "../objects/decode";
import { invalid } from "../statusError";
import { isYes } from "../text/scalars";

/** How a write is to be done, from the query. */
export interface WriteOptions extends FieldValidation {
  dryRun: boolean;
}

const fieldValidations = ["", "Ignore", "Strict", "Warn"];
const maxManagerLength = 128;

/** What an apply can be asked for besides. */
export interface ApplyOptions extends WriteOptions {
  /** Takes fields from other managers. */
  force: boolean;
}

/** Reads and checks the query of an apply. */
export function applyOptions(call: Call): ApplyOptions {
  const isNamed = (call.query.get("fieldManager") ?? "") !== "";
  const errors = isNamed ? [] : [requiredField("fieldManager", "is required for apply patch")];
  const force = call.query.get("force") ?? "false";
  return { ...writeOptions(call, "PatchOptions", errors), force: isYes(force) };
}

/** Reads and checks the query of a patch other than an apply. */
export function patchOptions(call: Call): WriteOptions {
  const isForced = call.query.has("force");
  return writeOptions(
    call,
    "PatchOptions",
    isForced ? [forbiddenField("force", "may not be specified for non-apply patch")] : [],
  );
}

/** Reads and checks the query of a write; `kind` is the word in errors, like `CreateOptions`. */
export function writeOptions(
  call: Call,
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions",
  found: readonly FieldError[] = [],
): WriteOptions {
  const fieldValidation = call.query.get("fieldValidation") ?? "";
  const errors = [
    ...found,
    ...dryRunErrors(call.query.getAll("dryRun")),
    ...managerErrors(call.query.get("fieldManager") ?? ""),
  ];
  if (!fieldValidations.includes(fieldValidation)) {
    errors.push(unsupportedField("fieldValidation", JSON.stringify(fieldValidation), fieldValidations));
  }
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind, name: "" }, errors);
  return {
    dryRun: call.query.has("dryRun"),
    strict: fieldValidation === "Strict",
    warns: fieldValidation !== "Ignore",
  };
}

/** The error of a dryRun value other than `All`. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === "All")) return [];
  return [unsupportedField("dryRun", JSON.stringify(values), ["All"])];
}

function managerErrors(manager: string): FieldError[] {
  if (manager.length > maxManagerLength) {
    const message = `Too long: may not be more than ${maxManagerLength} bytes`;
    return [{ field: "fieldManager", reason: "FieldValueTooLong", message }];
  }
  if (!/[\p{C}]/u.test(manager)) return [];
  return [invalidField("fieldManager", JSON.stringify(manager), "should only contain printable characters")];
}
