import http from "node:http";
import { diagnosing, envOf, skippedBehind } from "./diagnosing";

const { answering, behindDiscovery, diagnose, listening, start } = diagnosing();

test("on a platform that is well, of either flavour, no line is a warning or a problem", async () => {
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

test("a wrong vendor is told with the right one", async () => {
  const platform = await start({ vendor: "example.org" });
  const { said, code } = await diagnose(envOf(platform));
  expect(said.platform).toBe(
    "problem: it does not serve management.loft.sh, but management.example.org | Set PLATFORM_VENDOR=example.org.",
  );
  expect(said).toMatchObject(skippedBehind("platform"));
  expect(code).toBe(1);
});

test("a group's name that is no name is no advice to paste", async () => {
  const groups = [{ name: "management.$(reboot)" }, { name: "management.example.org" }];
  const server = http.createServer(({ url }, response) => {
    response.writeHead(url?.endsWith("/apis") ? 200 : 404).end(JSON.stringify({ groups }));
  });
  const { said } = await diagnose({ PLATFORM_BASE_URL: await listening(server) });
  expect(said.platform).toBe(
    "problem: it does not serve management.loft.sh, but management.example.org | Set PLATFORM_VENDOR=example.org.",
  );
});

test("an OpenAPI document of any depth is looked through", async () => {
  const deep = `${'{"a":'.repeat(100_000)}{"allowOtherCli":1}${"}".repeat(100_000)}`;
  const baseUrl = await behindDiscovery(({ url }, response) => {
    response.end(url?.includes("/openapi/") ? deep : "{}");
  });
  expect((await diagnose({ PLATFORM_BASE_URL: baseUrl })).said.scopeField).toMatch(
    /^warning: the platform has allowOtherCli,/,
  );
});

test("a kind that is not offered is a problem, and the import a warning, since current releases have none", async () => {
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

test("a platform that does not tell this key what it serves is asked for the rights all the same", async () => {
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

test("a platform that answers late is waited for", async () => {
  expect(await diagnose(envOf(await start({ latencyMs: 50 })))).toMatchObject({ code: 0 });
});

test("another spelling of the scope field is told with what to set", async () => {
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
])("where this machine's clock is %i ms off, that is told", async (off, words) => {
  const { said, code } = await diagnose(envOf(await start()), { now: () => Date.now() + off });
  expect(said.clock).toMatch(words);
  expect(code).toBe(0);
});
