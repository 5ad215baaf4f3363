import type { Call } from "../call";
import type { Fields } from "../kinds/fields";
import { type Propagation, propagationFinalizers } from "../kinds/metadata";
import { readBody } from "../objects/body";
import { DecodeError, decodeFields, type FieldValidation } from "../objects/decode";
import {
  badRequest,
  type FieldError,
  forbiddenField,
  internalError,
  invalid,
  invalidField,
  longField,
  unsupportedField,
} from "../statusError";
import { integerProblem } from "../text/formats";
import { UnreadableError } from "../text/json";

/** How a write is to be done, from the query. */
export interface WriteOptions extends FieldValidation {
  dryRun: boolean;
}

const fieldValidations = ["", "Ignore", "Strict", "Warn"];
const maxManagerLength = 128;

/** Reads and checks the query of a patch. */
export function patchOptions(call: Call): WriteOptions {
  const isForced = call.query.has("force");
  const errors = isForced ? [forbiddenField("force", "may not be specified for non-apply patch")] : [];
  return writeOptions(call, "PatchOptions", errors);
}

/** Reads and checks the query of a write; `kind` is the word in errors, like `CreateOptions`. */
export function writeOptions({ query }: Call, kind: string, found: readonly FieldError[] = []): WriteOptions {
  const fieldValidation = query.get("fieldValidation") ?? "";
  const errors = [
    ...found,
    ...dryRunErrors(query.getAll("dryRun")),
    ...managerErrors(query.get("fieldManager") ?? ""),
    ...(fieldValidations.includes(fieldValidation)
      ? []
      : [unsupportedField("fieldValidation", fieldValidation, fieldValidations)]),
  ];
  refuse(kind, errors);
  return { dryRun: query.has("dryRun"), strict: fieldValidation === "Strict", warns: fieldValidation !== "Ignore" };
}

function refuse(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind, name: "" }, errors);
}

function dryRunErrors(values: readonly string[]): FieldError[] {
  return values.every((value) => value === "All") ? [] : [unsupportedField("dryRun", values, ["All"])];
}

function managerErrors(manager: string): FieldError[] {
  if (manager.length > maxManagerLength) return [longField("fieldManager", maxManagerLength)];
  if (!/[\p{C}]/u.test(manager)) return [];
  return [invalidField("fieldManager", JSON.stringify(manager), "should only contain printable characters")];
}

/** How a delete is to be done, from its body or the query. */
export interface DeleteOptions {
  dryRun: boolean;
  propagation: Propagation;
  uid: string | undefined;
  resourceVersion: string | undefined;
}

const deleteKind = "DeleteOptions";
const deleteType: Fields = {
  apiVersion: "string",
  kind: "string",
  gracePeriodSeconds: "integer",
  preconditions: { uid: "string", resourceVersion: "string" },
  propagationPolicy: "string",
  dryRun: ["string"],
};

/** The options as they were sent, after their types were found to be right. */
interface SentOptions {
  apiVersion?: string;
  kind?: string;
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined };
  propagationPolicy?: string | undefined;
  dryRun?: string[];
}

const propagations = Object.keys(propagationFinalizers);

/** Reads the options of a delete. As on real servers a body replaces the query. */
export function deleteOptions(call: Call): DeleteOptions {
  const sent = call.body.text === "" ? queriedOptions(call.query) : bodyOptions(call);
  const { preconditions: { uid, resourceVersion } = {}, propagationPolicy = "Background", dryRun = [] } = sent;
  const isKnown = propagations.includes(propagationPolicy);
  refuse(deleteKind, [
    ...dryRunErrors(dryRun),
    ...(isKnown ? [] : [unsupportedField("propagationPolicy", propagationPolicy, propagations)]),
  ]);
  return { dryRun: dryRun.length > 0, propagation: propagationPolicy as Propagation, uid, resourceVersion };
}

function queriedOptions(query: URLSearchParams): SentOptions {
  const one = (field: string) => query.get(field) ?? undefined;
  const problem = integerProblem(one("gracePeriodSeconds") ?? "0", true);
  if (problem !== undefined) throw badRequest(problem);
  const preconditions = { uid: one("uid"), resourceVersion: one("resourceVersion") };
  return { preconditions, propagationPolicy: one("propagationPolicy"), dryRun: query.getAll("dryRun") };
}

// Real servers answer 500 to unreadable options, and accept those of any group and version.
function bodyOptions(call: Call): SentOptions {
  try {
    const sent = decodeFields(readBody(call.body).value ?? {}, deleteType, "").value as SentOptions;
    const isVersion = (sent.apiVersion ?? "").split("/").length <= 2;
    if (isVersion && (sent.kind || deleteKind) === deleteKind) return sent;
    throw new DecodeError(`no kind "${sent.kind}" is registered for version "${sent.apiVersion}"`);
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}
