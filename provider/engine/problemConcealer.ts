import type * as z from "zod";
import { mask, redact, withoutPlainWords } from "../api/redact.js";
import type { Problem } from "../objects/operation.js";
import {
  formatPath,
  isRecord,
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
  const words = secretPaths.flatMap((path) => secretsIn(fields, path, valueAt(inputs, path)));
  // Elsewhere a short one is as likely an ordinary word of ours.
  const quotable = withoutPlainWords(words).filter((text) => text.length >= shortestQuoted);
  return ({ property, reason }) => {
    const path = parsePath(property);
    const isNear = secretPaths.some((secret) => isWithin(path, secret) || isWithin(secret, path));
    const masked = isNear ? redact(withoutDecoded(reason), words) : redact(reason, quotable);
    return {
      property: formatPath(concealedPath(fields, path, secretPaths)),
      reason: isNear ? withoutWords(masked, words) : masked,
    };
  };
}

const shortestQuoted = 8;

/** Every text inside a secret, and its keys, except those that the schema names. */
function secretsIn(fields: z.ZodObject, path: Path, value: unknown): string[] {
  if (!isRecord(value))
    return Array.isArray(value)
      ? value.flatMap((item, at) => secretsIn(fields, [...path, at], item))
      : textsAndKeysIn(value);
  const named = shapeAt(fields, path);
  return Object.entries(value).flatMap(([key, inside]) => [
    ...(Object.hasOwn(named, key) ? [] : [key]),
    ...secretsIn(fields, [...path, key], inside),
  ]);
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
