import type * as z from "zod";
import { quoted } from "../api/output/escape.js";
import { dnsLabel, objectName } from "./metadata.js";
import { type OperationContext, ResourceError } from "./operation.js";
import { kubectlGet } from "./shellCommands.js";

/** What an import is told by: the words for it, and how to see which objects there are. */
export interface Importable {
  readonly kind: string;
  readonly id: string;
  readonly plural: string;
  /** Absent where the objects have none, or where the id does not tell it. */
  readonly namespace?: string | undefined;
}

const labelOf = ({ kind, id }: Importable) => `${kind} ${quoted(id)}`;

/** Why an import cannot be; nothing was sent. */
export function cannotImport({ client }: OperationContext, importable: Importable, reason: string): ResourceError {
  const look = kubectlGet(importable, client.apiVersion);
  return new ResourceError(`Cannot import ${labelOf(importable)}: ${reason}. See which there are: ${look}`);
}

/** What to do about an import of what is not there; the engine itself only says that it does not exist. */
export function notThere({ client, config }: OperationContext, importable: Importable): string {
  return (
    `There is no ${labelOf(importable)} on the platform at ${config.baseUrl}. Check the type, the id and platform:baseUrl; ` +
    `see which there are: ${kubectlGet(importable, client.apiVersion)}`
  );
}

/** What keeps a text from being the name of an object, as a predicate. */
export const nameProblem = (text: string) => problemOf(objectName, text);

/** What keeps a text from being the name of a project, as a predicate. */
export const projectProblem = (text: string) => problemOf(dnsLabel, text);

const problemOf = (schema: z.ZodString, text: string) => schema.safeParse(text).error?.issues[0]?.message;
