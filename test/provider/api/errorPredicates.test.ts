import { denialIn, type Said } from "../../../provider/api/denialIn.js";
import * as errors from "../../../provider/api/errors.js";
import { BadPathError } from "../../../provider/api/urls.js";

const { ApiError, CancelledError, ConnectionError } = errors;
const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };
const api = (status: number, reason?: string, message = "no", causes: errors.Cause[] = []) =>
  new ApiError(subject, { status, reason, message, causes }, []);
const ofDev = (message: string) =>
  new ApiError({ ...subject, path: "spacetemplates/dev" }, { status: 404, reason: "NotFound", message }, []);
const because = (more: Partial<errors.Failure>) => new ApiError(subject, { status: 400, message: "no", ...more }, []);
const lost = (kind: "reset" | "refused" | "deadline" | "timeout" | "tooLarge", sent: boolean, method = "POST") =>
  new ConnectionError({ ...subject, method }, kind, { sent });
const about = (field: string): errors.Cause => ({ field, reason: "FieldValueInvalid", message: "no" });
const unsupported = 'dryRun: Unsupported value: ["bogus"]';
const [specAndDryRun, deleted] = [[about("spec"), about("dryRun")], 'object is being deleted: x "a" already exists'];

test.each<[what: string, error: () => unknown, predicates: string]>([
  ["400", () => api(400, "BadRequest"), "isBodyRefused isRefused"],
  ["400 about dryRun", () => api(400, "BadRequest", unsupported, [about("dryRun")]), "isBodyRefused isRefused"],
  ["401", () => api(401, "Unauthorized"), "isUnauthorized"],
  ["403", () => api(403, "Forbidden"), "isDenied isForbidden"],
  ["404 NotFound of a dependency", () => api(404, "NotFound"), "isNotFound"],
  ["404 NotFound of another object", () => ofDev(""), ""],
  ["404 NotFound of the object", () => ofDev("dev is not here"), "isNotFound"],
  ["404 of a kind", () => api(404, "NotFound", "could not find the requested resource"), "isNotOffered"],
  ["404 of an unknown path", () => api(404), "isNotOffered"],
  ["404 of a proxy", () => because({ status: 404, isFromElsewhere: true }), ""],
  ["405", () => api(405, "MethodNotAllowed"), "isDenied isNotOffered"],
  ["409 AlreadyExists", () => api(409, "AlreadyExists"), "isAlreadyExists"],
  ["409 of a deleted object", () => api(409, "AlreadyExists", deleted), "isAlreadyExists isTerminatingConflict"],
  ["409 Conflict", () => api(409, "Conflict", "object is being deleted"), "isConflict"],
  ["410", () => api(410, "Expired"), "isExpired"],
  ["415", () => api(415, "UnsupportedMediaType"), "isBodyRefused isUnsupportedMediaType"],
  ["422", () => api(422, "Invalid"), "isBodyRefused isRefused isUnexplained"],
  ["422 with a cause", () => api(422, "Invalid", "no", [about("spec.dryRun")]), "isBodyRefused isRefused"],
  ["422 about dryRun", () => api(422, "Invalid", "no", specAndDryRun), "isBodyRefused isDryRunRefused isRefused"],
  [
    "422 about dryRun without causes",
    () => api(422, "Invalid", `is invalid: ${unsupported}`),
    "isBodyRefused isDryRunRefused isRefused isUnexplained",
  ],
  ["429", () => api(429, "TooManyRequests"), "isLimited"],
  ["500", () => api(500), "isAmbiguous isServerError"],
  ["503", () => api(503), "isAmbiguous"],
  ["an answer with too many values", () => because({ isTooMuch: true }), "isBodyRefused isRefused isTooMuch"],
  ["an invalid answer", () => api(200, "InvalidAnswer", "answered no JSON"), "isAmbiguous"],
  ["too large", () => lost("tooLarge", false), "isTooMuch"],
  ["a connection lost", () => lost("reset", true), "isAmbiguous"],
  ["a connection refused", () => lost("refused", false), ""],
  ["a deadline", () => lost("deadline", false), "isOutOfTime"],
  ["a timeout", () => lost("timeout", false), ""],
  ["a lost read", () => lost("reset", true, "GET"), ""],
  ["cancelled after sending", () => new CancelledError(subject, true), "isAmbiguous isCancelled"],
  ["cancelled before sending", () => new CancelledError(subject, false), "isCancelled"],
  ["a name that is never sent", () => new BadPathError("no"), ""],
  ["another error", () => Object.assign(new Error("404 NotFound"), { kind: "deadline", status: 404 }), ""],
  ["no error", () => undefined, ""],
])("%s fulfils these predicates and no other", (_what, error, expected) => {
  const thrown = error();
  const predicates = Object.entries(errors).filter(([name]) => /^is[A-Z]/.test(name));
  expect(predicates).toHaveLength(20);
  const fulfilled = predicates.filter(([, predicate]) => (predicate as (error: unknown) => boolean)(thrown));
  expect(fulfilled.map(([name]) => name).sort()).toEqual(expected.split(" ").filter(Boolean));
});

test.each<[status: number, ambiguous: boolean]>([
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
])("whether a write that is answered %i may have happened: %s", (status, ambiguous) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(new ApiError({ ...subject, method }, { status, message: "no" }, []).ambiguous).toBe(ambiguous);
  expect(new ApiError({ ...subject, method: "GET" }, { status, message: "no" }, []).ambiguous).toBe(false);
});

describe("a 404 of the API", () => {
  const dev = "spacetemplates/dev";
  const cluster = "namespaces/p-web/virtualclusterinstances/vc";
  const missing = (message: string, about?: Said["about"]): Said => ({
    status: 404,
    reason: "NotFound",
    message,
    about,
  });
  const words = (what: string, name: string) => missing(`${what} "${name}" not found`);
  const unknownPath = "the server could not find the requested resource (get spacetemplates dev)";

  test.each<[what: string, path: string, said: Said]>([
    ["Kubernetes' details", dev, missing("", { kind: "spacetemplates", name: "dev" })],
    ["its kind instead of the plural", dev, missing("", { kind: "SpaceTemplate", name: "dev" })],
    ["its plural with a group", dev, missing("", { kind: "spacetemplates.storage.loft.sh", name: "dev" })],
    ["its name only", dev, missing("clusters", { name: "dev" })],
    ["Kubernetes' message", dev, words("spacetemplates.management.loft.sh", "dev")],
    ["Kubernetes' message with another group", dev, words("spacetemplates.storage.loft.sh", "dev")],
    ["a message and empty details", dev, { ...words("SpaceTemplate", "dev"), about: { kind: "", name: "" } }],
    ["the kind that it is stored as", "ownedaccesskeys/ci", words("accesskeys.storage.loft.sh", "ci")],
    ["another message with its name", dev, missing("There is no template dev.")],
    ["another message with its name inside", "spacetemplates/a", missing("no a-b, no a.")],
    ["its namespace", cluster, missing("", { kind: "namespaces", name: "p-web" })],
    ["itself in its namespace", cluster, words("virtualclusterinstances.management.loft.sh", "vc")],
    ["a dependency of a create", "spacetemplates", words("projects.management.loft.sh", "web")],
    ["a dependency of an import", "projects/web/importvirtualcluster", words("projects.management.loft.sh", "web")],
  ])("is about the object if it names %s", (_what, path, said) => {
    expect(denialIn(path, said)).toBe("asked");
  });

  test.each<[what: string, path: string, said: Said]>([
    ["another kind and name", dev, missing("", { kind: "clusters", name: "loft-cluster" })],
    ["another name", dev, missing("dev", { kind: "spacetemplates", name: "prod" })],
    ["another kind of this name", dev, missing("", { kind: "clusters", name: "dev" })],
    ["another object in Kubernetes' message", dev, words("services", "gateway")],
    ["another kind in Kubernetes' message", dev, words("namespaces", "dev")],
    ["a kind in the message only", dev, words("services", "dev")],
    ["another kind of this name inside a message", dev, missing('get cluster: clusters.x "dev" not found')],
    ["nothing", dev, missing("")],
    ["no object", dev, missing("the server could not find the resource", {})],
    ["a longer name", dev, missing("no dev-2, no my-dev and no dev_3")],
    ["another namespace", cluster, missing("", { kind: "namespaces", name: "p-other" })],
    ["its namespace as an object", cluster, missing("", { kind: "virtualclusterinstances", name: "p-web" })],
    ["its namespace without a kind", cluster, missing("", { name: "p-web" })],
  ])("is about something else if it names %s", (_what, path, said) => {
    expect(denialIn(path, said)).toBe("another");
  });

  test.each<[what: string, said: Said]>([
    ["reason", { status: 404, message: "dev" }],
    ["status of a 404", { ...words("spacetemplates", "dev"), status: 410 }],
    ["known path", missing(unknownPath)],
  ])("needs a %s to be about an object", (_what, said) => {
    expect(denialIn(dev, said)).toBeUndefined();
  });
});
