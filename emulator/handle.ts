import type { Answer, Call, Stream } from "./call";
import { discover } from "./discovery/discover";
import { negotiate, pickFormat } from "./negotiate";
import { operate } from "./operations/operations";
import { routeOf } from "./route";
import { internalError, StatusError, unauthorized } from "./statusError";
import type { World } from "./world";

/** An answer as it goes out. */
export interface Response {
  code: number;
  headers: Record<string, string | string[]>;
  body: string | Stream;
}

const bearer = /^Bearer +(\S+) *$/i;

/** Answers one request: who asks, what the path names, in which form to answer, and then the operation. */
export function handle(world: World, path: string, call: Call): Response {
  try {
    authenticate(world, call);
    const route = routeOf(world, path);
    if (route === undefined) return discovered(world, path, call) ?? unknownPath();
    negotiate(call.headers.accept);
    if (call.body.refusal !== undefined) throw call.body.refusal;
    return respond(call, operate(world, route, call));
  } catch (error) {
    const failure =
      error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error));
    return respond(call, { code: failure.code, json: JSON.stringify(failure.body()), headers: failure.headers });
  }
}

// What is served may be read by everyone who has a key.
function discovered(world: World, path: string, call: Call): Response | undefined {
  const answer = discover(world, path, call);
  if (answer === undefined) return undefined;
  negotiate(call.headers.accept);
  return respond(call, answer);
}

function authenticate(world: World, call: Call): void {
  const token = bearer.exec(call.headers.authorization ?? "")?.[1];
  if (token === undefined || !world.keys.admit(token)) throw unauthorized();
}

function respond(call: Call, answer: Answer): Response {
  const format = pickFormat(call.headers.accept) ?? negotiate(undefined);
  const headers: Response["headers"] = {
    "content-type": format.mediaType,
    "cache-control": "no-cache, private",
    ...answer.headers,
  };
  if (call.warnings.length > 0)
    headers.warning = call.warnings.map((text) => `299 - ${JSON.stringify(headerText(text))}`);
  // A stream is JSON texts, whatever was asked: real servers do not stream YAML either.
  if (typeof answer.json !== "string") return { code: answer.code, headers: streamed(headers), body: answer.json };
  return { code: answer.code, headers, body: format.write(answer.json) };
}

function streamed(headers: Response["headers"]): Response["headers"] {
  return { ...headers, "content-type": "application/json" };
}

// A header holds no line breaks and no letters beyond Latin-1.
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}

function unknownPath(): Response {
  return { code: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "404 page not found\n" };
}
