import { authorize } from "../access/authorize";
import { anonymous, type Caller, isRestricted } from "../access/caller";
import type { Admission } from "../access/keys";
import type { Action } from "../access/rules";
import type { Answer, Received } from "../call";
import { discover } from "../discovery/discovery";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { operate } from "../operations/operations";
import { routeOf, serverOf } from "../route";
import { internalError, notFound, StatusError, unauthorized } from "../statusError";
import type { World } from "../world";
import { negotiate, shapeBody } from "./accept";
import { actionOf, bearerToken } from "./action";
import { answerHeaders, type Response, statusResponse, warningHeaders } from "./response";

const reads = new Set(["get", "list", "watch"]);

/** Answers one request, with an error too, and with the warnings that came up on the way. */
export function handle(world: World, path: string, received: Received): Response {
  const warnings: string[] = [];
  const response = answerOrError(world, path, received, warnings);
  if (warnings.length > 0) response.headers.warning = warningHeaders(warnings);
  return response;
}

function answerOrError(world: World, path: string, received: Received, warnings: string[]): Response {
  try {
    return answer(world, path, received, warnings);
  } catch (error) {
    const failure =
      error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error));
    return statusResponse(failure);
  }
}

// Who asks, what the path names, whether they may, in which form to answer, and then the operation.
function answer(world: World, path: string, received: Received, warnings: string[]): Response {
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
    if (server.cluster !== undefined && !world.clusters.has(server.cluster)) {
      throw notFound({ group: world.group, kind: "clusters", name: server.cluster });
    }
    if (route === undefined) return discovered(server, path, received) ?? unknownPath();
    const shape = negotiate(server, received, action.verb);
    if (received.body.refusal !== undefined) throw received.body.refusal;
    return respond(shape, operate(seenBy(server, caller), route, { ...received, ...admission, warnings }));
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

function discovered(world: World, path: string, received: Received): Response | undefined {
  const found = discover(world, path, received);
  return found && respond(negotiate(world, received, ""), found);
}

// A restricted key that could read the others would open whatever they open.
function seenBy(world: World, caller: Caller): World {
  return isRestricted(caller) ? { ...world, hideKeys: true } : world;
}

function respond(shape: ReturnType<typeof negotiate>, { code, json, headers }: Answer): Response {
  return { code, headers: { ...answerHeaders, ...headers }, body: shapeBody(shape, json) };
}

function unknownPath(): Response {
  return { code: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "404 page not found\n" };
}
