import type { Buffer } from "node:buffer";
import { answered } from "./startHostileServer";

/** A refusal with these words wherever it has words. */
export function refusalOf(words: string): Buffer {
  const cause = { field: words, reason: words, message: words };
  const ours = { field: `spec.user.${words}`, reason: words };
  const status = { kind: "Status", status: "Failure", code: 422, reason: words, message: words };
  const details = { uid: words, name: words, kind: words, causes: [cause, ours] };
  const warning = headerOf(words).replace(/["\\]/g, "\\$&");
  return answered(JSON.stringify({ ...status, details }), {
    status: "422 Unprocessable Entity",
    headers: `Warning: 299 - "${warning}"\r\n`,
  });
}

/** A header takes bytes only, and no line ends, NUL and the like: HTTP itself refuses these. */
const headerOf = (words: string): string => words.replace(/[^\t\u0020-\u00ff]|\u007f/g, "?");

/** An object that a stack has made, with these words in all that may be any text. */
export function objectOf(words: string, labels: Readonly<Record<string, string>>, name: string): object {
  const managedFields = [
    { manager: words, operation: "Update", time: words, fieldsV1: { "f:spec": { "f:user": {} } } },
  ];
  const times = { creationTimestamp: words, deletionTimestamp: words };
  return {
    metadata: { name, uid: words, labels, finalizers: [words], managedFields, ...times },
    spec: { user: words, displayName: words, description: words },
  };
}

/** A list of one object with these words as its name, and of one whose name is safe. */
export const listOf = (words: string, labels: Readonly<Record<string, string>>): Buffer =>
  answered(
    JSON.stringify({
      metadata: {},
      items: [objectOf(words, labels, words || "x"), { ...objectOf(`${words}2`, labels, "safe") }],
    }),
  );
