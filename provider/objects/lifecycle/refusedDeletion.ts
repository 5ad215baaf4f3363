import type { ApiObject } from "../../api/client.js";
import type { ApiError } from "../../api/errors/errors.js";
import { isPermanent } from "../../api/transport/retry.js";
import { kubectlAnnotate } from "../messages/shellCommands.js";
import type { Context } from "../operation.js";

/** The object of a delete. */
export interface DeletedObject {
  readonly path: readonly string[];
  readonly label: string;
  readonly uid: unknown;
  /** If set, a later write by others is a conflict. */
  readonly resourceVersion?: string | undefined;
}

/** The same error. If an annotation of the object blocks its deletion, the message names it. */
export async function explainRefusal(context: Context, object: DeletedObject, error: unknown): Promise<unknown> {
  if (!isRefusal(error)) return error;
  // A failed read must not hide why the delete failed.
  const live = await context.client.get(object.path, context.call).catch(() => undefined);
  const reason = live?.metadata.uid === object.uid ? nonDeletableReason(context, object, live) : undefined;
  return reason === undefined ? error : error.note(reason);
}

// It is not documented with which status the annotation refuses a delete.
const refusals: ReadonlySet<number> = new Set([400, 403, 422, 500]);

/** Whether the platform itself refused a DELETE for good. */
const isRefusal = (error: unknown): error is ApiError =>
  isPermanent(error) &&
  error.method === "DELETE" &&
  error.retryAfterSeconds === undefined &&
  refusals.has(error.status) &&
  !error.isForeign;

/** Why the platform refuses to delete a live object, and the remedy, if its annotation tells. */
export function nonDeletableReason(
  { config }: Pick<Context, "config">,
  { path, label }: Pick<DeletedObject, "path" | "label">,
  live: ApiObject | undefined,
): string | undefined {
  const annotation = `${config.vendor}/non-deletable`;
  if (live?.metadata.annotations?.[annotation] !== "true") return undefined;
  const [plural = "", name = ""] = path.slice(-2);
  const place = { plural, name, ...(path[0] === "namespaces" && { namespace: String(path[1]) }) };
  // A minus after its name removes the annotation.
  const command = kubectlAnnotate(place, config, `${annotation}-`);
  return (
    `vCluster Platform refuses to delete ${label}: it has the annotation ${annotation}. If the program ` +
    `sets it, remove it there. Otherwise run \`${command}\`.`
  );
}
