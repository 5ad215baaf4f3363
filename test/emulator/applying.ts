import type { RunningPlatform } from "../../emulator/platform";
import { type Body, patch, type Request, template } from "./conformance/row";
import { type Answer, send } from "./request";

/** Applies the template "a" for a field manager. */
export const apply = (manager: string, spec: unknown, metadata: object = {}, query = ""): Request =>
  patch("a", template("a", spec, metadata), `?fieldManager=${manager}${query}`, "application/apply-patch+yaml");

/** The same, whoever owns the fields. */
export const forced = (manager: string, spec: unknown): Request => apply(manager, spec, {}, "&force=true");

/** A request of a field manager. */
export const as = (manager: string, request: Request): Request => ({
  ...request,
  path: `${request.path}?fieldManager=${manager}`,
});

/** One manager in an object's metadata. */
export interface Entry {
  manager: string;
  operation: string;
  time: string;
  fieldsV1: object;
}

/** The managers of an object. */
export const entriesOf = (body: Body): Entry[] => body.metadata.managedFields as unknown as Entry[];

/** What each manager of an object owns. */
export const fieldsOf = (body: Body): Record<string, object> =>
  Object.fromEntries(entriesOf(body).map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, fieldsV1]));

/** Sends requests one after the other; the last one's answer. */
export async function last(platform: RunningPlatform, ...requests: Request[]): Promise<Answer> {
  let answer = await send(platform, requests[0] as Request);
  for (const request of requests.slice(1)) answer = await send(platform, request);
  return answer;
}
