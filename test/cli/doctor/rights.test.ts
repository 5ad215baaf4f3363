import { exitCodeOf } from "../../../cli/doctor/report";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { createAsColleague } from "../../support/http";
import { startDeafToDryRun } from "../../support/startDeafToDryRun";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { examined, healthyMachine } from "./examined";

const path = temporaryFolder();
let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded();
});
afterEach(() => platform.close());

async function diagnose({ baseUrl, accessKey } = platform) {
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_ACCESS_KEY: accessKey };
  const { lines, said } = await examined(healthyMachine(path("bin"), env));
  return { said, code: exitCodeOf(lines) };
}

/** What is said of the rights of kinds with their own collection. */
const allAllowed = {
  "rights SpaceTemplate list": "ok: allowed",
  "rights SpaceTemplate get": "ok: allowed",
  "rights SpaceTemplate create": "ok: allowed",
  "rights SpaceTemplate patch": "ok: allowed",
  "rights SpaceTemplate delete": "ok: allowed",
  "rights OwnedAccessKey list": "ok: allowed",
  "rights OwnedAccessKey get": "ok: allowed",
  "rights OwnedAccessKey create": "ok: allowed",
  "rights OwnedAccessKey patch": "ok: allowed",
  "rights OwnedAccessKey delete": "ok: allowed",
  "rights VirtualClusterImport list": "ok: allowed",
};

const widen = "Give the key's user this right, or widen the key's scope.";
const problem = `problem: not allowed (403) | ${widen}`;
const warning = `warning: not allowed (403) | ${widen}`;
const notAsked = expect.stringMatching(/^skipped: not asked: it could not be asked whether it reads dryRun: .*403/);

const denials: ["list" | "get" | "create" | "patch" | "delete", string, object, number][] = [
  ["list", "SpaceTemplate", { "rights SpaceTemplate list": problem }, 1],
  ["get", "SpaceTemplate", { "rights SpaceTemplate get": problem }, 1],
  ["create", "SpaceTemplate", { "rights SpaceTemplate create": warning }, 0],
  ["patch", "SpaceTemplate", { "rights SpaceTemplate patch": warning }, 0],
  [
    "delete",
    "SpaceTemplate",
    {
      "rights SpaceTemplate create": notAsked,
      "rights SpaceTemplate patch": notAsked,
      "rights SpaceTemplate delete": warning,
    },
    0,
  ],
  ["list", "OwnedAccessKey", { "rights OwnedAccessKey list": problem }, 1],
  ["get", "OwnedAccessKey", { "rights OwnedAccessKey get": problem }, 1],
  ["create", "OwnedAccessKey", { "rights OwnedAccessKey create": warning }, 0],
  ["patch", "OwnedAccessKey", { "rights OwnedAccessKey patch": warning }, 0],
  [
    "delete",
    "OwnedAccessKey",
    {
      "rights OwnedAccessKey create": notAsked,
      "rights OwnedAccessKey patch": notAsked,
      "rights OwnedAccessKey delete": warning,
    },
    0,
  ],
  ["list", "VirtualClusterInstance", { "rights VirtualClusterImport list": warning }, 0],
];

test.each(denials)("403 to %s of %s is told of that verb and kind only", async (verb, kind, differing, expected) => {
  platform.faults.add({ verb, kind, times: 100, action: { status: 403 } });
  const { said, code } = await diagnose();
  expect(said).toMatchObject({ ...allAllowed, ...differing });
  expect(code).toBe(expected);
});

test("a right that could not be asked for is a problem, and the others are asked all the same", async () => {
  platform.faults.add({ verb: "list", kind: "SpaceTemplate", times: 100, action: { status: 500 } });
  const { said, code } = await diagnose();
  expect(said).toMatchObject({
    ...allAllowed,
    "rights SpaceTemplate list": expect.stringMatching(/^problem: GET spacetemplates .* 500/),
  });
  expect(code).toBe(1);
});

test.each([404, 409, 422])("a proxy's page with %i says nothing of a right", async (status) => {
  const action = { status, body: "<html>no</html>", headers: { "content-type": "text/html" } };
  platform.faults.add({ verb: "create", kind: "SpaceTemplate", times: 100, action });
  const { said } = await diagnose();
  expect(said["rights SpaceTemplate create"]).toMatch(/^problem: .*answered HTML/);
});

test("a key that is refused in between ends with 3", async () => {
  platform.faults.add({ verb: "list", kind: "OwnedAccessKey", action: { status: 401 } });
  const { said, code } = await diagnose();
  expect(said["rights OwnedAccessKey list"]).toMatch(/^problem: the platform refused the access key meanwhile/);
  expect(code).toBe(3);
});

test("nothing is written, and every request that could write asks for a trial of a name that no object can have", async () => {
  const before = JSON.stringify(
    ["spacetemplates", "ownedaccesskeys", "projects"].map((each) => platform.store.list(each)),
  );
  await diagnose();
  const after = JSON.stringify(
    ["spacetemplates", "ownedaccesskeys", "projects"].map((each) => platform.store.list(each)),
  );
  expect(after).toBe(before);
  const writes = platform.requests.filter(({ method }) => method !== "GET");
  expect(writes.map(({ method }) => method).sort()).toEqual([
    ...["DELETE", "DELETE", "DELETE", "DELETE"],
    ...["PATCH", "PATCH", "POST", "POST"],
  ]);
  for (const { path: asked } of writes) expect(asked).toMatch(/[?&]dryRun=(All|bogus)(&|$)/);
  for (const { path: asked } of writes.filter(({ method }) => method !== "POST")) {
    expect(asked).toMatch(/\/No_Object_Has_This_Name\?/);
  }
});

test("no list of keys is read: each is narrowed to a label that nothing has", async () => {
  const ownedaccesskeys = {
    kind: "OwnedAccessKey",
    metadata: { name: "theirs" },
    spec: { user: "them", key: "canary-3" },
  };
  await createAsColleague(platform, "ownedaccesskeys", ownedaccesskeys);
  const { said } = await diagnose();
  expect(JSON.stringify(said)).not.toContain("canary-3");
  const lists = platform.requests.filter(
    ({ path: asked }) => /\/ownedaccesskeys\?/.test(asked) && !/dryRun/.test(asked),
  );
  expect(lists).toHaveLength(1);
  for (const { path: asked } of lists) expect(asked).toMatch(/labelSelector=pulumi-platform%2Fowner%3D[0-9a-f]{40}/);
});

test("where dryRun is not read, create and patch are not asked", async () => {
  const deaf = await startDeafToDryRun(platform.baseUrl);
  const { said, code } = await diagnose({ ...platform, baseUrl: deaf.baseUrl });
  deaf.close();
  const untried = "skipped: not asked: it does not read dryRun, so a trial would be the change itself.";
  expect(said).toMatchObject({
    ...allAllowed,
    dryRun: expect.stringMatching(/^warning: it does not read dryRun.* \| Leave serverSideDryRun unset\.$/),
    "rights SpaceTemplate create": untried,
    "rights SpaceTemplate patch": untried,
    "rights OwnedAccessKey create": untried,
    "rights OwnedAccessKey patch": untried,
  });
  expect(platform.requests.filter(({ method }) => method === "POST" || method === "PATCH")).toEqual([]);
  expect(code).toBe(0);
});

test("a restricted key is known by the name that the platform's refusal has", async () => {
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

test("who the key is stays open where nothing is refused", async () => {
  expect((await diagnose()).said.identity).toMatch(/^skipped: not told/);
});
