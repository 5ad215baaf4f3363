import { z } from "zod";
import type { FieldError } from "../fieldError";
import { kinds } from "../kinds/kinds";
import { importKind, importSegment } from "../kinds/projectImportVirtualCluster";
import { isObject, type JsonObject } from "../text/json";

const maxDelayMs = 600_000;
const kindWords = [...kinds.flatMap(({ kind, plural }) => [kind, plural]), importKind, importSegment];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const reads = new Set(["get", "list", "watch", "GET", "HEAD"]);
// An answer with one of these has no body.
const bodiless = new Set([204, 205, 304]);

const failAction = z.strictObject({
  status: z
    .int()
    .min(200)
    .max(599)
    .refine((status) => !bodiless.has(status), "an answer with this status has no body")
    .describe("answered in place of the platform; nothing is read or written"),
  retryAfter: z.int().min(0).optional().describe("seconds, as the header Retry-After and in the Status body"),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  body: z
    .union([z.string(), z.custom<JsonObject>(isObject)])
    .optional()
    .describe("a text or a JSON object; a Status object if absent"),
});
const delayAction = z.strictObject({
  delayMs: z.int().min(0).max(maxDelayMs).describe("how long the request waits before it is handled as usual"),
});
const namedAction = z.enum([
  // 409 with reason Conflict in place of the platform, as if somebody else had written first; for writes only.
  "conflict",
  // A login page of a proxy (200, text/html) in place of the platform.
  "html",
  // The connection is cut before anything is done.
  "reset-before",
  // Everything is done, then the connection is cut without an answer.
  "reset-after",
  // Everything is done, then half of the answer is sent and the connection is cut; of a watch, half of what is there at once.
  "truncate",
]);
const fields = z.strictObject({
  verb: z.enum(verbs).optional().describe("what the request does, in Kubernetes' words"),
  method: z.enum(methods).optional().describe("the HTTP method"),
  kind: z.enum(kindWords).optional().describe("a kind or its path segment: `SpaceTemplate`, `spacetemplates`"),
  name: z
    .string()
    .min(1)
    .optional()
    .describe("the object's name, in the path or, for a create, in the body; for an import the project's name"),
  times: z.int().min(1).max(1_000_000).optional().describe("how many requests it hits, 1 if absent"),
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

function checkTogether({ verb, method, name, action }: Fault, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (verb !== undefined && method !== undefined) refuse("method", "verb says it already; give one of the two");
  if (name !== undefined && verb === "deletecollection") refuse("name", "a deletecollection names no object");
  if (action === "conflict" && reads.has(verb ?? method ?? "")) refuse("action", "only a write can meet a conflict");
}

function fieldErrors(path: string, issue: z.core.$ZodIssue): FieldError[] {
  const error = (steps: PropertyKey[], message: string): FieldError => {
    const field = [path, ...steps].filter((step) => step !== "").join(".");
    return { field, reason: "FieldValueInvalid", message };
  };
  if (issue.code !== "unrecognized_keys") return [error(issue.path, issue.message)];
  return issue.keys.map((key) => error([...issue.path, key], "unknown field"));
}
