import type { JsonObject } from "../../emulator/text/json";
import { canary } from "./canaries";
import { suppliedCanaries } from "./canaryPrograms";

/** The request's own body, as servers quote it in what they answer. */
export const echoOf = (version: number): string => {
  const body = JSON.stringify(Object.fromEntries(suppliedCanaries.map((what) => [what, canary(what, version)])));
  const bytes = Buffer.from(body);
  const quotes = [
    body,
    JSON.stringify(body),
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
  ];
  return `Invalid value: ${quotes.join(" or ")}`;
};

/** The answer of a server that refuses a key, and says this. */
export const refusal = (message: string): JsonObject => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message,
  reason: "Invalid",
  details: { causes: [{ field: "spec.user", reason: message, message }] },
  code: 422,
});
