import type { Call } from "../call";
import { type FieldError, unsupportedField } from "../fieldError";
import { isUnreadable, readBody, unreadableMessage } from "../objects/decodeBody";
import { internalError, invalid } from "../statusError";
import { isObject, type JsonObject, type JsonValue } from "../text/json";
import { dryRunErrors, isDryRun } from "./writeOptions";

/** What becomes of the dependents of a deleted object. */
export type Propagation = "Background" | "Foreground" | "Orphan";

/** How a delete is to be done, from its body and the query. */
export interface DeleteOptions {
  dryRun: boolean;
  propagation: Propagation;
  uid: string | undefined;
  resourceVersion: string | undefined;
}

const propagations = ["Foreground", "Background", "Orphan"];

/** Reads the options of a delete; those in the body stand before those in the query. */
export function deleteOptions(call: Call): DeleteOptions {
  const body = readOptions(call);
  const preconditions = isObject(body.preconditions) ? body.preconditions : {};
  const dryRun = Array.isArray(body.dryRun) ? body.dryRun.map(String) : call.query.getAll("dryRun");
  const propagation = text(body.propagationPolicy) ?? call.query.get("propagationPolicy") ?? "Background";
  const errors = [...dryRunErrors(dryRun), ...propagationErrors(propagation)];
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions", name: "" }, errors);
  return {
    dryRun: isDryRun(dryRun),
    propagation: propagation as Propagation,
    uid: text(preconditions.uid),
    resourceVersion: text(preconditions.resourceVersion),
  };
}

function readOptions(call: Call): JsonObject {
  if (call.body.text === "") return {};
  const value = parse(call);
  return isObject(value) ? value : {};
}

// Real servers answer 500 here, though the request is at fault.
function parse(call: Call): JsonValue {
  try {
    return readBody(call.body).value;
  } catch (error) {
    if (isUnreadable(error)) throw internalError(unreadableMessage(error));
    throw error;
  }
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function propagationErrors(asked: string): FieldError[] {
  if (propagations.includes(asked)) return [];
  return [unsupportedField("propagationPolicy", JSON.stringify(asked), [...propagations, "nil"])];
}
