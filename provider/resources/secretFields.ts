import * as z from "zod";
import { alwaysBytes, secret, storedIn } from "../objects/fields/fieldRules.js";
import { metadataOutputs } from "../objects/fields/metadataFields.js";
import type { Problem } from "../objects/operation.js";
import type { StoredResource } from "../objects/resource.js";
import { asRecord, isRecord, type Properties } from "../objects/values.js";
import { decodedText } from "../objects/wire/byteFields.js";

const dataKey = z
  .string()
  .max(253, "must be no more than 253 characters")
  .regex(/^[-._a-zA-Z0-9]+$/, "must consist of letters, digits, '-', '_' and '.'");

/** The two inputs for the values of a secret. The platform has one map of them, in base64. */
export const secretData = {
  data: alwaysBytes(
    secret(z.record(dataKey, z.string()).describe("The values of the secret as plain text, which is sent in base64.")),
  ).optional(),
  binaryData: storedIn("data")(
    secret(
      z.record(dataKey, z.base64("must be base64")).describe("Further values, in base64: those that are no text."),
    ),
  ).optional(),
};

/** Merges both inputs into one map. The texts in `data` are in base64 by now. */
function toSecretSpec({ data, binaryData, ...fields }: Properties): Properties {
  if (data === undefined && binaryData === undefined) return fields;
  return { ...fields, data: { ...asRecord(data), ...asRecord(binaryData) } };
}

/**
 * Splits the map, still in base64: `binaryData` gets the values that are no text, and the keys that
 * the program declares there.
 */
function fromSecretSpec({ data, ...fields }: Properties, declared: Properties): Properties {
  if (!isRecord(data)) return fields;
  const isBinary = ([key, value]: [string, unknown]) =>
    Object.hasOwn(asRecord(declared.binaryData), key) ||
    (typeof value === "string" && decodedText(value) === undefined);
  const entries = Object.entries(data);
  const binary = entries.filter(isBinary);
  const texts = Object.fromEntries(entries.filter((entry) => !isBinary(entry)));
  return { ...fields, data: texts, ...(binary.length > 0 && { binaryData: Object.fromEntries(binary) }) };
}

/** Errors for a key that is declared twice. */
const checkSecretData = ({ data, binaryData }: Properties): Problem[] =>
  Object.keys(asRecord(data))
    .filter((key) => Object.hasOwn(asRecord(binaryData), key))
    .map((key) => ({ property: `data.${key}`, reason: "is in `binaryData`, too. Declare it once." }));

/** Warnings about a new secret without values, and about texts that are in base64 already. */
const secretWarnings = (inputs: Properties, previous: Properties): Problem[] => [
  ...(Object.keys(previous).length === 0 && hasNoValues(inputs) ? [missingValues] : []),
  ...encodedTexts(inputs),
];

/** Whether nothing sets values. Labels or annotations may: they can name a source of the values. */
const hasNoValues = ({ data, binaryData, labels, annotations }: Properties): boolean =>
  [data, binaryData, labels, annotations].every((each) => each === undefined);

const missingValues: Problem = {
  property: "data",
  reason: "is not set: the new secret has no values. Add them to the program: an import does not write them there.",
};

const encodedTexts = ({ data }: Properties): Problem[] =>
  Object.entries(asRecord(data))
    .filter(([, text]) => typeof text === "string" && isEncoded(text))
    .map(([key]) => ({
      property: `data.${key}`,
      reason: "decodes as base64: the provider encodes texts itself. Move a value in base64 to `binaryData`.",
    }));

// Other texts can be base64 by chance, but long ones rarely encode printable text.
const isEncoded = (text: string): boolean => text.length >= 8 && /^[\x20-\x7e\s]+$/.test(decodedText(text) ?? "");

/** The common part of secrets. */
export const secretObject = {
  productOnly: true,
  outputs: metadataOutputs,
  check: checkSecretData,
  inputWarnings: secretWarnings,
  toSpec: toSecretSpec,
  fromSpec: fromSecretSpec,
} as const satisfies Partial<StoredResource>;
