import { createAsColleague } from "../../support/http";
import { startDeafToDryRun } from "../../support/startDeafToDryRun";
import type { RecordedPlatform } from "../../support/startRecorded";
import { diagnosing, envOf } from "./diagnosing";

const { diagnose: diagnoseIn, start } = diagnosing();
let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await start();
});

const diagnose = (on = platform) => diagnoseIn(envOf(on));

const verbs = ["list", "get", "create", "patch", "delete"] as const;
const lines = (type: string, line: unknown, ...of: readonly string[]) =>
  Object.fromEntries(of.map((verb) => [`rights ${type} ${verb}`, line]));

/** The lines of the kinds with their own collection. */
const allAllowed = {
  ...lines("SpaceTemplate", "ok: allowed", ...verbs),
  ...lines("OwnedAccessKey", "ok: allowed", ...verbs),
  ...lines("VirtualClusterImport", "ok: allowed", "list"),
};

const widen = "Give the key's user this right, or widen the key's scope.";
const problem = `problem: not allowed (403) | ${widen}`;
const warning = `warning: not allowed (403) | ${widen}`;
const notAsked = expect.stringMatching(/^skipped: not asked: it could not be asked whether it reads dryRun: .*403/);

const denials = ["SpaceTemplate", "OwnedAccessKey"].flatMap(
  (type): [(typeof verbs)[number], string, object, number][] => [
    ["list", type, lines(type, problem, "list"), 1],
    ["get", type, lines(type, problem, "get"), 1],
    ["create", type, lines(type, warning, "create"), 0],
    ["patch", type, lines(type, warning, "patch"), 0],
    ["delete", type, { ...lines(type, notAsked, "create", "patch"), ...lines(type, warning, "delete") }, 0],
  ],
);
denials.push(["list", "VirtualClusterInstance", lines("VirtualClusterImport", warning, "list"), 0]);

test.each(denials)(
  "403 to %s of %s is reported for that verb and kind only",
  async (verb, kind, differing, expected) => {
    platform.faults.add({ verb, kind, times: 100, action: { status: 403 } });
    const { said, code } = await diagnose();
    expect(said).toMatchObject({ ...allAllowed, ...differing });
    expect(code).toBe(expected);
  },
);

test("a check that fails is a problem, and the others are made", async () => {
  platform.faults.add({ verb: "list", kind: "SpaceTemplate", times: 100, action: { status: 500 } });
  const { said, code } = await diagnose();
  expect(said).toMatchObject({
    ...allAllowed,
    "rights SpaceTemplate list": expect.stringMatching(/^problem: GET spacetemplates .* 500/),
  });
  expect(code).toBe(1);
});

test.each([404, 409, 422])("an HTML response with %i is no check of a right", async (status) => {
  const action = { status, body: "<html>no</html>", headers: { "content-type": "text/html" } };
  platform.faults.add({ verb: "create", kind: "SpaceTemplate", times: 100, action });
  const { said } = await diagnose();
  expect(said["rights SpaceTemplate create"]).toMatch(/^problem: .*answered HTML/);
});

test("a key that is refused between checks exits with 3", async () => {
  platform.faults.add({ verb: "list", kind: "OwnedAccessKey", action: { status: 401 } });
  const { said, code } = await diagnose();
  expect(said["rights OwnedAccessKey list"]).toMatch(/^problem: the platform refused the access key meanwhile/);
  expect(code).toBe(3);
});

test("nothing is written, and each request that could write is a dry run for a name that no object can have", async () => {
  const stored = () =>
    JSON.stringify(["spacetemplates", "ownedaccesskeys", "projects"].map((each) => platform.store.list(each)));
  const before = stored();
  await diagnose();
  expect(stored()).toBe(before);
  const writes = platform.requests.filter(({ method }) => method !== "GET");
  const methods = writes.map(({ method }) => method).sort();
  expect(methods.join(" ")).toBe("DELETE DELETE DELETE DELETE PATCH PATCH POST POST");
  for (const { method, path } of writes) {
    expect(path).toMatch(/[?&]dryRun=(All|bogus)(&|$)/);
    if (method !== "POST") expect(path).toMatch(/\/No_Object_Has_This_Name\?/);
  }
});

test("the list of keys is narrowed to a label that no object has", async () => {
  const spec = { user: "them", key: "canary-3" };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "theirs" }, spec });
  const { said } = await diagnose();
  expect(JSON.stringify(said)).not.toContain("canary-3");
  const lists = platform.requests.filter(({ path }) => /\/ownedaccesskeys\?/.test(path) && !/dryRun/.test(path));
  expect(lists.map(({ path }) => path)).toEqual([
    expect.stringMatching(/labelSelector=pulumi-platform%2Fowner%3D[0-9a-f]{40}/),
  ]);
});

test("create and patch are not checked on a server that ignores dryRun", async () => {
  const deaf = await startDeafToDryRun(platform.baseUrl);
  const { said, code } = await diagnose({ ...platform, baseUrl: deaf.baseUrl });
  deaf.close();
  const untried = "skipped: not asked: it does not read dryRun, so a trial would be the change itself.";
  expect(said).toMatchObject({
    ...allAllowed,
    dryRun: expect.stringMatching(/^warning: it does not read dryRun.* \| Leave serverSideDryRun unset\.$/),
    ...lines("SpaceTemplate", untried, "create", "patch"),
    ...lines("OwnedAccessKey", untried, "create", "patch"),
  });
  expect(platform.requests.filter(({ method }) => method === "POST" || method === "PATCH")).toEqual([]);
  expect(code).toBe(0);
});

test("the identity of a restricted key is the name in the platform's refusal", async () => {
  const resources = [{ group: "management.loft.sh", resources: ["spacetemplates"] }];
  const rules = [{ verbs: ["get", "list"], resources }, { nonResourceURLs: ["/*"] }];
  const spec = { user: "ci-bot", key: "key-of-ci-bot", rules };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const { said } = await diagnose({ ...platform, accessKey: "key-of-ci-bot" });
  expect(said).toMatchObject({
    key: "ok: the platform takes it, so it is neither disabled nor expired",
    "rights SpaceTemplate list": "ok: allowed",
    "rights OwnedAccessKey list": problem,
    identity: 'ok: the platform calls it user "ci-bot"; when it expires is not told',
  });
});

test("the identity is not known without a refusal", async () => {
  expect((await diagnose()).said.identity).toMatch(/^skipped: not told/);
});
