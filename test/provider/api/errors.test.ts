import {
  ApiError,
  CancelledError,
  ConnectionError,
  type Failure,
  isNotFound,
  isTerminatingConflict,
} from "../../../provider/api/errors.js";

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const api = (failure: Partial<Failure>, secrets: string[] = []) =>
  new ApiError(subject, { status: 422, message: "no", ...failure }, secrets);
const prefix = "POST spacetemplates at https://platform.test";

test.each<[what: string, error: () => Error, message: string]>([
  [
    "refused",
    () => new ConnectionError(subject, "refused", { sent: false }),
    `${prefix} failed: connection refused. Check platform:baseUrl and that the platform is running.`,
  ],
  [
    "reset",
    () => new ConnectionError(subject, "reset", { sent: true, detail: "ECONNRESET" }),
    `${prefix} failed: the connection was closed without an answer (ECONNRESET). Check the network and try again.`,
  ],
  [
    "cancelled after it was sent",
    () => new CancelledError(subject, true),
    `${prefix} was cancelled. The server may have received it: run pulumi refresh.`,
  ],
  ["cancelled before it was sent", () => new CancelledError(subject, false), `${prefix} was cancelled.`],
  [
    "read and cancelled",
    () => new CancelledError({ ...subject, method: "GET" }, true),
    "GET spacetemplates at https://platform.test was cancelled.",
  ],
])("the message of a request that was %s has subject, action, cause and remedy", (_what, error, message) => {
  expect(error().message).toBe(message);
});

const correct = "Correct the request the message names and try again.";
const address = "Check that platform:baseUrl and platform:vendor are right.";
const logs = "Try again later; if it stays, look at the platform's logs.";

test.each<[status: number, reason: string | undefined, remedy: string]>([
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
])("the message of status %i, %s, has a remedy", (status, reason, remedy) => {
  const said = [status, reason].filter(Boolean).join(" ");
  expect(api({ status, reason, message: "what the server said" }).message).toBe(
    `${prefix} failed: ${said}: what the server said. ${remedy}`,
  );
});

test.each(["no", "no.", "why?", "stop!", "a.b! is wrong"])("the server's message %j ends as a sentence", (message) => {
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  expect(api({ status: 400, message }).message).toContain(`: ${sentence} Correct`);
});

describe("an error of a server's texts", () => {
  test("masks parts of a secret in all of them", () => {
    const key = "sk01aB3dE5fG7hI9jK1mN3pQ5rS7tU9vW";
    const [first, second] = [key.slice(0, 16), key.slice(16)];
    const causes = [
      { field: `spec.${first}.a`, reason: `"${first}"`, message: `begins ${first}.` },
      { field: `spec.${second}.a`, reason: `"${second}"`, message: `ends: ${second}!` },
    ];
    const error = api({ reason: `of "${first}"`, message: `not "${second}".`, causes }, [key]);
    expect(error.causes).toEqual([
      { field: "spec.[secret].a", reason: '"[secret]"', message: "begins [secret]." },
      { field: "spec.[secret].a", reason: '"[secret]"', message: "ends: [secret]!" },
    ]);
    expect(error.message).toContain('422 of "[secret]": not "[secret]".');
  });

  test("is cut after masking", () => {
    const message = `${"x".repeat(1990)}a-known-secret${"x".repeat(1_000_000)}`;
    const error = api({ message }, ["a-known-secret"]);
    expect(error.message.length).toBeLessThan(2500);
    expect(error.message).not.toContain("a-known");
  });

  test("is masked, escaped and cut in all its parts", () => {
    const secret = "s3cr3t-0123456789";
    const words = `\u001b${secret}${"x ".repeat(2048)}`;
    const causes = Array.from({ length: 1000 }, () => ({ field: words, reason: words, message: words }));
    const error = api({ reason: words, message: words, causes }, [secret]);
    const held = [error.message, error.reason, error.serverMessage, ...error.causes.flatMap(Object.values)].join("\n");
    expect(held).not.toContain(secret);
    expect(held).not.toContain("\u001b");
    expect(held.length).toBeLessThan(1024 * 1024);
    expect(error.causes.length + error.causesLeftOut).toBe(1000);
  });

  test("is classified before masking", () => {
    const common = ["sandbox resource", "it is being deleted", "NotFound or not", "it AlreadyExists"];
    const about = (status: number, reason: string, message: string) => api({ status, reason, message }, common);
    expect(isNotFound(about(404, "NotFound", 'spacetemplates "a" not found'))).toBe(true);
    expect(isNotFound(about(404, "NotFound", "the server could not find the requested resource"))).toBe(false);
    expect(isTerminatingConflict(about(409, "AlreadyExists", "object is being deleted: a"))).toBe(true);
  });
});
