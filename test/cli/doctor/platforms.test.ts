import { selfSigned } from "../../../emulator/http/certificate";
import type { PlatformOptions } from "../../../emulator/options";
import { createAsColleague } from "../../support/http";
import type { RecordedPlatform } from "../../support/startRecorded";
import { diagnosing, envOf, type Lines, skippedBehind } from "./diagnosing";

const { answering, behindDiscovery, closers, diagnose, expectDiagnosis, handling, hanging, start } = diagnosing();

test.each([false, true])("a healthy platform has no warning and no problem: omitEmpty %s", async (omitEmpty) => {
  const { said, code } = await diagnose(envOf(await start({ omitEmpty })));
  expect(code).toBe(0);
  expect(Object.values(said).filter((words) => !/^(ok|skipped):/.test(words))).toEqual([]);
  expect(said).toMatchObject({
    platform: "ok: it serves management.loft.sh/v1",
    scopeField: "ok: allowLoftCli, as the platform has it",
    "kinds VirtualClusterImport": "ok: offered as projects/importvirtualcluster",
    "kinds Team": "skipped: only vCluster Platform 4 has it",
  });
});

const keyOf = (platform: RecordedPlatform, spec: object) =>
  createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
const vendorProblem = (found: string) => `problem: it does not serve management.loft.sh, but ${found}`;
const otherVendor = vendorProblem("management.example.org | Set VCLUSTER_PLATFORM_VENDOR=example.org.");
const otherField =
  "warning: the platform has allowLoftCLI, allowLoftCli, where allowOtherCli would be sent | Set VCLUSTER_PLATFORM_CLI_SCOPE_FIELD=allowLoftCLI.";

const hour = 3_600_000;
const isAhead = /^warning: the platform's clock is 3(599|600|601) s ahead of this machine's \| Set both clocks/;
const isBehind = /^warning: the platform's clock is 3(599|600|601) s behind this machine's/;
const isClose = /^ok: the platform's clock is (29|30|31) s behind this machine's/;
const aheadOfUs = (ms: number) => ({ now: () => Date.now() - ms });

test.each<[string, PlatformOptions, NodeJS.ProcessEnv, Lines, number, more?: object]>([
  ["a wrong vendor", { vendor: "example.org" }, {}, { platform: otherVendor, ...skippedBehind("platform") }, 1],
  ["a wrong scope field", {}, { VCLUSTER_PLATFORM_CLI_SCOPE_FIELD: "allowOtherCli" }, { scopeField: otherField }, 0],
  ["a clock that is ahead", {}, {}, { clock: isAhead }, 0, aheadOfUs(hour)],
  ["a clock that is behind", {}, {}, { clock: isBehind }, 0, aheadOfUs(-hour)],
  ["a clock that differs little", {}, {}, { clock: isClose }, 0, aheadOfUs(-30_000)],
  ["the same clock", {}, {}, { clock: /^ok: the same on the platform and here/ }, 0],
])("the lines of %s", async (_, options, env, lines, code, more = {}) => {
  await expectDiagnosis({ ...envOf(await start(options)), ...env }, lines, code, more);
});

test("a wrong or disabled key is refused with exit code 3, and no write is sent with it", async () => {
  const platform = await start();
  await keyOf(platform, { user: "ci", key: "key-of-ci", disabled: true });
  platform.requests.length = 0;
  const lines = {
    platform: /^warning: .*\(401\) \| See what is said of the key/,
    key: "problem: the platform refuses the access key: it is wrong, disabled or expired | Set a valid one as VCLUSTER_PLATFORM_ACCESS_KEY.",
    rights: 'skipped: because of "key"',
  };
  for (const key of ["another-key", "key-of-ci"])
    await expectDiagnosis({ ...envOf(platform), VCLUSTER_PLATFORM_ACCESS_KEY: key }, lines, 3);
  expect(platform.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("without a key all checks up to the connection run, and it exits with 3", async () => {
  const platform = await start();
  const lines = {
    "settings accessKey": "problem: accessKey is not set. Set VCLUSTER_PLATFORM_ACCESS_KEY.",
    "settings baseUrl": `ok: ${platform.baseUrl}, from VCLUSTER_PLATFORM_BASE_URL`,
    connection: /^ok: connected/,
    platform: "skipped: there is no access key",
    ...skippedBehind("platform"),
  };
  await expectDiagnosis({ ...envOf(platform), VCLUSTER_PLATFORM_ACCESS_KEY: "" }, lines, 3);
  expect(platform.requests).toEqual([]);
});

test.each<[string, () => Promise<string>, RegExp]>([
  [
    "HTML",
    () => answering(200, "<html>Sign in</html>"),
    /^200 InvalidResponse: returned HTML, not JSON.* Check that VCLUSTER_PLATFORM_BASE_URL/,
  ],
  ["another API", () => answering(200, '{"hello": 1}'), /^it answers something else than .* \| Set baseUrl/],
  ["nothing", () => answering(404, "404 page not found"), /^no Management API is served at this address \(404\)/],
  [
    "a port that speaks TLS",
    async () => (await start({ tls: await selfSigned() })).baseUrl.replace("https:", "http:"),
    /^the port speaks TLS\. Set VCLUSTER_PLATFORM_BASE_URL to the same address with https:\/\//,
  ],
  [
    "a port that says that it speaks TLS",
    () => answering(400, "Client sent an HTTP request to an HTTPS server."),
    /^400: .* If the port speaks TLS, set VCLUSTER_PLATFORM_BASE_URL to https/,
  ],
  ["no response", hanging, /^no response in time/],
])("%s is one problem of the platform, and its dependents are skipped", async (_, begin, problem) => {
  const lines = { platform: RegExp(`^problem: ${problem.source.slice(1)}`), connection: /^ok/ };
  const timeoutMs = begin === hanging ? 300 : 10_000;
  const env = { VCLUSTER_PLATFORM_BASE_URL: await begin() };
  await expectDiagnosis(env, { ...lines, ...skippedBehind("platform") }, 1, { timeoutMs });
});

/** A server of these API groups. */
const serving = (...names: string[]) =>
  handling(({ url }, response) => {
    const groups = names.map((name) => ({ name }));
    response.writeHead(url?.endsWith("/apis") ? 200 : 404).end(JSON.stringify({ groups }));
  });
const oneKind = JSON.stringify({ kind: "APIResourceList", resources: [{ name: "spacetemplates" }] });
const message = 'forbidden: User "viewer" cannot get path "/apis"';
const forbidden = JSON.stringify({ kind: "Status", reason: "Forbidden", message });
const deep = `${'{"a":'.repeat(100_000)}{"allowOtherCli":1}${"}".repeat(100_000)}`;
const openApi = () => behindDiscovery(({ url }, response) => response.end(url?.includes("/openapi/") ? deep : "{}"));
const page = (status: number) => () =>
  behindDiscovery((_, response) => response.writeHead(status, { "content-type": "text/html" }).end("<html></html>"));
const limited = () => behindDiscovery((_, response) => response.writeHead(429, { "retry-after": "3600" }).end("{}"));
const stopped = () => behindDiscovery((request) => closers.push(() => request.socket.destroy()));

const canary = { VCLUSTER_PLATFORM_ACCESS_KEY: "canary-5", VCLUSTER_PLATFORM_OWNER_ID: "canary-5" };
const masked = {
  platform: RegExp(`^${vendorProblem("management.\\[secret\\]")}`),
  "settings ownerId": "ok: [secret], from VCLUSTER_PLATFORM_OWNER_ID",
};
const notToAPartOfTheKey = () => answering(302, "", { location: "https://Secret-Part/OfTheKey" });
const kinds = {
  "kinds SpaceTemplate": "ok: offered as spacetemplates",
  "kinds OwnedAccessKey": /^problem: ownedaccesskeys is not offered \| Update the platform/,
  "kinds VirtualClusterImport":
    /^warning: neither projects\/importvirtualcluster nor virtualclusterinstances is offered.* \| Leave/,
};
const onlyRights = {
  platform: /^warning: .*\(403\)/,
  kinds: "skipped: the platform did not tell what it serves",
  "rights SpaceTemplate get": /^problem: not allowed \(403\)/,
  identity: 'ok: user "viewer"; expiry unknown',
};
const notHtml = {
  key: /^problem: .*returned HTML, not JSON.*Check that VCLUSTER_PLATFORM_BASE_URL and VCLUSTER_PLATFORM_VENDOR are right\./,
  rights: 'skipped: because of "key"',
};

test.each<[string, () => Promise<string>, Lines, env?: NodeJS.ProcessEnv]>([
  [
    "a malformed group name",
    () => serving("management.$(reboot)", "management.example.org"),
    { platform: otherVendor },
  ],
  ["a key in a setting and in discovery", () => serving("management.canary-5"), masked, canary],
  [
    "a redirect to a part of the key",
    notToAPartOfTheKey,
    { platform: /^problem: 302: returned a redirect, which is not followed/ },
    { VCLUSTER_PLATFORM_ACCESS_KEY: "Secret-Part/OfTheKey" },
  ],
  ["a deep OpenAPI document", openApi, { scopeField: /^warning: the platform has allowOtherCli,/ }],
  ["missing kinds", () => answering(200, oneKind), kinds],
  ["forbidden discovery", () => answering(403, forbidden), onlyRights],
  ["a rate limit", limited, { key: /429.* The server limits requests: try again later\./ }],
  ["an HTML response with 200", page(200), notHtml],
  ["an HTML response with 403", page(403), { ...notHtml, key: /^problem: .*returned HTML, not JSON/ }],
  [
    "a timeout after discovery",
    stopped,
    { key: /^problem: GET spacetemplates\/\w+: no response in time\. Check that the platform is healthy/ },
  ],
])("the lines after %s", async (_, begin, lines, env = {}) => {
  const more = begin === stopped ? { timeoutMs: 300 } : {};
  await expectDiagnosis({ VCLUSTER_PLATFORM_BASE_URL: await begin(), ...env }, lines, 1, more);
});
