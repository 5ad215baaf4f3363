import { ApiError, CancelledError, ConnectionError } from "../../../provider/api/errors.js";

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const api = (code: number, reason?: string, message = "no"): ApiError =>
  new ApiError(subject, { status: code, reason, message }, []);

const whole: [what: string, error: () => Error, message: string][] = [
  [
    "refused",
    () => new ConnectionError(subject, "refused", { sent: false }),
    "POST spacetemplates at https://platform.test failed: connection refused. " +
      "Check platform:baseUrl and that the platform is running.",
  ],
  [
    "reset",
    () => new ConnectionError(subject, "reset", { sent: true, detail: "ECONNRESET" }),
    "POST spacetemplates at https://platform.test failed: the connection was closed without an answer (ECONNRESET). " +
      "Check the network and try again.",
  ],
  [
    "forbidden",
    () => api(403, "Forbidden", 'User "viewer" cannot create resource "spacetemplates"'),
    'POST spacetemplates at https://platform.test failed: 403 Forbidden: User "viewer" cannot create resource ' +
      "\"spacetemplates\". Give the access key's user this permission, or widen the key's scope.",
  ],
  [
    "cancelled",
    () => new CancelledError(subject, true),
    "POST spacetemplates at https://platform.test was cancelled. The server may have received it: run pulumi refresh.",
  ],
  [
    "cancelled before it was sent",
    () => new CancelledError(subject, false),
    "POST spacetemplates at https://platform.test was cancelled.",
  ],
  [
    "reading, cancelled",
    () => new CancelledError({ ...subject, method: "GET" }, true),
    "GET spacetemplates at https://platform.test was cancelled.",
  ],
];

test.each(whole)("the message when %s names subject, action, cause and remedy", (_what, error, message) => {
  expect(error().message).toBe(message);
});

const correct = "Correct the request the message names and try again.";
const address = "Check that platform:baseUrl and platform:vendor are right.";
const logs = "Try again later; if it stays, look at the platform's logs.";

const remedies: [code: number, reason: string | undefined, remedy: string][] = [
  [100, undefined, correct],
  [200, "InvalidAnswer", address],
  [299, undefined, correct],
  [300, undefined, address],
  [307, undefined, address],
  [399, undefined, address],
  [400, "BadRequest", correct],
  [400, "InvalidAnswer", address],
  [
    401,
    "Unauthorized",
    "The access key was refused: it may be wrong, disabled or expired. Set a valid one, preferably as PLATFORM_ACCESS_KEY: " +
      "a key in stack configuration is frozen into the provider's state, so refresh and destroy use the old one unless " +
      "run with --run-program.",
  ],
  [402, undefined, correct],
  [403, "Forbidden", "Give the access key's user this permission, or widen the key's scope."],
  [404, undefined, address],
  [405, "MethodNotAllowed", address],
  [408, undefined, logs],
  [409, "Conflict", "The object exists already or was changed meanwhile: run pulumi refresh and try again."],
  [413, undefined, "Make the object smaller."],
  [422, "Invalid", "Correct what the message names and try again."],
  [429, "TooManyRequests", "The server limits requests: try again later or with a lower --parallel."],
  [498, undefined, correct],
  [499, undefined, logs],
  [500, "InternalError", logs],
  [503, "ServiceUnavailable", logs],
  [503, "InvalidAnswer", address],
  [599, undefined, logs],
];

test.each(remedies)("a status %i, %s, has its remedy", (code, reason, remedy) => {
  const said = `${[code, reason].filter(Boolean).join(" ")}: what the server said`;
  expect(api(code, reason, "what the server said").message).toBe(
    `POST spacetemplates at https://platform.test failed: ${said}. ${remedy}`,
  );
});

test.each([
  ["no", "no."],
  ["no.", "no."],
  ["why?", "why?"],
  ["stop!", "stop!"],
  ["a.b! is wrong", "a.b! is wrong."],
])("the server's words %j are a sentence: %j", (words, sentence) => {
  expect(api(400, "BadRequest", words).message).toContain(`: ${sentence} Correct`);
});
