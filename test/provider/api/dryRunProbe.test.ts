import { DryRunProbe } from "../../../provider/api/dryRunProbe.js";
import { closeAll, connect, type Reply, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const unsupported = 'dryRun: Unsupported value: ["bogus"]: supported values: "All"';
const supports = status(422, "Invalid", `DeleteOptions.meta.k8s.io "" is invalid: ${unsupported}`, {
  causes: [{ reason: "FieldValueNotSupported", field: "dryRun", message: unsupported.slice("dryRun: ".length) }],
});
const html: Reply = { body: "<html>log in</html>" };
const probe = async (url: string) => new DryRunProbe(connect(url)).problem("spacetemplates", {});

const problems = {
  supported: undefined,
  unsupported: expect.stringMatching(/^it does not read dryRun/),
  unknown: expect.stringMatching(/^it could not be asked whether it reads dryRun: DELETE /),
  failed: "failed",
};

/** What each answer to the probe means: only the 422 about dryRun shows support. */
test.each<[answer: string, reply: Reply, outcome: "supported" | "unsupported" | "unknown" | "failed"]>([
  ["422 about dryRun", supports, "supported"],
  ["422 about dryRun without causes", status(422, "Invalid", `is invalid: ${unsupported}`), "supported"],
  ["422 about the name", status(422, "Invalid", "metadata.name: Invalid value", { causes: [] }), "unknown"],
  ["422 that is no Status", { ...html, status: 422 }, "unknown"],
  ["404 of the API", status(404, "NotFound", "No_Object_Has_This_Name not found"), "unsupported"],
  ["404 of the API about something else", status(404, "NotFound", 'clusters "main" not found'), "failed"],
  ["404 of something else", { ...html, status: 404 }, "failed"],
  ["400", status(400, "BadRequest", unsupported), "unknown"],
  ["401", status(401, "Unauthorized", "Unauthorized"), "failed"],
  ["403", status(403, "Forbidden", "may not delete"), "unknown"],
  ["405", status(405, "MethodNotAllowed", "no such verb"), "unknown"],
  ["409", status(409, "Conflict", unsupported), "failed"],
  ["500", status(500, "InternalError", unsupported), "failed"],
  ["503", status(503, "ServiceUnavailable", "later"), "failed"],
  ["success", { body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } }, "unsupported"],
  ["an object", { body: dev }, "unsupported"],
  ["nothing", { body: "" }, "unsupported"],
  ["a login page", html, "failed"],
  ["a redirect", { status: 302, headers: { location: "https://login.example.com" } }, "failed"],
  ["a reset", { how: "reset" }, "failed"],
])("%s", async (_answer, reply, expected) => {
  const problem = await probe((await serve([reply])).url).catch(() => "failed");
  expect(problem).toEqual(problems[expected]);
});

test("the probe is a delete without a body, of an impossible name, with an unknown value", async () => {
  const server = await serve([supports]);
  await probe(server.url);
  expect(server.requests).toHaveLength(1);
  const [{ method, url, body, headers } = { method: "", url: "", body: "", headers: {} }] = server.requests;
  expect([method, body, headers["content-type"]]).toEqual(["DELETE", "", undefined]);
  const [address = "", query] = url.split("?");
  expect(new URLSearchParams(query).getAll("dryRun")).toEqual(["bogus"]);
  expect(address).toMatch(/\/spacetemplates\/[^/]+$/);
  expect(address.split("/").at(-1)).not.toMatch(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
});

test("the probe is sent once for each kind, also by concurrent previews", async () => {
  const server = await serve([supports]);
  const once = new DryRunProbe(connect(server.url));
  const kinds = ["spacetemplates", "spacetemplates", "ownedaccesskeys"];
  const problems = await Promise.all(kinds.map((plural) => once.problem(plural, {})));
  expect(problems).toEqual([undefined, undefined, undefined]);
  await once.problem("spacetemplates", {});
  expect(server.requests).toHaveLength(2);
});

test("the probe is repeated by the next preview if it failed", async () => {
  const server = await serve([status(500, "InternalError", "broken"), supports]);
  const again = new DryRunProbe(connect(server.url));
  await expect(again.problem("spacetemplates", {})).rejects.toThrow("broken");
  expect(await again.problem("spacetemplates", {})).toBeUndefined();
});
