import type { Call } from "./call";
import { type FieldError, invalid, invalidField, unsupportedField } from "./statusError";

/** How a write is to be done, from the query. */
export interface WriteOptions {
  dryRun: boolean;
  strict: boolean;
  warns: boolean;
}

const fieldValidations = ["", "Ignore", "Strict", "Warn"];
const maxManagerLength = 128;

/** Reads and checks the query of a write; `kind` is the word that errors use, like `CreateOptions`. */
export function writeOptions(call: Call, kind: "CreateOptions" | "UpdateOptions" | "PatchOptions"): WriteOptions {
  const fieldValidation = call.query.get("fieldValidation") ?? "";
  const errors = [...dryRunErrors(call.query.getAll("dryRun")), ...managerErrors(call.query.get("fieldManager") ?? "")];
  if (!fieldValidations.includes(fieldValidation)) {
    errors.push(unsupportedField("fieldValidation", JSON.stringify(fieldValidation), fieldValidations));
  }
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind, name: "" }, errors);
  return {
    dryRun: isDryRun(call.query.getAll("dryRun")),
    strict: fieldValidation === "Strict",
    warns: fieldValidation !== "Ignore",
  };
}

/** Says whether a list of dryRun values asks for nothing to be stored. */
export function isDryRun(values: readonly string[]): boolean {
  return values.some((value) => value !== "");
}

/** The error of a dryRun value other than `All`. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  const given = values.filter((value) => value !== "");
  if (given.every((value) => value === "All")) return [];
  return [unsupportedField("dryRun", JSON.stringify(given), ["All"])];
}

function managerErrors(manager: string): FieldError[] {
  if (manager.length > maxManagerLength) {
    const message = `Too long: may not be more than ${maxManagerLength} bytes`;
    return [{ field: "fieldManager", reason: "FieldValueTooLong", message }];
  }
  if (!/[\p{C}]/u.test(manager)) return [];
  return [invalidField("fieldManager", JSON.stringify(manager), "should only contain printable characters")];
}
