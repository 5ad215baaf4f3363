import type { Admission } from "../access/accessKeys";
import { authorize } from "../access/authorize";
import { anonymous, type Caller, isRestricted } from "../access/caller";
import type { Answer, Received, Stream } from "../call";
import { discover } from "../discovery/discover";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { operate } from "../operations/operations";
import { routeOf } from "../route";
import { internalError, StatusError, unauthorized } from "../statusError";
import type { World } from "../world";
import { actionOf } from "./actionOf";
import { bearerToken } from "./bearerToken";
import { negotiate, pickFormat } from "./negotiate";
import { warningHeaders } from "./warningHeaders";

/** An answer as it goes out. */
export interface Response {
  code: number;
  headers: Record<string, string | string[]>;
  body: string | Stream;
}

const reads = new Set(["get", "list", "watch"]);

/** Answers one request: who asks, what the path names, whether they may, in which form to answer, and then the operation. */
export function handle(world: World, path: string, received: Received): Response {
  const warnings: string[] = [];
  const answer = (given: Answer) => respond(received, warnings, given);
  try {
    const admission = authenticate(world, received);
    const { caller } = admission;
    const route = routeOf(world, path);
    const action = actionOf(world, path, route, received);
    const isWriteOfKey = "resource" in action && action.resource === ownedAccessKey.plural && !reads.has(action.verb);
    // Noted later on a write of keys: a guarded write would else fail on what its own arrival changed.
    if (!isWriteOfKey) world.keys.noteUse(admission);
    authorize(caller, action);
    if (route === undefined) return discovered(world, path, received) ?? unknownPath();
    negotiate(received.headers.accept);
    if (received.body.refusal !== undefined) throw received.body.refusal;
    const result = operate(seenBy(world, caller), route, { ...received, caller, warnings });
    if (isWriteOfKey) world.keys.noteUse(admission);
    return answer(result);
  } catch (error) {
    const failure =
      error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error));
    return answer({ code: failure.code, json: JSON.stringify(failure.body()), headers: failure.headers });
  }
}

function discovered(world: World, path: string, received: Received): Response | undefined {
  const answer = discover(world, path, received);
  if (answer === undefined) return undefined;
  negotiate(received.headers.accept);
  return respond(received, [], answer);
}

function authenticate(world: World, { headers }: Received): Admission {
  const token = bearerToken(headers);
  if (token === undefined && world.allowsAnonymous) return { caller: anonymous };
  const admission = token === undefined ? undefined : world.keys.admit(token);
  if (admission === undefined) throw unauthorized();
  return admission;
}

// A restricted key that could read the others would open whatever they open.
function seenBy(world: World, caller: Caller): World {
  return isRestricted(caller) ? { ...world, hideKeys: true } : world;
}

function respond(received: Received, warnings: readonly string[], answer: Answer): Response {
  const format = pickFormat(received.headers.accept) ?? negotiate(undefined);
  const headers: Response["headers"] = {
    "content-type": format.mediaType,
    "cache-control": "no-cache, private",
    ...answer.headers,
  };
  if (warnings.length > 0) headers.warning = warningHeaders(warnings);
  // A stream is JSON texts, whatever was asked: real servers do not stream YAML either.
  if (typeof answer.json !== "string") return { code: answer.code, headers: streamed(headers), body: answer.json };
  return { code: answer.code, headers, body: format.write(answer.json) };
}

function streamed(headers: Response["headers"]): Response["headers"] {
  return { ...headers, "content-type": "application/json" };
}

function unknownPath(): Response {
  return { code: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "404 page not found\n" };
}
