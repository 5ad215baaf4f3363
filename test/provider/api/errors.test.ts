import { ApiError, isNotFound, isTerminatingConflict, PlatformError } from "../../../provider/api/errors.js";
import { closeAll, connect, deadUrl, type Reply, rejection, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const subject = { method: "POST", path: "spacetemplates", baseUrl: "https://platform.test" };

test("a message of a megabyte is cut, but only after masking", () => {
  const message = `${"x".repeat(1990)}a-known-secret${"x".repeat(1_000_000)}`;
  const error = new ApiError(subject, { status: 422, message }, ["a-known-secret"]);
  expect(error.message.length).toBeLessThan(2500);
  expect(error.message).not.toContain("a-known");
});

test("a Status' details are kept: causes, uid, retryAfterSeconds", async () => {
  const causes = [{ field: "spec.ttl", reason: "FieldValueInvalid", message: "no" }, "no cause"];
  const server = await serve([status(422, "Invalid", "bad", { causes, uid: "u1", retryAfterSeconds: 3 })]);
  const error = await rejection(connect(server.url).create(["x"], {}));
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({
    method: "POST",
    path: "x",
    status: 422,
    reason: "Invalid",
    serverMessage: "bad",
    causes: [{ field: "spec.ttl", reason: "FieldValueInvalid", message: "no" }],
    uid: "u1",
    retryAfterSeconds: 3,
  });
});

test.each<[string, Reply, RegExp]>([
  [
    "text",
    { status: 404, body: "404 page not found\n" },
    /404: answered "404 page not found", not a Status: is the base/,
  ],
  ["HTML", { status: 404, body: "<html>Not here</html>" }, /404: answered HTML, not JSON: is the base URL right\?/],
  ["nothing", { status: 404 }, /404: answered nothing\./],
  ["other JSON", { status: 404, body: { error: "x" } }, /answered "\{\\"error\\":\\"x\\"\}", not a Status/],
])("a 404 that is %s is not an object that is gone", async (_what, reply, message) => {
  const server = await serve([reply]);
  const error = await rejection(connect(server.url).get(["spacetemplates", "dev"]));
  expect(isNotFound(error)).toBe(false);
  expect(error.message).toMatch(message);
  expect(error.message).toContain("platform:baseUrl");
});

test("a host name that does not exist is told as such", async () => {
  const error = await rejection(connect("http://no-such-host.invalid").get(["spacetemplates", "dev"]));
  expect(error).toMatchObject({ name: "ConnectionError", kind: "dns", sent: false });
});

test("a refused connection names the base URL as it is used", async () => {
  const url = await deadUrl();
  const error = await rejection(connect(`${url}/prefix/`).get(["spacetemplates", "dev"]));
  expect(error.message).toMatch(`GET spacetemplates/dev at ${url}/prefix failed: connection refused`);
});

test("words that a secret has in common with the server's change no decision", () => {
  const common = ["sandbox resource", "it is being deleted", "NotFound or not", "it AlreadyExists"];
  const about = (status: number, reason: string, message: string) =>
    new ApiError(subject, { status, reason, message }, common);
  expect(isNotFound(about(404, "NotFound", 'spacetemplates "a" not found'))).toBe(true);
  expect(isNotFound(about(404, "NotFound", "the server could not find the requested resource"))).toBe(false);
  expect(isTerminatingConflict(about(409, "AlreadyExists", "object is being deleted: a"))).toBe(true);
});

test("no part of a secret stands in any text of an error", () => {
  const key = "sk01aB3dE5fG7hI9jK1mN3pQ5rS7tU9vW";
  const [first, second] = [key.slice(0, 16), key.slice(16)];
  const causes = [
    { field: `spec.${first}.a`, reason: `"${first}"`, message: `begins ${first}.` },
    { field: `spec.${second}.a`, reason: `"${second}"`, message: `ends: ${second}!` },
  ];
  const error = new ApiError(subject, { status: 422, reason: `of "${first}"`, message: `not "${second}".`, causes }, [
    key,
  ]);
  expect(error.causes.flatMap(({ field, reason, message }) => [field, reason, message])).toEqual([
    ...["spec.[secret].a", '"[secret]"', "begins [secret]."],
    ...["spec.[secret].a", '"[secret]"', "ends: [secret]!"],
  ]);
  expect(error.message).toContain('422 of "[secret]": not "[secret]".');
});
