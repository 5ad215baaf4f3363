import http from "node:http";
import { statusBody } from "../../support/statusBody";

/** A response that proves neither existence nor absence of an object. */
export interface BadAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or an object that is sent as JSON. */
  readonly body?: string | object;
  /** A pattern for the error message. */
  readonly said: RegExp;
}

const status = (code: number, reason: string | undefined, message: string) => ({
  status: code,
  body: statusBody(code, reason, message),
});
const html = { headers: { "content-type": "text/html" }, body: "<!DOCTYPE html><html><h1>Sign in</h1></html>" };

/** Responses of servers that are not the platform. */
export const badAnswers: Readonly<Record<string, BadAnswer>> = {
  "a platform that is starting": {
    ...status(503, "ServiceUnavailable", "not ready"),
    said: /503 ServiceUnavailable: not ready\. Try again later/,
  },
  "a login page": { status: 200, ...html, said: /200 InvalidAnswer: answered HTML, not JSON: is the base URL right\?/ },
  "a redirect to a login page": {
    status: 302,
    headers: { location: "https://login.test/?token=hunter22" },
    said: /302: answered a redirect to login\.test, which is not followed with an access key/,
  },
  "a key that is refused": { ...status(401, "Unauthorized", "Unauthorized"), said: /401 Unauthorized.*--run-program/ },
  "a right that is missing": {
    ...status(403, "Forbidden", "no"),
    said: /403 Forbidden: no\. Give the access key's user/,
  },
  "a wrong path prefix": {
    status: 404,
    body: "404 page not found\n",
    said: /404: answered "404 page not found", not a Status: is the base URL right\?/,
  },
  "a web server that has no such page": { status: 404, ...html, said: /404: answered HTML, not JSON/ },
  "a 404 in other JSON": { status: 404, body: { error: "no route" }, said: /404: answered .*no route.*, not a Status/ },
  "a 404 without a reason": { ...status(404, undefined, "no such thing"), said: /404: no such thing\. Check that/ },
  "a 404 without anything": { status: 404, said: /404: answered nothing\. Check that/ },
  "a 410": { ...status(410, "Gone", "gone"), said: /410 Gone: gone\./ },
  "a server that says nothing": { status: 200, said: /200 InvalidAnswer: answered no JSON/ },
  "an answer without content": { status: 204, said: /204 InvalidAnswer: answered no JSON/ },
  "a server of something else": {
    status: 200,
    body: { ok: true },
    said: /InvalidAnswer: answered an object without metadata/,
  },
  "an empty object": {
    status: 200,
    body: { metadata: {} },
    said: /InvalidAnswer: asked for ".*", but answered nothing/,
  },
  null: { status: 200, body: "null", said: /InvalidAnswer: answered JSON that is no object/ },
};

/** A server that gives one answer to everything. */
export interface Impostor {
  readonly baseUrl: string;
  /** How many requests came. */
  requests: number;
  answer: BadAnswer;
  close(): void;
}

/** Starts a server in place of the platform. */
export async function startImpostor(): Promise<Impostor> {
  const server = http.createServer((request, response) => {
    impostor.requests++;
    request.resume();
    const { status, headers, body = "" } = impostor.answer;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const impostor: Impostor = {
    baseUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    requests: 0,
    answer: badAnswers["a wrong path prefix"] as BadAnswer,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return impostor;
}
