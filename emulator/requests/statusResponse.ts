import type { StatusError } from "../statusError";
import { defaultFormat } from "./negotiate";
import { answerHeaders, type Response } from "./response";

/** An error as it goes out. */
export function statusResponse(error: StatusError, format = defaultFormat): Response {
  const headers = { ...answerHeaders(format.mediaType), ...error.headers };
  return { code: error.code, headers, body: format.write(JSON.stringify(error.body())) };
}
