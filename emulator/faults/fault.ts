import * as z from "zod";
import type { FieldError } from "../fieldError";
import { kinds } from "../kinds/kinds";
import { importKind, importSegment } from "../kinds/projectImportVirtualCluster";
import { isObject, type JsonObject } from "../text/json";

/** The longest that a request may be made to wait. */
export const maxDelayMs = 600_000;

const kindWords = [...kinds.flatMap(({ kind, plural }) => [kind, plural]), importKind, importSegment];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const reads = new Set(["get", "list", "watch", "GET", "HEAD"]);
// An answer with one of these has no body.
const bodiless = new Set([204, 205, 304]);
// The platform says by these how long its answer is: with others beside them no client could read it.
const framing = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const headerName = z
  .string()
  .regex(/^[\w-]+$/)
  .toLowerCase()
  .refine((name) => !framing.has(name), "the platform writes this header itself");

const failFields = z.strictObject({
  status: z
    .int()
    .min(200)
    .max(599)
    .refine((status) => !bodiless.has(status), "an answer with this status has no body"),
  // Seconds.
  retryAfter: z.int().min(0).optional(),
  headers: z.record(headerName, z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  // A Status object if absent.
  body: z.union([z.string(), z.custom<JsonObject>(isObject)]).optional(),
});
const failAction = failFields.refine(
  ({ retryAfter, headers }) => retryAfter === undefined || headers?.["retry-after"] === undefined,
  { path: ["retryAfter"], error: "headers say it already; give one of the two" },
);
const delayAction = z.strictObject({ delayMs: z.int().min(0).max(maxDelayMs) });
const namedAction = z.enum(["conflict", "html", "reset-before", "reset-after", "truncate"]);
// What each field and action means stands in docs/local-platform.md, under "Inject faults".
const fields = z.strictObject({
  verb: z.enum(verbs).optional(),
  method: z.enum(methods).optional(),
  kind: z.enum(kindWords).optional(),
  name: z.string().min(1).optional(),
  times: z.int().min(1).max(1_000_000).optional(),
  action: z.union([namedAction, failAction, delayAction]),
});

/** What goes wrong. */
export type FaultAction = z.infer<typeof fields>["action"];

/** Which requests a fault hits (all that match every given field), how many of them, and what happens to them. */
export type Fault = z.infer<typeof fields>;

/** Reads a fault from outside; every mistake is named by its field. */
export function parseFault(value: unknown, path: string): { fault: Fault } | { errors: FieldError[] } {
  const action = isObject(value) ? value.action : undefined;
  // A union would not say which field of which form is wrong.
  const read = fields
    .extend({ action: actionForm(action) })
    .superRefine(checkTogether)
    .safeParse(value);
  if (read.success) return { fault: read.data };
  return { errors: read.error.issues.flatMap((issue) => fieldErrors(path, issue)) };
}

function actionForm(action: unknown) {
  if (!isObject(action)) return namedAction;
  return "delayMs" in action ? delayAction : failAction;
}

function checkTogether({ verb, method, kind, name, action }: Fault, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (verb !== undefined && method !== undefined) refuse("method", "verb says it already; give one of the two");
  if (name !== undefined && verb === "deletecollection") refuse("name", "a deletecollection names no object");
  if (isImport(kind) && verb !== undefined && verb !== "create") refuse("verb", "an import is a create");
  if (isImport(kind) && method !== undefined && method !== "POST") refuse("method", "an import is a POST");
  if (action === "conflict" && reads.has(verb ?? method ?? "")) refuse("action", "only a write can meet a conflict");
}

function isImport(kind: string | undefined): boolean {
  return kind === importKind || kind === importSegment;
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
