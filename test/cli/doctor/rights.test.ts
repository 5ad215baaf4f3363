import type { Fault } from "../../../emulator/faults/fault";
import { kinds } from "../../../emulator/kinds/kinds";
import { createAsColleague, deleteAsColleague } from "../../support/http";
import type { RecordedPlatform } from "../../support/startRecorded";
import { diagnosing, envOf, type Lines } from "./diagnosing";

const { diagnose, expectDiagnosis, start } = diagnosing();
let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await start({ listsKeys: true });
});

const expectLines = (lines: Lines, code: number) => expectDiagnosis(envOf(platform), lines, code);

const writes = ["create", "patch", "delete"] as const;
const verbs = ["list", "get", ...writes] as const;
const lines = (type: string, line: string | RegExp, ...of: readonly string[]): Lines =>
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

/** No server takes this as one of its kinds, whatever it ignores. */
const ofAnotherGroup = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "No_Object_Has_This_Name" } };

const denials = ["SpaceTemplate", "OwnedAccessKey"].flatMap(
  (type): [(typeof verbs)[number], string, object, number][] => [
    ["list", type, lines(type, problem, "list"), 1],
    ["get", type, lines(type, problem, "get"), 1],
    ["create", type, lines(type, warning, "create"), 0],
    ["patch", type, lines(type, warning, "patch"), 0],
    ["delete", type, lines(type, warning, "delete"), 0],
  ],
);
denials.push(["list", "VirtualClusterInstance", lines("VirtualClusterImport", warning, "list"), 0]);

test.each(denials)("403 to %s of %s is reported for that verb and kind only", async (verb, kind, differing, code) => {
  platform.faults.add({ verb, kind, times: 100, action: { status: 403 } });
  await expectLines({ ...allAllowed, ...differing }, code);
});

const html = (status: number) => ({ status, body: "<html>no</html>", headers: { "content-type": "text/html" } });

const listFails = { ...allAllowed, "rights SpaceTemplate list": /^problem: GET spacetemplates .* 500/ };
const refused = { "rights OwnedAccessKey list": /^problem: the platform refused the access key meanwhile/ };
const answeredHtml = { "rights SpaceTemplate create": /^problem: .*returned HTML/ };

test.each<[string, Fault, Lines, number]>([
  ["500", { verb: "list", kind: "SpaceTemplate", times: 100, action: { status: 500 } }, listFails, 1],
  ["HTML", { verb: "create", kind: "SpaceTemplate", times: 100, action: html(404) }, answeredHtml, 1],
  ["HTML and 422", { verb: "create", kind: "SpaceTemplate", times: 100, action: html(422) }, answeredHtml, 1],
  ["401 between two checks", { verb: "list", kind: "OwnedAccessKey", action: { status: 401 } }, refused, 3],
])("%s is a problem of its check, and the others are made", async (_, fault, lines, code) => {
  platform.faults.add(fault);
  await expectLines(lines, code);
});

test.each([3, 4] as const)("the rights to write are tested without a write on API %s", async (api) => {
  const product = await start({ api });
  const stored = () => JSON.stringify(kinds[api].map(({ plural }) => product.store.list(plural)));
  const before = stored();
  const allowed = lines("SpaceTemplate", "ok: allowed", ...verbs);
  await expectDiagnosis(envOf(product), { ...allowed, ...lines("OwnedAccessKey", "ok: allowed", ...writes) }, 0);
  expect(stored()).toBe(before);
});

test("the verbs that each project grants are not tested", async () => {
  const product = await start({ api: 4 });
  const untested = lines("ProjectSecret", "skipped: not tested: granted per project", "get", ...writes);
  for (const type of ["SharedSecret", "VirtualClusterInstance", "SpaceInstance"])
    Object.assign(untested, lines(type, "skipped: not tested: granted per project", "get", ...writes));
  await expectDiagnosis(envOf(product), { ...untested, "rights ProjectSecret list": "ok: allowed" }, 0);
});

test("no request that tests a right can write, even on a server that ignores parts of it", async () => {
  await diagnose(envOf(platform));
  const sent = platform.requests.filter(({ method }) => method !== "GET");
  const methods = sent.map(({ method }) => method).sort();
  expect(methods.join(" ")).toBe("DELETE DELETE PATCH PATCH POST POST");
  for (const { method, path, body } of sent) {
    // Releases of the platform ignored dryRun.
    expect(path).not.toContain("dryRun");
    if (method === "POST") expect(JSON.parse(body)).toEqual(ofAnotherGroup);
    else expect(path).toMatch(/\/No_Object_Has_This_Name\?/);
    if (method === "PATCH") expect(JSON.parse(body)).toEqual([{ op: "test", path: "/metadata/name", value: "" }]);
  }
});

test("the list of keys is narrowed to a label that no object has", async () => {
  const spec = { user: "them", key: "canary-3" };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "theirs" }, spec });
  await expectLines({ identity: /^skipped: unknown: the platform does not return the caller/ }, 0);
  const lists = platform.requests.filter(({ method, path }) => method === "GET" && /\/ownedaccesskeys\?/.test(path));
  expect(lists.map(({ path }) => path)).toEqual([
    expect.stringMatching(/labelSelector=pulumi-vcluster-platform%2Fowner%3D[0-9a-f]{40}/),
  ]);
});

const principalKeys = ["users/accesskeys", "teams/accesskeys"];
const principalLines = (line: string | RegExp, ...of: readonly string[]): Lines =>
  Object.fromEntries(of.map((resource) => [`rights ${resource} get`, line]));

test.each([3, 4] as const)("without a list of keys, those of users and teams are asked for, on API %s", async (api) => {
  const product = await start({ api });
  const { said, code } = await diagnose(envOf(product));
  expect(code).toBe(0);
  expect(said).toMatchObject(principalLines("ok: allowed", ...principalKeys));
  expect(said).not.toHaveProperty(["rights OwnedAccessKey list"]);
  const keyReads = product.requests.filter(({ method, path }) => method === "GET" && /accesskeys(\?|$)/.test(path));
  const group = "/kubernetes/management/apis/management.loft.sh/v1";
  expect(keyReads.map(({ path }) => path)).toEqual(
    ["users", "teams"].map((plural) => `${group}/${plural}/No_Object_Has_This_Name/accesskeys`),
  );
});

test("with a list of keys, those of users and teams are not asked for", async () => {
  const { said } = await diagnose(envOf(platform));
  expect(said).toMatchObject(lines("OwnedAccessKey", "ok: allowed", "list"));
  expect(Object.keys(said).filter((name) => name.includes("/accesskeys"))).toEqual([]);
});

test.each(principalKeys)("a missing permission to get %s is a warning that names it", async (denied) => {
  const product = await start();
  const kind = denied.startsWith("users") ? "UserAccessKeys" : "TeamAccessKeys";
  product.faults.add({ kind, times: 10, action: { status: 403 } });
  const remedy = `Allow it to get ${denied}: orphans, drift and import find access keys there.`;
  const others = principalKeys.filter((resource) => resource !== denied);
  const expected = {
    ...principalLines("ok: allowed", ...others),
    ...principalLines(`warning: not allowed (403) | ${remedy}`, denied),
  };
  await expectDiagnosis(envOf(product), expected, 0);
});

test("the identity of a restricted key is the name in the platform's refusal", async () => {
  const resources = [{ group: "management.loft.sh", resources: ["spacetemplates"] }];
  const rules = [{ verbs: ["get", "list"], resources }, { nonResourceURLs: ["/*"] }];
  const spec = { user: "ci-bot", key: "key-of-ci-bot", rules };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const expected = {
    key: "ok: the platform takes it, so it is neither disabled nor expired",
    "rights SpaceTemplate list": "ok: allowed",
    ...lines("SpaceTemplate", warning, ...writes),
    "rights OwnedAccessKey list": problem,
    ...lines("OwnedAccessKey", warning, ...writes),
    identity: 'ok: user "ci-bot"; expiry unknown',
  };
  await expectDiagnosis(envOf({ ...platform, accessKey: "key-of-ci-bot" }), expected, 1);
});

test("the identifier of the platform is shown, and compared with the setting platformId", async () => {
  const [plain, product] = [await start(), await start({ api: 4 })];
  const project = String(plain.store.get("projects", "default")?.metadata.uid);
  await expectDiagnosis(envOf(plain), { platformId: `ok: ${project}; platformId is not set` }, 0);
  const pinned = { ...envOf(product), VCLUSTER_PLATFORM_PLATFORM_ID: project };
  const refused = new RegExp(
    `^problem: platformId names ${project}; found [-0-9a-f]{36} \\| Correct baseUrl or platformId`,
  );
  await expectDiagnosis(pinned, { platformId: refused }, 1);
  await expectDiagnosis({ ...pinned, ...envOf(plain) }, { platformId: `ok: ${project}, as platformId asks` }, 0);
  await deleteAsColleague(plain, "projects/default");
  await expectDiagnosis(envOf(plain), { platformId: "skipped: none that this key may read" }, 0);
});

test("on vCluster Platform 4, the caller, its key, the scope, the expiry and the version are shown", async () => {
  const product = await start({ api: 4 });
  const scope = { roles: [{ role: "loft-cli" }] };
  const spec = { user: "admin", key: "canary-key-of-admin", ttl: 3600, scope };
  await createAsColleague(product, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const expected = {
    platform: /^ok: it serves management\.loft\.sh\/v1, vCluster Platform v4\.\d+\.\d+/,
    "kinds VirtualClusterImport": "ok: offered: virtual clusters are registered as virtualclusterinstances",
    "kinds Team": "ok: offered as teams",
    "rights Team list": "ok: allowed",
  };
  await expectDiagnosis(
    envOf(product),
    { ...expected, identity: /^ok: user ".+"; no scope restricts it; expiry unknown$/ },
    0,
  );
  const restricted = envOf({ ...product, accessKey: "canary-key-of-admin" });
  const { said } = await diagnose(restricted);
  expect(said.identity).toMatch(
    /^ok: user "admin", with the access key "ci"; its scope restricts roles; it expires at 20/,
  );
});
