import type { ApiClient, Call } from "../../../provider/api/client.js";
import { DryRunProbe } from "../../../provider/api/dryRunProbe.js";
import { closeAll, connect, type Reply, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const dry: Call = { dryRun: "All" };
const guard = { op: "replace" as const, path: "/metadata/resourceVersion", value: "7" };

/** Every write that the client can make. */
const writes: [what: string, send: (client: ApiClient, call: Call) => Promise<unknown>][] = [
  ["a create", (client, call) => client.create(["spacetemplates"], dev, call)],
  ["a replace", (client, call) => client.replace(path, dev, call)],
  ["a patch", (client, call) => client.patch(path, [guard], call)],
  ["an unguarded patch", (client, call) => client.patch(path, [], call)],
  ["a delete by name", (client, call) => client.delete(path, {}, call)],
  ["a delete by uid", (client, call) => client.delete(path, { uid: "u1" }, call)],
];

test.each(writes)("%s of a dry call says so in the query", async (_, send) => {
  const server = await serve([{ body: dev }]);
  await send(connect(server.url), dry);
  const query = new URLSearchParams(server.requests[0]?.url.split("?")[1]);
  expect(query.getAll("dryRun")).toEqual(["All"]);
  expect(query.get("fieldManager")).toBe("pulumi-platform");
});

test("the options of a dry delete say so too, since servers read no query beside them", async () => {
  const server = await serve([{ body: dev }]);
  await connect(server.url).delete(path, { uid: "u1" }, dry);
  const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u1" }, dryRun: ["All"] };
  expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual(options);
});

test.each(writes)("%s of another call says nothing of a dry run", async (_, send) => {
  const server = await serve([{ body: dev }]);
  await send(connect(server.url), {});
  expect(JSON.stringify(server.requests)).not.toContain("dryRun");
});

test.each(writes)("%s of a dry call is sent again when no answer comes, since it leaves nothing", async (_, send) => {
  const server = await serve([{ how: "reset" }, { body: dev }]);
  await send(connect(server.url), dry);
  expect(server.requests.map(({ url }) => url.includes("dryRun=All"))).toEqual([true, true]);
});

test("a read of a dry call is a read like any other", async () => {
  const server = await serve([{ body: dev }]);
  await connect(server.url).get(path, dry);
  expect(server.requests[0]?.url).toMatch(/\/spacetemplates\/dev$/);
});

const unsupported = 'dryRun: Unsupported value: ["bogus"]: supported values: "All"';
const read = status(422, "Invalid", `DeleteOptions.meta.k8s.io "" is invalid: ${unsupported}`, {
  causes: [{ reason: "FieldValueNotSupported", field: "dryRun", message: unsupported.slice("dryRun: ".length) }],
});
const html: Reply = { body: "<html>log in</html>" };

/** What each answer to the probe comes to: the only good one is the 422 about dryRun. */
const answers: [answer: string, reply: Reply, outcome: "read" | "not read" | "not known" | "failed"][] = [
  ["a 422 about dryRun", read, "read"],
  ["a 422 about dryRun without causes", status(422, "Invalid", `is invalid: ${unsupported}`), "read"],
  ["a 422 about the name", status(422, "Invalid", "metadata.name: Invalid value", { causes: [] }), "not known"],
  ["a 422 that is no Status", { ...html, status: 422 }, "not known"],
  ["a 404 of the API", status(404, "NotFound", "No_Object_Has_This_Name not found"), "not read"],
  ["a 404 of the API about something else", status(404, "NotFound", 'clusters "main" not found'), "failed"],
  ["a 404 of something else", { ...html, status: 404 }, "failed"],
  ["a 400", status(400, "BadRequest", unsupported), "not known"],
  ["a 401", status(401, "Unauthorized", "Unauthorized"), "failed"],
  ["a 403", status(403, "Forbidden", "may not delete"), "not known"],
  ["a 405", status(405, "MethodNotAllowed", "no such verb"), "not known"],
  ["a 409", status(409, "Conflict", unsupported), "failed"],
  ["a 500", status(500, "InternalError", unsupported), "failed"],
  ["a 503", status(503, "ServiceUnavailable", "later"), "failed"],
  ["a success", { body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } }, "not read"],
  ["an object", { body: dev }, "not read"],
  ["nothing", { body: "" }, "not read"],
  ["a login page", html, "failed"],
  ["a redirect", { status: 302, headers: { location: "https://login.example.com" } }, "failed"],
  ["no answer", { how: "reset" }, "failed"],
];

const outcomeOf = (problem: string | undefined) => {
  if (problem === undefined) return "read";
  if (problem.startsWith("it does not read dryRun")) return "not read";
  return problem.startsWith("it could not be asked whether it reads dryRun: DELETE ") ? "not known" : problem;
};

test.each(answers)("after %s", async (_, reply, expected) => {
  const server = await serve([reply]);
  const problem = new DryRunProbe(connect(server.url)).problem("spacetemplates", {});
  expect(await problem.then(outcomeOf, () => "failed")).toBe(expected);
});

test("the probe is a delete without a body, of a name that no object can have, with a value that no server knows", async () => {
  const server = await serve([read]);
  await new DryRunProbe(connect(server.url)).problem("spacetemplates", {});
  expect(server.requests).toHaveLength(1);
  const [{ method, url, body, headers } = { method: "", url: "", body: "", headers: {} }] = server.requests;
  expect([method, body, headers["content-type"]]).toEqual(["DELETE", "", undefined]);
  const [address = "", query] = url.split("?");
  expect(new URLSearchParams(query).getAll("dryRun")).toEqual(["bogus"]);
  const name = address.split("/").at(-1) ?? "";
  expect(address).toMatch(/\/spacetemplates\/[^/]+$/);
  expect(name).not.toMatch(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
});

test("each kind is probed once, also by previews side by side", async () => {
  const server = await serve([read]);
  const probe = new DryRunProbe(connect(server.url));
  const kinds = ["spacetemplates", "spacetemplates", "ownedaccesskeys"];
  expect(await Promise.all(kinds.map((plural) => probe.problem(plural, {})))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await probe.problem("spacetemplates", {});
  expect(server.requests).toHaveLength(2);
});

test("a probe without an answer is made again by the next preview", async () => {
  const server = await serve([status(500, "InternalError", "broken"), read]);
  const probe = new DryRunProbe(connect(server.url));
  await expect(probe.problem("spacetemplates", {})).rejects.toThrow("broken");
  expect(await probe.problem("spacetemplates", {})).toBeUndefined();
});
