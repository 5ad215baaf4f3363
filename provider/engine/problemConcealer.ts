import type { z } from "zod";
import { mask, redact } from "../api/redact.js";
import type { Problem } from "../objects/operation.js";
import {
  formatPath,
  isWithin,
  type Path,
  type Properties,
  parsePath,
  textsAndKeysIn,
  valueAt,
} from "../objects/values.js";
import { shapeAt } from "./fieldProblems.js";

/** Makes problems of inputs such as anybody may read, of which some are about secrets: a reason may quote a part of one. */
export function problemConcealer(
  fields: z.ZodObject,
  inputs: Properties,
  secretPaths: readonly Path[],
): (problem: Problem) => Problem {
  const secrets = secretPaths.flatMap((path) => textsAndKeysIn(valueAt(inputs, path)));
  return ({ property, reason }) => {
    const path = parsePath(property);
    const isNear = secretPaths.some((secret) => isWithin(path, secret) || isWithin(secret, path));
    const masked = redact(isNear ? withoutDecoded(reason) : reason, secrets);
    return {
      property: formatPath(concealedPath(fields, path, secretPaths)),
      reason: isNear ? withoutWords(masked, secrets) : masked,
    };
  };
}

/** Keys inside a secret are secret, too, except those that the schema names. */
function concealedPath(fields: z.ZodObject, path: Path, secretPaths: readonly Path[]): Path {
  return path.map((key, index) => {
    const above = path.slice(0, index);
    const isInside = typeof key === "string" && secretPaths.some((secret) => isWithin(above, secret));
    return isInside && !Object.hasOwn(shapeAt(fields, above), key) ? mask : key;
  });
}

// The readers of YAML (objects/manifests.ts) quote tags and keys as they understood them, which the secret may spell otherwise.
const decoded: readonly RegExp[] = [
  /(?<=!<)[\s\S]*/g,
  /(?<=cannot contain such characters: )[\s\S]*/g,
  /(?<=^document \d+ at )[\s\S]*(?= (?:is|cannot) )/g,
];

const withoutDecoded = (reason: string): string => decoded.reduce((text, quoted) => text.replace(quoted, mask), reason);

// What a reason says whatever the value is, and manifests often hold as well.
const ownWords: ReadonlySet<string> = new Set(
  "apiVersion characters document each here kind Known Kubernetes line must object objects property secret valid with YAML".split(
    " ",
  ),
);

const withoutWords = (reason: string, secrets: readonly string[]): string =>
  reason
    .replace(/[\p{L}\p{N}_]{4,}/gu, (word) =>
      !ownWords.has(word) && secrets.some((secret) => secret.includes(word)) ? mask : word,
    )
    .replace(/(?:\[secret\])+/g, mask);
