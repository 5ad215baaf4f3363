import * as z from "zod";
import { clusterKinds, kinds, selfKind, selfPlural } from "../kinds/kinds";
import { principals } from "../kinds/principals";
import type { FieldError } from "../statusError";
import { isObject, type JsonObject } from "../text/json";

/** The most milliseconds that a request may wait. */
export const maxDelayMs = 600_000;

const stored = [...kinds[3], ...kinds[4], ...clusterKinds];
const kindNames = [
  ...stored.flatMap(({ kind, plural }) => [kind, plural]),
  ...[...stored, ...principals].flatMap(({ subresources = {} }) =>
    Object.entries(subresources).flatMap(([segment, { kind }]) => [kind, segment]),
  ),
];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
// The platform frames the response itself: no client could read one with two framings.
const framing = /^(connection|content-length|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

const headerName = z
  .string()
  .regex(/^[\w-]+$/)
  .toLowerCase()
  .refine((name) => !framing.test(name), "the platform writes this header itself");

const failAction = z.strictObject({
  status: z.int().min(200).max(599),
  // Seconds.
  retryAfter: z.int().min(0).optional(),
  headers: z.record(headerName, z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  // A Status object if absent.
  body: z.union([z.string(), z.custom<JsonObject>(isObject)]).optional(),
});
const delayAction = z.strictObject({ delayMs: z.int().min(0).max(maxDelayMs) });
const namedAction = z.enum(["conflict", "html", "reset-before", "reset-after", "truncate"]);
// docs/local-platform.md describes the fields and actions, under "Inject faults".
const fields = z.strictObject({
  verb: z.enum(verbs).optional(),
  method: z.enum(methods).optional(),
  kind: z.enum([...kindNames, selfKind, selfPlural]).optional(),
  name: z.string().min(1).optional(),
  times: z.int().min(1).max(1_000_000).optional(),
  action: z.union([namedAction, failAction, delayAction]),
});

/** What goes wrong. */
export type FaultAction = z.infer<typeof fields>["action"];

/** Which requests a fault hits (all given fields match), how many, and what happens to them. */
export type Fault = z.infer<typeof fields>;

/** Reads a fault from outside. Each error has the path of its field. */
export function parseFault(value: unknown, path: string): { fault: Fault } | { errors: FieldError[] } {
  const action = isObject(value) ? value.action : undefined;
  // The one form that is meant: the error of a union would not name the wrong field of it.
  const object = isObject(action) && "delayMs" in action ? delayAction : failAction;
  const read = fields.extend({ action: isObject(action) ? object : namedAction }).safeParse(value);
  if (read.success) return { fault: read.data };
  return { errors: read.error.issues.flatMap((issue) => fieldErrors(path, issue)) };
}

function fieldErrors(path: string, issue: z.core.$ZodIssue): FieldError[] {
  const error = (steps: PropertyKey[], message: string): FieldError => {
    const field = [path, ...steps].filter((step) => step !== "").join(".");
    return { field, reason: "FieldValueInvalid", message };
  };
  if (issue.code === "invalid_key") return issue.issues.map(({ message }) => error(issue.path, message));
  if (issue.code !== "unrecognized_keys") return [error(issue.path, issue.message)];
  return issue.keys.map((key) => error([...issue.path, key], "unknown field"));
}
