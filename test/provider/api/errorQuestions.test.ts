import {
  ApiError,
  CancelledError,
  type Cause,
  ConnectionError,
  isAlreadyExists,
  isAmbiguous,
  isBodyRefused,
  isCancelled,
  isConflict,
  isDenied,
  isDryRunRefused,
  isExpired,
  isForbidden,
  isLimited,
  isNotFound,
  isNotOffered,
  isOutOfTime,
  isRefused,
  isServerError,
  isTerminatingConflict,
  isTooMuch,
  isUnauthorized,
  isUnexplained,
  isUnsupportedMediaType,
} from "../../../provider/api/errors.js";
import { BadPathError } from "../../../provider/api/urls.js";

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const api = (code: number, reason?: string, message = "no", causes: Cause[] = []): ApiError =>
  new ApiError(subject, { status: code, reason, message, causes }, []);
const ofDev = { ...subject, path: "spacetemplates/dev" };
const missing = { status: 404, reason: "NotFound", message: "" };
const about = (field: string): Cause => ({ field, reason: "FieldValueInvalid", message: "no" });

const predicates = {
  isAlreadyExists,
  isAmbiguous,
  isBodyRefused,
  isCancelled,
  isConflict,
  isDenied,
  isDryRunRefused,
  isExpired,
  isForbidden,
  isLimited,
  isNotFound,
  isNotOffered,
  isOutOfTime,
  isRefused,
  isServerError,
  isTerminatingConflict,
  isTooMuch,
  isUnauthorized,
  isUnexplained,
  isUnsupportedMediaType,
};

const unsupported = 'dryRun: Unsupported value: ["bogus"]';

const rows: [what: string, error: () => unknown, yes: (keyof typeof predicates)[]][] = [
  ["400", () => api(400, "BadRequest"), ["isBodyRefused", "isRefused"]],
  ["400 about dryRun", () => api(400, "BadRequest", unsupported, [about("dryRun")]), ["isBodyRefused", "isRefused"]],
  ["401", () => api(401, "Unauthorized"), ["isUnauthorized"]],
  ["403", () => api(403, "Forbidden"), ["isDenied", "isForbidden"]],
  ["404 NotFound of what a request needs", () => api(404, "NotFound"), ["isNotFound"]],
  ["404 NotFound of another object", () => new ApiError(ofDev, missing, []), []],
  [
    "404 NotFound of the object",
    () => new ApiError(ofDev, { ...missing, message: "dev is not here" }, []),
    ["isNotFound"],
  ],
  ["404 of a kind", () => api(404, "NotFound", "could not find the requested resource"), ["isNotOffered"]],
  ["404 of an unknown path", () => api(404), ["isNotOffered"]],
  [
    "404 of a proxy",
    () => new ApiError(subject, { status: 404, message: "answered HTML", isFromElsewhere: true }, []),
    [],
  ],
  ["405", () => api(405, "MethodNotAllowed"), ["isDenied", "isNotOffered"]],
  ["409 AlreadyExists", () => api(409, "AlreadyExists"), ["isAlreadyExists"]],
  [
    "409 while being deleted",
    () => api(409, "AlreadyExists", 'object is being deleted: x "a" already exists'),
    ["isAlreadyExists", "isTerminatingConflict"],
  ],
  ["409 Conflict", () => api(409, "Conflict", "object is being deleted"), ["isConflict"]],
  ["410", () => api(410, "Expired"), ["isExpired"]],
  ["415", () => api(415, "UnsupportedMediaType"), ["isBodyRefused", "isUnsupportedMediaType"]],
  ["422", () => api(422, "Invalid"), ["isBodyRefused", "isRefused", "isUnexplained"]],
  ["422 with a cause", () => api(422, "Invalid", "no", [about("spec.dryRun")]), ["isBodyRefused", "isRefused"]],
  [
    "422 about dryRun",
    () => api(422, "Invalid", "no", [about("spec"), about("dryRun")]),
    ["isBodyRefused", "isDryRunRefused", "isRefused"],
  ],
  [
    "422 about dryRun in words",
    () => api(422, "Invalid", `is invalid: ${unsupported}`),
    ["isBodyRefused", "isDryRunRefused", "isRefused", "isUnexplained"],
  ],
  ["429", () => api(429, "TooManyRequests"), ["isLimited"]],
  ["500", () => api(500), ["isAmbiguous", "isServerError"]],
  ["503", () => api(503), ["isAmbiguous"]],
  [
    "an answer of too much",
    () => new ApiError(subject, { status: 400, message: "no", isTooMuch: true }, []),
    ["isBodyRefused", "isRefused", "isTooMuch"],
  ],
  ["another answer of none of this API", () => api(200, "InvalidAnswer", "answered no JSON"), ["isAmbiguous"]],
  ["too large", () => new ConnectionError(subject, "tooLarge", { sent: false }), ["isTooMuch"]],
  ["a connection lost", () => new ConnectionError(subject, "reset", { sent: true }), ["isAmbiguous"]],
  ["a connection refused", () => new ConnectionError(subject, "refused", { sent: false }), []],
  ["out of time", () => new ConnectionError(subject, "deadline", { sent: false }), ["isOutOfTime"]],
  ["no answer in time", () => new ConnectionError(subject, "timeout", { sent: false }), []],
  ["cancelled on the way", () => new CancelledError(subject, true), ["isAmbiguous", "isCancelled"]],
  ["cancelled before", () => new CancelledError(subject, false), ["isCancelled"]],
  ["a lost read", () => new ConnectionError({ ...subject, method: "GET" }, "reset", { sent: true }), []],
  ["a name that is never sent", () => new BadPathError("no"), []],
  ["some other error", () => Object.assign(new Error("404 NotFound"), { kind: "deadline", status: 404 }), []],
  ["no error", () => undefined, []],
];

test.each(rows)("%s answers the questions about it", (_what, error, yes) => {
  const asked = error();
  const answers = Object.entries(predicates).filter(([, predicate]) => predicate(asked));
  expect(answers.map(([name]) => name)).toEqual(yes);
});

const mayHaveHappened: [status: number, ambiguous: boolean][] = [
  [200, true],
  [299, true],
  [300, false],
  [307, false],
  [399, false],
  [400, false],
  [404, false],
  [408, true],
  [409, false],
  [425, false],
  [498, false],
  [499, true],
  [500, true],
  [599, true],
];

test.each(mayHaveHappened)("whether a write that is answered %i may have happened: %s", (status, ambiguous) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(new ApiError({ ...subject, method }, { status, message: "no" }, []).ambiguous).toBe(ambiguous);
  expect(new ApiError({ ...subject, method: "GET" }, { status, message: "no" }, []).ambiguous).toBe(false);
});
