import { unknownSentinels } from "../../../../provider/api/input/untrustedJson";
import { type Answer, type Arrival, type Fault, statusAnswer, type Way } from "./relay";

/** Targets of redirects. */
export interface Places {
  /** The relay itself. */
  readonly same: string;
  /** Another host, without TLS. */
  readonly other: string;
}

/** A refusal with a reason. It quotes the request with its access key, as some servers do. */
const refuses = (code: number, reason: string, message: string, details: object = {}): Fault => ({
  answer: ({ headers, body }) => {
    const quoted = { headers, body };
    return statusAnswer(code, reason, `${message} (of ${JSON.stringify(quoted)})`, details);
  },
});

const html = "<!DOCTYPE html><html><h1>Sign in</h1></html>";
const page = (status: number, type: string): Fault => ({
  answer: () => ({ status, headers: { "content-type": type }, body: html }),
});

const done = (way: Way): Fault => ({ isDone: true, way });
const undone = (way: Way): Fault => ({ way });

const inOwn = (change: (own: Answer) => Partial<Answer>): Fault => ({
  isDone: true,
  answer: (_arrival, own) => ({ ...own, ...change(own) }),
});

/** A refusal that names the object of the request, and not as what is not found. */
const mentions: Fault = {
  answer: ({ path }) => {
    const [name] = /cell-\d+-[a-z]+/.exec(path) ?? [];
    return statusAnswer(404, "NotFound", `no endpoints available for service "${name}"`);
  },
};

/** Every display name is what Pulumi takes for a value that is not known yet. */
const markedUnknown = inOwn(({ body }) => ({
  body: body.replaceAll(/"displayName":"[^"]*"/g, `"displayName":"${unknownSentinels[0]}"`),
}));

const typed = (type: string) => inOwn(() => ({ headers: { "content-type": type } }));

const withHeader = (fault: Fault, value: (now: number) => string): Fault => ({
  ...fault,
  answer(arrival, own) {
    const answer = (fault.answer as NonNullable<Fault["answer"]>)(arrival, own);
    return { ...answer, headers: { ...answer.headers, "retry-after": value(arrival.at) } };
  },
});

/** Rounded up to a second, since dates in headers have no fractions. */
const dateAfter = (now: number) => Math.ceil((now + 1000) / 1000) * 1000;

const limited = refuses(429, "TooManyRequests", "too many requests");
const busy = refuses(503, "ServiceUnavailable", "not ready");

const waits = (fault: Fault, seconds: string): Fault => ({
  ...withHeader(fault, () => seconds),
  ...(/^\d+$/.test(seconds) && { notBefore: (now: number) => now + Number(seconds) * 1000 }),
});

const untilDate = (fault: Fault): Fault => ({
  ...withHeader(fault, (now) => new Date(dateAfter(now)).toUTCString()),
  notBefore: dateAfter,
});

/** The target holds the object's name, so that a followed redirect would be counted. */
const redirect = (status: number, to: string): Fault => ({
  answer: ({ path, headers }: Arrival) => ({
    status,
    headers: {
      location: `${to}${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(String(headers.authorization))}`,
    },
    body: "",
  }),
});

const retryAfters = (status: 429 | 503, fault: Fault): Record<string, Fault> => ({
  ...Object.fromEntries(
    ["1", "120", "1000000000000"].map((seconds) => [`${status}, Retry-After ${seconds} s`, waits(fault, seconds)]),
  ),
  ...Object.fromEntries(
    ["-5", "1e12", "soon"].map((words) => [`${status}, Retry-After ${words}`, waits(fault, words)]),
  ),
  [`${status}, Retry-After a date`]: untilDate(fault),
});

const redirects = ({ same, other }: Places): Record<string, Fault> =>
  Object.fromEntries(
    [301, 302, 307, 308].flatMap((status) => [
      [`${status} to the same host`, redirect(status, same)],
      [`${status} to another host`, redirect(status, other)],
      [`${status} from https to http`, redirect(status, other)],
    ]),
  );

const cause = { reason: "FieldValueInvalid", field: "spec.displayName", message: "Invalid value: not this one" };

/** All faults by their names in faultMatrix.md. */
export const faultsAt = (places: Places): Readonly<Record<string, Fault>> => ({
  "no fault": { isDone: true },
  "reset, the request was not done": undone("reset"),
  "reset, the request was done": done("reset"),
  "an idle connection that the server closes as the request arrives": undone("end"),
  "a half-closed connection: the server does the request and ends its side": done("end"),
  "no answer, the request was done": done("stall"),
  "the answer stops inside its body": done("stallBody"),
  "a chunked body that is cut off": done("cutChunk"),
  "a body shorter than its Content-Length": done("cutLength"),
  "a body longer than its Content-Length": done("surplus"),
  "200, the body is not JSON": inOwn(() => ({ body: "OK" })),
  "200, JSON as `text/html`": typed("text/html"),
  "200, JSON as `text/plain`": typed("text/plain"),
  "200, a login page as `application/json`": page(200, "application/json"),
  "200, display names that Pulumi takes for unknown values": markedUnknown,
  "401": refuses(401, "Unauthorized", "Unauthorized"),
  "403": refuses(403, "Forbidden", "no right to do that"),
  "403 with commands of pipelines": refuses(403, "Forbidden", "no\n##vso[task.complete]x\n::error::y\u001b[31m"),
  "404 of the API: it is gone": refuses(404, "NotFound", "the server could not find the requested resource"),
  "404 of the API about something else": refuses(404, "NotFound", "not found", { kind: "clusters", name: "main" }),
  "404 of the API that only mentions the object": mentions,
  "404 of an unknown path": { answer: () => ({ status: 404, headers: {}, body: "404 page not found\n" }) },
  "404 of a proxy": page(404, "text/html"),
  "408 of a gateway": page(408, "text/html"),
  "409 Conflict": refuses(409, "Conflict", "the object has been modified"),
  "409 AlreadyExists": refuses(409, "AlreadyExists", "it already exists"),
  "410": refuses(410, "Expired", "too old"),
  "413": refuses(413, "RequestEntityTooLarge", "limit is 3145728"),
  "415": refuses(415, "UnsupportedMediaType", "the body of the request was in an unknown format"),
  "422 that names a field": refuses(422, "Invalid", "it is invalid", { causes: [cause] }),
  "422 without a cause": refuses(422, "Invalid", "the server rejected our request due to an error in our request"),
  ...retryAfters(429, limited),
  ...retryAfters(503, busy),
  "499 of a gateway, the request was done": { ...page(499, "text/html"), isDone: true },
  "500": refuses(500, "InternalError", "etcdserver: something failed"),
  "502 of a gateway": page(502, "text/html"),
  "504": refuses(504, "Timeout", "request did not complete"),
  ...redirects(places),
});
