import type { JsonObject } from "../../emulator/text/json";
import { canary } from "./canaries";
import { suppliedCanaries } from "./canaryPrograms";
import { statusBody } from "./statusBody";

/** A text as servers quote it: by what the spelling is. */
export const spellingsOf = (text: string): Readonly<Record<string, string>> => {
  const bytes = Buffer.from(text);
  return {
    plain: text,
    "quoted JSON": JSON.stringify(text),
    hex: bytes.toString("hex"),
    base64: bytes.toString("base64"),
    base64url: bytes.toString("base64url"),
  };
};

/** The secrets of a request body, as JSON. */
export const secretBody = (version: number): string =>
  JSON.stringify(Object.fromEntries(suppliedCanaries.map((what) => [what, canary(what, version)])));

/** The request's own body, as servers quote it in what they answer. */
export const echoOf = (version: number): string =>
  `Invalid value: ${Object.values(spellingsOf(secretBody(version))).join(" or ")}`;

/** The answer of a server that refuses a key, and says this. */
export const refusal = (message: string): JsonObject =>
  statusBody(422, "Invalid", message, { causes: [{ field: "spec.user", reason: message, message }] });
