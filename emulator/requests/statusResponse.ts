import type { StatusError } from "../statusError";
import { answerHeaders, type Response } from "./response";

/** An error as it goes out. */
export function statusResponse(error: StatusError): Response {
  return { code: error.code, headers: { ...answerHeaders, ...error.headers }, body: JSON.stringify(error.body()) };
}
