import { badRequest } from "../statusError";
import { isObject, parseJson, UnreadableError } from "../text/json";

/** Where the next page of a list starts, and the version that all its pages show. */
export interface ContinueToken {
  after: string;
  /** Below zero for whatever is the latest. */
  version: number;
}

const layout = "meta.k8s.io/v1";

/** Packs the place into text that clients pass back unread. */
export function writeContinueToken({ after, version }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: layout, rv: version, start: after })).toString("base64url");
}

/** Unpacks a token; undefined for the first page. */
export function readContinueToken(text: string): ContinueToken | undefined {
  if (text === "") return undefined;
  const illegal = text.search(/[^\w-]/);
  if (illegal >= 0) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  const token = readJson(Buffer.from(text, "base64url").toString());
  const { v, rv, start } = isObject(token) ? token : {};
  if (v !== layout) throw invalidToken(`server does not recognize this encoded version ${v ?? ""}`);
  if (typeof rv !== "number" || rv === 0) {
    throw invalidToken(`incorrect encoded start resourceVersion (version ${layout})`);
  }
  if (typeof start !== "string" || start === "") throw invalidToken(`encoded start key empty (version ${layout})`);
  return { after: start, version: rv };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof UnreadableError) throw invalidToken(error.message);
    throw error;
  }
}

function invalidToken(why: string) {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
