import type { JsonObject } from "../../emulator/text/json";

/** The Status with which the API answers a failure. */
export const statusBody = (
  code: number,
  reason: string | undefined,
  message: string,
  details?: object,
): JsonObject => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message,
  reason,
  details: details as JsonObject | undefined,
  code,
});
