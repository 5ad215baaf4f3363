import * as errors from "../../../../provider/api/errors/errors.js";
import { type Cause, type Failure, notFoundTarget } from "../../../../provider/api/errors/failure.js";
import { Secrets } from "../../../../provider/api/output/redaction";
import { InvalidUrlError } from "../../../../provider/api/transport/urls.js";

const { ApiError, CancelledError, ConnectionError, isNotFound, isTerminatingConflict } = errors;

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const api = (failure: Partial<Failure>, secrets: string[] = []) =>
  new ApiError(subject, { status: 422, message: "no", ...failure }, new Secrets(secrets));
const lost = (failure: "reset" | "refused" | "deadline" | "timeout" | "tooLarge", sent: boolean, method = "POST") =>
  new ConnectionError({ ...subject, method }, failure, { sent });
const place = "spacetemplates at https://platform.test";
const prefix = `POST ${place}`;

const refusedRequest = "connection refused. Check vcluster-platform:baseUrl and that the platform is running.";
const lostAnswer = "the connection was closed without a response (ECONNRESET). Check the network and try again.";
const unsure = "was canceled. The server may have received it: run pulumi refresh.";

test.each<[what: string, error: () => Error, message: string]>([
  ["refused", () => lost("refused", false), `failed: ${refusedRequest}`],
  ["reset", () => new ConnectionError(subject, "reset", { sent: true, detail: "ECONNRESET" }), `failed: ${lostAnswer}`],
  ["cancelled after it was sent", () => new CancelledError(subject, true), unsure],
  ["cancelled before it was sent", () => new CancelledError(subject, false), "was canceled."],
])("the message of a request that was %s names subject, action, cause and remedy", (_what, error, message) => {
  expect(error().message).toBe(`${prefix} ${message}`);
});

test("the message of a canceled read does not suggest a refresh", () => {
  expect(new CancelledError({ ...subject, method: "GET" }, true).message).toBe(`GET ${place} was canceled.`);
});

const correct = "Correct what the message names and try again.";
const address = "Check that vcluster-platform:baseUrl and vcluster-platform:vendor are right.";
const refusedKey =
  "The access key was refused: it may be wrong, disabled or expired. Set a valid one, preferably as VCLUSTER_PLATFORM_ACCESS_KEY: " +
  "a key in stack configuration is frozen into the provider's state, so refresh and destroy use the old one unless run " +
  "with --run-program.";
const logs = "Try again later; if the error persists, look at the platform's logs.";

test.each<[status: number, reason: string | undefined, remedy: string]>([
  [100, undefined, correct],
  [200, "InvalidResponse", address],
  [300, undefined, address],
  [399, undefined, address],
  [400, "BadRequest", correct],
  [401, "Unauthorized", refusedKey],
  [403, "Forbidden", "Give the access key's user this permission, or widen the key's scope."],
  [404, undefined, address],
  [405, "MethodNotAllowed", address],
  [408, undefined, logs],
  [409, "Conflict", "The object exists already or was changed meanwhile: run pulumi refresh and try again."],
  [413, undefined, "Make the object smaller."],
  [422, "Invalid", correct],
  [429, "TooManyRequests", "The server limits requests: try again later or with a lower --parallel."],
  [498, undefined, correct],
  [499, undefined, logs],
  [500, "InternalError", logs],
  [503, "ServiceUnavailable", logs],
])("the message of status %i with reason %s has a remedy", (status, reason, remedy) => {
  const said = [status, reason].filter(Boolean).join(" ");
  expect(api({ status, reason, message: "what the server said" }).message).toBe(
    `${prefix} failed: ${said}: what the server said. ${remedy}`,
  );
});

test("a rejected access key has the remedy of its source", () => {
  const error = new ApiError({ ...subject, keyRemedy: "Ask Ann." }, { status: 401, message: "no" }, new Secrets());
  expect(error.message).toContain("it may be wrong, disabled or expired. Ask Ann.");
  expect(error.message).not.toContain("VCLUSTER_PLATFORM_ACCESS_KEY");
});

test.each(["no", "no.", "why?", "stop!", "a.b! is wrong"])("the server's message %j ends as a sentence", (message) => {
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`;
  expect(api({ status: 400, message }).message).toContain(`: ${sentence} Correct`);
});

describe("a server's text in an error", () => {
  test("is masked, escaped and truncated in every part", () => {
    const key = "sk01aB3dE5fG7hI9jK1mN3pQ5rS7tU9vW";
    const [first, second] = [key.slice(0, 16), key.slice(16)];
    const words = `\u001b ${first}. ${"x ".repeat(2048)}`;
    const causes = Array.from({ length: 1000 }, () => ({ field: words, reason: words, message: `ends: ${second}!` }));
    const error = api({ reason: `of "${first}"`, message: `not "${second}". ${words}`, causes }, [key]);
    expect(error.message).toContain('422 of "[secret]": not "[secret]".');
    expect(error.causes[0]?.field).toMatch(/^\\u001b \[secret\]\. x/);
    expect(error.causes[0]?.message).toBe("ends: [secret]!");
    const held = [error.message, error.reason, error.serverMessage, ...error.causes.flatMap(Object.values)].join("\n");
    for (const hidden of [first, second, "\u001b"]) expect(held).not.toContain(hidden);
    expect(held.length).toBeLessThan(1024 * 1024);
    expect(error.causes.length + error.omittedCauses).toBe(1000);
  });

  test("contains only the first causes, up to 64 KiB in total", () => {
    const one = { field: "f", reason: "", message: "m".repeat(4000) };
    const { causes, omittedCauses } = api({ causes: Array(50).fill(one) });
    expect([causes.length, omittedCauses]).toEqual([16, 34]);
    expect(causes[0]?.message).toMatch(/^m{2000}… \(2000 more characters\)$/);
  });

  test("is classified before masking", () => {
    const common = ["sandbox resource", "it is being deleted", "NotFound or not", "it AlreadyExists"];
    const about = (status: number, reason: string, message: string) => api({ status, reason, message }, common);
    expect(isNotFound(about(404, "NotFound", 'spacetemplates "a" not found'))).toBe(true);
    expect(isNotFound(about(404, "NotFound", "the server could not find the requested resource"))).toBe(false);
    expect(isTerminatingConflict(about(409, "AlreadyExists", "object is being deleted: a"))).toBe(true);
  });
});

const unknown = (count: number) => Array.from({ length: count }, (_, at) => `unknown field "spec.f${at}"`).join(", ");
const strict = (fields: string) => `not valid: "unknown field \\"x\\"" strict decoding error: ${fields}`;

test.each<[what: string, status: number, message: string, count: number]>([
  ["a strict 400", 400, strict(unknown(2)), 2],
  ["a strict 422", 422, strict(unknown(100)), 100],
  ["too many to be of use", 400, strict(unknown(101)), 0],
  ["a text that is too long", 400, strict(`${unknown(1)}${" ".repeat(65_536)}`), 0],
  ["another status", 409, strict(unknown(2)), 0],
  ["no strict decoding", 400, unknown(2), 0],
])("the unknown fields of a request: %s", (_what, status, message, count) => {
  const expected = Array.from({ length: count }, (_, at) => `spec.f${at}`);
  expect(api({ status, message }).unknownFields).toEqual(expected);
});

test("the server's text is left out on request", () => {
  const error = api({ message: "it has $& of a" });
  expect(error.withoutServerText()).toBe(error);
  expect(error.message).toBe(
    `${prefix} failed: 422: ${errors.hiddenReason}. Correct what the message names and try again.`,
  );
});

const answered = (status: number, reason?: string, message = "no", causes: Cause[] = []) =>
  new ApiError(subject, { status, reason, message, causes }, new Secrets());
const ofDev = (message: string) =>
  new ApiError({ ...subject, path: "spacetemplates/dev" }, { status: 404, reason: "NotFound", message }, new Secrets());
const about = (field: string): Cause => ({ field, reason: "FieldValueInvalid", message: "no" });
const rejected = "isBodyRejected isRejected";
const deleted = 'object is being deleted: x "a" already exists';

test.each<[what: string, error: () => unknown, predicates: string]>([
  ["400", () => answered(400, "BadRequest"), rejected],
  ["401", () => answered(401, "Unauthorized"), "isUnauthorized"],
  ["403", () => answered(403, "Forbidden"), "isDenied isForbidden"],
  ["404 NotFound of another object", () => ofDev(""), ""],
  ["404 NotFound of the object", () => ofDev('spacetemplates.x "dev" not found'), "isNotFound"],
  ["404 of a kind", () => answered(404, "NotFound", "could not find the requested resource"), "isUnknownEndpoint"],
  ["404 of an unknown path", () => answered(404), "isUnknownEndpoint"],
  ["404 of a proxy", () => api({ status: 404, isForeign: true }), ""],
  ["405", () => answered(405, "MethodNotAllowed"), "isDenied isUnknownEndpoint"],
  ["409 AlreadyExists", () => answered(409, "AlreadyExists"), "isAlreadyExists"],
  ["409 of a deleted object", () => answered(409, "AlreadyExists", deleted), "isAlreadyExists isTerminatingConflict"],
  ["409 Conflict", () => answered(409, "Conflict", "object is being deleted"), "isConflict"],
  ["410", () => answered(410, "Expired"), "isExpired"],
  ["415", () => answered(415, "UnsupportedMediaType"), "isBodyRejected"],
  ["422", () => answered(422, "Invalid"), `${rejected} isUnexplained`],
  ["422 with a cause", () => answered(422, "Invalid", "no", [about("spec.a")]), rejected],
  ["429", () => answered(429, "TooManyRequests"), ""],
  ["500", () => answered(500), "isAmbiguous isInternalError"],
  ["503", () => answered(503), "isAmbiguous"],
  ["an invalid answer", () => answered(200, "InvalidResponse", "returned invalid JSON"), "isAmbiguous"],
  ["too large", () => lost("tooLarge", false), "isTooLarge"],
  ["a connection lost", () => lost("reset", true), "isAmbiguous"],
  ["a connection refused", () => lost("refused", false), ""],
  ["a deadline", () => lost("deadline", false), "isDeadlineExceeded"],
  ["a timeout", () => lost("timeout", false), ""],
  ["a lost read", () => lost("reset", true, "GET"), ""],
  ["cancelled after sending", () => new CancelledError(subject, true), "isAmbiguous isCancelled"],
  ["cancelled before sending", () => new CancelledError(subject, false), "isCancelled"],
  ["a name that is never sent", () => new InvalidUrlError("no"), ""],
  ["another error", () => Object.assign(new Error("404 NotFound"), { failure: "deadline", status: 404 }), ""],
  ["no error", () => undefined, ""],
])("%s matches exactly these predicates", (_what, error, expected) => {
  const thrown = error();
  const predicates = Object.entries(errors).filter(([name]) => /^is[A-Z]/.test(name));
  expect(predicates).toHaveLength(17);
  const matching = predicates.filter(([, predicate]) => (predicate as (error: unknown) => boolean)(thrown));
  expect(matching.map(([name]) => name).sort()).toEqual(expected.split(" ").filter(Boolean));
});

test("a failed write with a status of 2xx, 408, 499 or 5xx is ambiguous", () => {
  const answers = [200, 299, 300, 307, 399, 400, 404, 408, 409, 425, 498, 499, 500, 599];
  const isAmbiguous = (method: string) => (status: number) =>
    new ApiError({ ...subject, method }, { status, message: "no" }, new Secrets()).ambiguous;
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(answers.filter(isAmbiguous(method))).toEqual([200, 299, 408, 499, 500, 599]);
  expect(answers.filter(isAmbiguous("GET"))).toEqual([]);
});

describe("a 404 of the API", () => {
  const notFound = { status: 404, reason: "NotFound" };
  const dev = "spacetemplates/dev";
  const cluster = "namespaces/p-web/virtualclusterinstances/vc";
  const missing = (message: string, details?: Failure["details"]): Failure => ({ ...notFound, message, details });
  const words = (what: string, name: string) => missing(`${what} "${name}" not found`);
  const unknownPath = "the server could not find the requested resource (get spacetemplates dev)";

  test.each<[what: string, path: string, said: Failure]>([
    ["Kubernetes' details", dev, missing("", { kind: "spacetemplates", name: "dev" })],
    ["its kind instead of the plural", dev, missing("", { kind: "SpaceTemplate", name: "dev" })],
    ["its plural with a group", dev, missing("", { kind: "spacetemplates.storage.loft.sh", name: "dev" })],
    ["itself in its namespace", cluster, words("virtualclusterinstances.management.loft.sh", "vc")],
    ["Kubernetes' message", dev, words("spacetemplates.management.loft.sh", "dev")],
    ["a message and empty details", dev, { ...words("SpaceTemplate", "dev"), details: { kind: "", name: "" } }],
    ["the kind that it is stored as", "ownedaccesskeys/ci", words("accesskeys.storage.loft.sh", "ci")],
    ["its namespace", cluster, missing("", { kind: "namespaces", name: "p-web" })],
    ["a dependency of a create", "spacetemplates", words("projects.management.loft.sh", "web")],
    ["the user of a subresource", "users/ci/accesskeys", words("users.storage.loft.sh", "ci")],
    ["a dependency of an import", "projects/web/importvirtualcluster", words("projects.management.loft.sh", "web")],
    ["what an import names", "projects/web/importvirtualcluster", words("clusters.management.loft.sh", "c1")],
  ])("is about the requested object if it names %s", (_what, path, said) => {
    expect(notFoundTarget(path, said)).toBe("requested");
  });

  test.each<[what: string, path: string, said: Failure]>([
    ["another name", dev, missing("dev", { kind: "spacetemplates", name: "prod" })],
    ["another kind of this name", dev, missing("", { kind: "clusters", name: "dev" })],
    ["the end of its kind", dev, missing("", { kind: "templates", name: "dev" })],
    ["another object in Kubernetes' message", dev, words("services", "gateway")],
    ["a kind in the message only", dev, words("services", "dev")],
    ["another kind of this name inside a message", dev, missing('get cluster: clusters.x "dev" not found')],
    ["its name only", dev, missing("", { name: "dev" })],
    ["its name in another sentence", dev, missing("no endpoints available for service dev")],
    ["its sentence inside another", dev, missing('route: spacetemplates "dev" not found')],
    ["nothing", dev, missing("")],
    ["no object", dev, missing("the server could not find the resource", {})],
    ["another namespace", cluster, missing("", { kind: "namespaces", name: "p-other" })],
    ["another object than that of a subresource", "users/ci/accesskeys", words("clusters.storage.loft.sh", "a")],
    ["its namespace as an object", cluster, missing("", { kind: "virtualclusterinstances", name: "p-web" })],
    ["a kind of objects as an object", cluster, missing("", { kind: "web", name: "virtualclusterinstances" })],
    ["a group without a kind", dev, missing("", { kind: ".loft.sh", name: "dev" })],
  ])("is about another object if it names %s", (_what, path, said) => {
    expect(notFoundTarget(path, said)).toBe("other");
  });

  test.each<[what: string, said: Failure]>([
    ["reason", { status: 404, message: "dev" }],
    ["status 404", { ...words("spacetemplates", "dev"), status: 410 }],
    ["path that the API knows", missing(unknownPath)],
  ])("without a %s is not about an object", (_what, said) => {
    expect(notFoundTarget(dev, said)).toBeUndefined();
  });
});
