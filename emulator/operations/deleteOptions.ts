import type { Call } from "../call";
import { unsupportedField } from "../fieldError";
import type { Fields } from "../kinds/fields";
import { type Propagation, propagationFinalizers } from "../kinds/metadata";
import { readBody } from "../objects/body";
import { DecodeError, decodeFields } from "../objects/decode";
import { badRequest, internalError, invalid } from "../statusError";
import { UnreadableError } from "../text/json";
import { integerProblem } from "../text/scalars";
import { dryRunErrors } from "./writeOptions";

/** How a delete is to be done, from its body or the query. */
export interface DeleteOptions {
  dryRun: boolean;
  propagation: Propagation;
  uid: string | undefined;
  resourceVersion: string | undefined;
}

const optionsKind = "DeleteOptions";
const optionsType: Fields = {
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
  const { preconditions = {}, propagationPolicy = "Background", dryRun = [] } = sent;
  const errors = dryRunErrors(dryRun);
  if (!propagations.includes(propagationPolicy)) {
    const shown = JSON.stringify(propagationPolicy);
    errors.push(unsupportedField("propagationPolicy", shown, [...propagations, "nil"]));
  }
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: optionsKind, name: "" }, errors);
  return {
    dryRun: dryRun.length > 0,
    propagation: propagationPolicy as Propagation,
    uid: preconditions.uid,
    resourceVersion: preconditions.resourceVersion,
  };
}

function queriedOptions(query: URLSearchParams): SentOptions {
  const one = (field: string) => query.get(field) ?? undefined;
  const problem = integerProblem(one("gracePeriodSeconds") ?? "0", true);
  if (problem !== undefined) throw badRequest(problem);
  return {
    preconditions: { uid: one("uid"), resourceVersion: one("resourceVersion") },
    propagationPolicy: one("propagationPolicy"),
    dryRun: query.getAll("dryRun"),
  };
}

// Real servers answer 500 to unreadable options, and accept those of any group and version.
function bodyOptions(call: Call): SentOptions {
  try {
    const sent = decodeFields(readBody(call.body).value ?? {}, optionsType, "").value as SentOptions;
    const isVersion = (sent.apiVersion ?? "").split("/").length <= 2;
    if (isVersion && (sent.kind || optionsKind) === optionsKind) return sent;
    throw new DecodeError(`no kind "${sent.kind}" is registered for version "${sent.apiVersion}"`);
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}
