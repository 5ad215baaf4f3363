import http from "node:http";
import { createAsColleague } from "../../support/http";
import { diagnosing, envOf, skippedBehind } from "./diagnosing";

const { answering, behindDiscovery, diagnose, listening, start } = diagnosing();

test("a healthy platform of either flavour has no warning and no problem", async () => {
  for (const omitEmpty of [false, true]) {
    const { said, code } = await diagnose(envOf(await start({ omitEmpty })));
    expect(code).toBe(0);
    expect(Object.values(said).filter((words) => !/^(ok|skipped):/.test(words))).toEqual([]);
    expect(said).toMatchObject({
      platform: "ok: it serves management.loft.sh/v1",
      scopeField: "ok: allowLoftCli, as the platform has it",
      dryRun: "ok: it is read",
      "kinds VirtualClusterImport": "ok: offered as projects/importvirtualcluster",
    });
  }
});

const wrongVendor =
  "problem: it does not serve management.loft.sh, but management.example.org | Set PLATFORM_VENDOR=example.org.";

/** A server of these API groups. */
const serving = (...names: string[]) =>
  listening(
    http.createServer(({ url }, response) => {
      const groups = names.map((name) => ({ name }));
      response.writeHead(url?.endsWith("/apis") ? 200 : 404).end(JSON.stringify({ groups }));
    }),
  );

test("a wrong vendor is a problem, with the right one as remedy", async () => {
  const platform = await start({ vendor: "example.org" });
  const { said, code } = await diagnose(envOf(platform));
  expect(said.platform).toBe(wrongVendor);
  expect(said).toMatchObject(skippedBehind("platform"));
  expect(code).toBe(1);
});

test("a malformed name of a group is no remedy", async () => {
  const { said } = await diagnose({
    PLATFORM_BASE_URL: await serving("management.$(reboot)", "management.example.org"),
  });
  expect(said.platform).toBe(wrongVendor);
});

test("an OpenAPI document of any depth is searched", async () => {
  const deep = `${'{"a":'.repeat(100_000)}{"allowOtherCli":1}${"}".repeat(100_000)}`;
  const baseUrl = await behindDiscovery(({ url }, response) => {
    response.end(url?.includes("/openapi/") ? deep : "{}");
  });
  expect((await diagnose({ PLATFORM_BASE_URL: baseUrl })).said.scopeField).toMatch(
    /^warning: the platform has allowOtherCli,/,
  );
});

test("a missing kind is a problem, a missing import a warning", async () => {
  const body = JSON.stringify({ kind: "APIResourceList", resources: [{ name: "spacetemplates" }] });
  const { said } = await diagnose({ PLATFORM_BASE_URL: await answering(200, body) });
  expect(said).toMatchObject({
    "kinds SpaceTemplate": "ok: offered as spacetemplates",
    "kinds OwnedAccessKey": expect.stringMatching(/^problem: ownedaccesskeys is not offered \| Update the platform/),
    "kinds VirtualClusterImport": expect.stringMatching(
      /^warning: there is no projects\/importvirtualcluster.* \| Leave/,
    ),
  });
});

test("rights are checked also if discovery is forbidden", async () => {
  const message = 'forbidden: User "viewer" cannot get path "/apis"';
  const body = JSON.stringify({ kind: "Status", reason: "Forbidden", message });
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: await answering(403, body) });
  expect(said).toMatchObject({
    platform: expect.stringMatching(/^warning: .*\(403\)/),
    kinds: "skipped: the platform did not tell what it serves",
    "rights SpaceTemplate get": expect.stringMatching(/^problem: not allowed \(403\)/),
    identity: 'ok: the platform calls it user "viewer"; when it expires is not told',
  });
  expect(code).toBe(1);
});

test("a slow platform is waited for", async () => {
  expect(await diagnose(envOf(await start({ latencyMs: 50 })))).toMatchObject({ code: 0 });
});

test("another spelling of the scope field is a warning with the setting", async () => {
  const { said, code } = await diagnose({ ...envOf(await start()), PLATFORM_CLI_SCOPE_FIELD: "allowOtherCli" });
  expect(said.scopeField).toBe(
    "warning: the platform has allowLoftCLI, allowLoftCli, where allowOtherCli would be sent | Set PLATFORM_CLI_SCOPE_FIELD=allowLoftCLI.",
  );
  expect(code).toBe(0);
});

const hour = 3_600_000;
test.each([
  [-hour, /^warning: the platform's clock is 3(599|600|601) s ahead of this machine's \| Set both clocks/],
  [hour, /^warning: the platform's clock is 3(599|600|601) s behind this machine's/],
  [30_000, /^ok: the platform's clock is (29|30|31) s behind this machine's/],
  [0, /^ok: the same on the platform and here/],
])("a clock that is %i ms off is reported", async (off, words) => {
  const { said, code } = await diagnose(envOf(await start()), { now: () => Date.now() + off });
  expect(said.clock).toMatch(words);
  expect(code).toBe(0);
});

test("a disabled key is refused", async () => {
  const platform = await start();
  const spec = { user: "ci", key: "key-of-ci", disabled: true };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "key-of-ci" });
  expect([code, said.key]).toEqual([3, expect.stringMatching(/^problem: the platform refuses the access key/)]);
});

test("a key in another setting or in a response of discovery is not shown", async () => {
  const key = { PLATFORM_ACCESS_KEY: "canary-5", PLATFORM_OWNER_ID: "canary-5" };
  const { said } = await diagnose({ PLATFORM_BASE_URL: await serving("management.canary-5"), ...key });
  expect(said.platform).toMatch(/^problem: it does not serve management\.loft\.sh, but management\.\[secret\]/);
  expect(said["settings ownerId"]).toBe("ok: [secret], from PLATFORM_OWNER_ID");
  expect(JSON.stringify(said)).not.toContain("canary-5");
});

test("a refused key exits with 3 and no write is sent with it", async () => {
  const platform = await start();
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "another-key" });
  expect(said).toMatchObject({
    platform: expect.stringMatching(/^warning: .*\(401\) \| See what is said of the key/),
    key: "problem: the platform refuses the access key: it is wrong, disabled or expired | Set a valid one as PLATFORM_ACCESS_KEY.",
    rights: 'skipped: because of "key"',
  });
  expect(platform.requests.every(({ method }) => method === "GET")).toBe(true);
  expect(code).toBe(3);
});

test("without a key all checks up to the connection run, and it exits with 3", async () => {
  const platform = await start();
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "" });
  expect(said).toMatchObject({
    "settings accessKey": expect.stringMatching(/^problem: accessKey is not set\. Set PLATFORM_ACCESS_KEY\.$/),
    "settings baseUrl": `ok: ${platform.baseUrl}, from PLATFORM_BASE_URL`,
    connection: expect.stringMatching(/^ok: connected/),
    platform: "skipped: there is no access key",
    ...skippedBehind("platform"),
  });
  expect([code, platform.requests]).toEqual([3, []]);
});
