import { anonymous, authorize, type Caller, isRestricted } from "../access/caller";
import type { Admission } from "../access/keys";
import type { Action } from "../access/rules";
import { type Received, type Response, statusResponse } from "../call";
import { discover } from "../discovery/discovery";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { operate } from "../operations/operations";
import { routeOf } from "../route";
import { requireCluster, serverOf } from "../servers";
import { internalError, StatusError, unauthorized } from "../statusError";
import type { World } from "../world";
import { negotiate } from "./accept";
import { actionOf, bearerToken } from "./action";

const reads = new Set(["get", "list", "watch"]);
const unknownPath = {
  code: 404,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "404 page not found\n",
};

/** The response to a request, also to one that fails, with the warnings that came up on the way. */
export function handle(world: World, path: string, received: Received): Response {
  const warnings: string[] = [];
  const response = respond(world, path, received, warnings);
  if (warnings.length === 0) return response;
  return { ...response, headers: { ...response.headers, warning: warningHeaders(warnings) } };
}

function respond(world: World, path: string, received: Received, warnings: string[]): Response {
  try {
    return performed(world, path, received, warnings);
  } catch (error) {
    if (error instanceof StatusError) return statusResponse(error);
    return statusResponse(internalError(error instanceof Error ? error.message : String(error)));
  }
}

// The caller, the target of the path, the right to it, the form of the response, the operation.
function performed(world: World, path: string, received: Received, warnings: string[]): Response {
  const admission = authenticate(world, received);
  const { caller } = admission;
  const server = serverOf(world, path);
  const route = routeOf(server, path);
  const action = actionOf(server, path, route, received);
  // Noted last on a write of keys: a guarded write would else fail on what its own arrival changed.
  const isNotedLast = isWriteOfKeys(action);
  if (!isNotedLast) world.keys.noteUse(admission);
  try {
    authorize(caller, action);
    if (server.cluster !== undefined) requireCluster(world, server.cluster);
    if (route === undefined) {
      const found = discover(server, path, received);
      return found ? negotiate(server, received, "")(found) : unknownPath;
    }
    const shape = negotiate(server, received, action.verb);
    if (received.body.refusal !== undefined) throw received.body.refusal;
    return shape(operate(seenBy(server, caller), route, { ...received, ...admission, warnings }));
  } finally {
    if (isNotedLast) world.keys.noteUse(admission);
  }
}

function authenticate(world: World, { headers }: Received): Admission {
  const token = bearerToken(headers);
  if (token === undefined && world.allowsAnonymous) return { caller: anonymous };
  const admission = token === undefined ? undefined : world.keys.admit(token);
  if (admission === undefined) throw unauthorized();
  return admission;
}

function isWriteOfKeys(action: Action): boolean {
  return "resource" in action && action.resource === ownedAccessKey.plural && !reads.has(action.verb);
}

// A restricted key that could read the others would open whatever they open.
function seenBy(world: World, caller: Caller): World {
  return isRestricted(caller) ? { ...world, hideKeys: true } : world;
}

const maxWarningLetters = 4096;

/** The Warning headers of a response. They are cut, since clients refuse long headers. */
function warningHeaders(warnings: readonly string[]): string[] {
  let left = maxWarningLetters;
  return [...new Set(warnings)].flatMap((warning) => {
    // A header has no line breaks, and no characters beyond Latin-1.
    const text = warning.replace(/[^\x20-\x7e]/g, "?").slice(0, Math.max(left, 0));
    left -= text.length;
    return text === "" ? [] : [`299 - ${JSON.stringify(text)}`];
  });
}
