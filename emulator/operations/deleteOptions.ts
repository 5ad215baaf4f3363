import type { Call } from "../call";
import { type FieldError, invalidField, unsupportedField } from "../fieldError";
import type { GoStruct } from "../kinds/goType";
import { type Propagation, propagationFinalizers } from "../kinds/propagation";
import { readBody, typeMetaProblem } from "../objects/decodeBody";
import { DecodeError, decodeGoStruct } from "../objects/decodeGoStruct";
import { badRequest, internalError, invalid } from "../statusError";
import { isObject, type JsonObject, type JsonValue, UnreadableError } from "../text/json";
import { dryRunErrors, isYes } from "./writeOptions";

/** How a delete is to be done, from its body or the query. */
export interface DeleteOptions {
  dryRun: boolean;
  propagation: Propagation;
  uid: string | undefined;
  resourceVersion: string | undefined;
}

const optionsType: GoStruct = {
  name: "DeleteOptions",
  struct: {
    gracePeriodSeconds: { pointer: "int64" },
    preconditions: {
      name: "Preconditions",
      struct: { uid: { pointer: { text: "types.UID" } }, resourceVersion: { pointer: "string" } },
    },
    orphanDependents: { pointer: "bool" },
    propagationPolicy: { pointer: { text: "v1.DeletionPropagation" } },
    dryRun: { list: "string" },
    ignoreStoreReadErrorWithClusterBreakingPotential: { pointer: "bool" },
  },
};

/** The options as they were sent, after their types were found to be right. */
interface SentOptions {
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined };
  orphanDependents?: boolean | undefined;
  propagationPolicy?: string | undefined;
  dryRun?: string[];
}

const propagations = Object.keys(propagationFinalizers);
const maxInt64 = 2n ** 63n - 1n;

/** Reads the options of a delete. As on real servers the query counts only where there is no body. */
export function deleteOptions(call: Call): DeleteOptions {
  const sent = call.body.text === "" ? queriedOptions(call.query) : bodyOptions(call);
  const { preconditions = {}, orphanDependents, propagationPolicy, dryRun = [] } = sent;
  const errors = [...propagationErrors(sent), ...dryRunErrors(dryRun)];
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions", name: "" }, errors);
  return {
    dryRun: dryRun.length > 0,
    propagation:
      (propagationPolicy as Propagation | undefined) ?? (orphanDependents === true ? "Orphan" : "Background"),
    uid: preconditions.uid,
    resourceVersion: preconditions.resourceVersion,
  };
}

function queriedOptions(query: URLSearchParams): SentOptions {
  const one = (field: string) => query.get(field) ?? undefined;
  checkInteger(one("gracePeriodSeconds") ?? "0");
  const orphan = one("orphanDependents");
  return {
    preconditions: { uid: one("uid"), resourceVersion: one("resourceVersion") },
    orphanDependents: orphan === undefined ? undefined : isYes(orphan),
    propagationPolicy: one("propagationPolicy"),
    dryRun: query.getAll("dryRun"),
  };
}

function checkInteger(text: string): void {
  const refuse = (why: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[-+]?\d+$/.test(text)) throw refuse("invalid syntax");
  // No 64-bit integer is longer, zeros before it aside.
  const digits = text.replace(/^[-+]?0*/, "");
  if (digits.length > 19 || BigInt(digits || 0) > maxInt64) throw refuse("value out of range");
}

// Real servers answer 500 to options that they cannot read, though the request is at fault.
function bodyOptions(call: Call): SentOptions {
  try {
    return decodeGoStruct(readOptions(readBody(call.body).value ?? {}), optionsType).value as SentOptions;
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

// Options of any group and version are taken, as every group had its own once.
function readOptions(value: JsonValue): JsonObject {
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw new DecodeError(problem);
  const { kind, apiVersion, ...options } = isObject(value) ? value : {};
  const version = String(apiVersion || "v1");
  if (version.split("/").length > 2) throw new DecodeError(`unexpected GroupVersion string: ${version}`);
  if ((kind || optionsType.name) === optionsType.name) return options;
  throw new DecodeError(
    `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:110"`,
  );
}

function propagationErrors({ orphanDependents, propagationPolicy }: SentOptions): FieldError[] {
  if (propagationPolicy === undefined) return [];
  const field = "propagationPolicy";
  const shown = JSON.stringify(propagationPolicy);
  const errors: FieldError[] = [];
  if (orphanDependents !== undefined) {
    errors.push(invalidField(field, shown, "orphanDependents and deletionPropagation cannot be both set"));
  }
  if (!propagations.includes(propagationPolicy)) {
    errors.push(unsupportedField(field, shown, [...propagations, "nil"]));
  }
  return errors;
}
