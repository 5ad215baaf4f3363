import type * as z from "zod";
import { quoted } from "../../api/output/escape.js";
import { message } from "../../messages/message.js";
import { readMessages } from "../../messages/reads.js";
import { objectName } from "../fields/metadataFields.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { kubectlGet } from "./shellCommands.js";

/** The target of a `pulumi import`. */
interface Importable {
  readonly kind: string;
  readonly id: string;
  readonly plural: string;
  /** Absent if the kind has no namespace or the id does not contain it. */
  readonly namespace?: string | undefined;
}

/** Error for an impossible import. */
export function cannotImport({ client }: OperationContext, importable: Importable, reason: string): ResourceError {
  const label = labelOf(importable);
  const command = kubectlGet(importable, client.apiVersion);
  return new ResourceError(message(readMessages.cannotImport, { label, reason, command }));
}

/** Warning of an import of an absent object: the engine only says that it does not exist. */
export const notThere = ({ client, config }: OperationContext, importable: Importable): string =>
  message(readMessages.notThere, {
    label: labelOf(importable),
    baseUrl: config.baseUrl,
    command: kubectlGet(importable, client.apiVersion),
  });

const labelOf = ({ kind, id }: Importable) => `${kind} ${quoted(id)}`;

/** Why a text is not a valid name; completes "the name …". */
export const nameProblem = (text: string, name: z.ZodString = objectName): string | undefined =>
  name.safeParse(text).error?.issues[0]?.message;
