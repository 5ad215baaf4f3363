import type { ApiError } from "../../api/errors/errors.js";
import { isPermanent } from "../../api/transport/retry.js";
import { message } from "../../messages/message.js";
import { deleteMessages } from "../../messages/writes.js";
import type { OperationContext } from "../operation.js";

/** The object of a delete. */
export interface DeletedObject {
  readonly path: readonly string[];
  readonly label: string;
  readonly uid: unknown;
}

/** The same error. If an annotation of the object blocks its deletion, the message names it. */
export async function explainRefusal(
  context: OperationContext,
  object: DeletedObject,
  error: unknown,
): Promise<unknown> {
  if (!isRefusal(error)) return error;
  const annotation = `${context.config.vendor}/non-deletable`;
  // A failed read must not hide why the delete failed.
  const live = await context.client.get(object.path, context.call).catch(() => undefined);
  if (live?.metadata.uid !== object.uid || live?.metadata.annotations?.[annotation] !== "true") return error;
  const command = annotateCommand(context, object, `${annotation}-`);
  return error.note(message(deleteMessages.nonDeletable, { label: object.label, annotation, command }));
}

// The status that the annotation causes is unknown.
const refusals: ReadonlySet<number> = new Set([400, 403, 422, 500]);

/** Whether the platform itself refused a DELETE for good. */
const isRefusal = (error: unknown): error is ApiError =>
  isPermanent(error) &&
  error.method === "DELETE" &&
  error.retryAfterSeconds === undefined &&
  refusals.has(error.status) &&
  !error.isForeign;

function annotateCommand({ client }: OperationContext, { path }: DeletedObject, annotation: string): string {
  const [plural, name] = path.slice(-2);
  const group = client.apiVersion.split("/").slice(0, -1);
  const namespace = path[0] === "namespaces" ? ` -n ${path[1]}` : "";
  return `kubectl annotate ${[plural, ...group].join(".")} ${name}${namespace} ${annotation}`;
}
