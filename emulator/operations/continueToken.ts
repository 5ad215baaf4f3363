import { badRequest } from "../statusError";
import { isObject } from "../text/json";
import { JsonSyntaxError, parseJson } from "../text/parseJson";

/** Where the next page of a list starts, and the resourceVersion of the first page. */
export interface ContinueToken {
  after: string;
  resourceVersion: string;
}

/** Packs the place into text that clients pass back unread. */
export function writeContinueToken({ after, resourceVersion }: ContinueToken): string {
  const token = { v: "meta.k8s.io/v1", rv: Number(resourceVersion), start: after };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Unpacks a token; undefined for the first page. */
export function readContinueToken(text: string): ContinueToken | undefined {
  if (text === "") return undefined;
  const token = readJson(Buffer.from(text, "base64url").toString());
  if (!isObject(token) || token.v !== "meta.k8s.io/v1" || typeof token.start !== "string") {
    throw invalidToken('server does not recognize this encoded version ""');
  }
  return { after: token.start, resourceVersion: String(token.rv) };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw invalidToken(error.message);
    throw error;
  }
}

function invalidToken(why: string) {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
