import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { exitCodeOf } from "../../../cli/doctor/report";
import type { PlatformOptions } from "../../../emulator/platformOptions";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { newAuthority } from "../../support/certificates";
import { startProxy } from "../../support/forwardProxy";
import { createAsColleague } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { examined, healthyMachine } from "./examined";

const path = temporaryFolder();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: PlatformOptions = {}): Promise<RecordedPlatform> {
  const platform = await startRecorded(options);
  closers.push(() => platform.close());
  return platform;
}

async function listening(server: net.Server): Promise<string> {
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, body: string, headers: http.OutgoingHttpHeaders = {}) =>
  listening(http.createServer((_, response) => response.writeHead(status, headers).end(body)));

const diagnose = async (env: NodeJS.ProcessEnv, more = {}) => {
  const { lines, said } = await examined(healthyMachine(path("bin"), { PLATFORM_ACCESS_KEY: "key-1", ...env }, more));
  return { said, code: exitCodeOf(lines) };
};

const envOf = ({ baseUrl, accessKey }: RecordedPlatform) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_ACCESS_KEY: accessKey,
});

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

const skippedBehind = (cause: string) => ({
  kinds: `skipped: because of "${cause}"`,
  key: `skipped: because of "${cause}"`,
  dryRun: `skipped: because of "${cause}"`,
  rights: `skipped: because of "${cause}"`,
  identity: `skipped: because of "${cause}"`,
});

const hanging = () => listening(net.createServer((socket) => closers.push(() => socket.destroy())));

const notPlatforms: [string, () => Promise<string>, RegExp][] = [
  [
    "a page for people",
    () => answering(200, "<html>Sign in</html>"),
    /^problem: it answers a page for people \(200\) \| Set baseUrl/,
  ],
  [
    "another API",
    () => answering(200, '{"hello": 1}'),
    /^problem: it answers something else than .* \(200\) \| Set baseUrl/,
  ],
  [
    "nothing there",
    () => answering(404, "404 page not found"),
    /^problem: no Management API is served at this address \(404\)/,
  ],
  [
    "a redirect",
    () => answering(302, "", { location: "https://login.example.com/?token=canary-1" }),
    /^problem: it answers a redirect to login\.example\.com \(302\), which is not followed/,
  ],
  ["a server that fails", () => answering(503, "down"), /^problem: it answers 503 \| Try again later/],
  [
    "no HTTP",
    () => listening(net.createServer((socket) => socket.end("SSH-2.0-x\r\n"))),
    /^problem: the answer is not HTTP .*PLATFORM_BASE_URL/,
  ],
  [
    "a connection that is closed",
    () => listening(net.createServer((socket) => socket.destroy())),
    /^problem: the connection was closed without an answer/,
  ],
  [
    "an answer without end",
    () =>
      listening(
        http.createServer((_, response) => {
          const piece = " ".repeat(1024 * 1024);
          const more = () => response.write(piece, (error) => error || setImmediate(more));
          more();
        }),
      ),
    /^problem: the answer is too large \| Check PLATFORM_BASE_URL/,
  ],
  ["no answer", hanging, /^problem: no answer in time/],
];

test.each(notPlatforms)(
  "%s is no platform: one problem, and what depends on it is skipped",
  async (_, begin, words) => {
    const { said, code } = await diagnose(
      { PLATFORM_BASE_URL: await begin() },
      { timeoutMs: begin === hanging ? 300 : 10_000 },
    );
    expect(said.platform).toMatch(words);
    expect(JSON.stringify(said)).not.toContain("canary-1");
    expect(said).toMatchObject({ connection: expect.stringMatching(/^ok/), ...skippedBehind("platform") });
    expect(code).toBe(1);
  },
);

test("a redirect to a host that is a part of the key in lower case names no host", async () => {
  const begin = await answering(302, "", { location: "https://Secret-Part/OfTheKey" });
  const { said } = await diagnose({ PLATFORM_BASE_URL: begin, PLATFORM_ACCESS_KEY: "Secret-Part/OfTheKey" });
  expect(said.platform).toMatch(/^problem: it answers a redirect \(302\), which is not followed/);
});

test("a platform that limits requests is told without an option that this command has not", async () => {
  const limited = behindDiscovery((_, response) => response.writeHead(429, { "retry-after": "3600" }).end("{}"));
  const { said } = await diagnose({ PLATFORM_BASE_URL: await limited });
  expect(said.key).toMatch(/429.* The server limits requests: try again later\./);
});

const offers = JSON.stringify({ resources: [{ name: "spacetemplates" }] });

/** A platform that tells what it serves, and does this with everything else. */
const behindDiscovery = (handle: http.RequestListener) =>
  listening(
    http.createServer((request, response) => {
      if (request.url === "/kubernetes/management/apis/management.loft.sh/v1") response.end(offers);
      else handle(request, response);
    }),
  );

const page = (status: number) =>
  behindDiscovery((_, response) => response.writeHead(status, { "content-type": "text/html" }).end("<html></html>"));

test.each([200, 403])("a page for people with %i says nothing of the key", async (status) => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: await page(status) });
  expect(said.key).toMatch(/^problem: .*answered HTML, not JSON/);
  expect(said.rights).toBe('skipped: because of "key"');
  expect(code).toBe(1);
});

test("advice names settings by their variables, since stack configuration is not read", async () => {
  const { said } = await diagnose({ PLATFORM_BASE_URL: await page(200) });
  expect(said.key).toContain("Check that PLATFORM_BASE_URL and PLATFORM_VENDOR are right.");
});

test("a platform that hangs once it is known is no matter of the resource's timeouts", async () => {
  const baseUrl = await behindDiscovery((request) => closers.push(() => request.socket.destroy()));
  const { said } = await diagnose({ PLATFORM_BASE_URL: baseUrl }, { timeoutMs: 300 });
  expect(said.key).toMatch(/^problem: GET spacetemplates\/\w+: no answer in time\. Check that the platform is healthy/);
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

test("a key that was disabled is refused, too", async () => {
  const platform = await start();
  const spec = { user: "ci", key: "key-of-ci", disabled: true };
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci" }, spec });
  const { said, code } = await diagnose({ ...envOf(platform), PLATFORM_ACCESS_KEY: "key-of-ci" });
  expect([code, said.key]).toEqual([3, expect.stringMatching(/^problem: the platform refuses the access key/)]);
});

test("a key that stands in another setting, or in what a server says of itself, is not shown", async () => {
  const groups = [{ name: "management.canary-5" }];
  const server = http.createServer(({ url }, response) => {
    const isList = url?.endsWith("/apis");
    response.writeHead(isList ? 200 : 404).end(JSON.stringify({ groups }));
  });
  const env = {
    PLATFORM_BASE_URL: await listening(server),
    PLATFORM_ACCESS_KEY: "canary-5",
    PLATFORM_OWNER_ID: "canary-5",
  };
  const { said } = await diagnose(env);
  expect(said.platform).toMatch(/^problem: it does not serve management\.loft\.sh, but management\.\[secret\]/);
  expect(said["settings ownerId"]).toBe("ok: [secret], from PLATFORM_OWNER_ID");
  expect(JSON.stringify(said)).not.toContain("canary-5");
});

test("a platform that answers late is waited for", async () => {
  expect(await diagnose(envOf(await start({ latencyMs: 50 })))).toMatchObject({ code: 0 });
});

test("a key that is refused ends with 3, and nothing is asked with it any more", async () => {
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

test("without a key everything up to the connection is looked at, and it ends with 3", async () => {
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

const authority = newAuthority();
const secured = (wanted = {}) => start({ tls: authority.issue({ names: ["127.0.0.1"], ...wanted }) });
const trusted = { PLATFORM_CERTIFICATE_AUTHORITY: authority.cert };

const certificates: [string, object, NodeJS.ProcessEnv, RegExp, number][] = [
  ["one whose authority is given", {}, trusted, /^ok: it holds until \d{4}-\d\d-\d\d, 36\d days from now/, 0],
  [
    "one of an unknown authority",
    {},
    {},
    /^problem: no secure connection \(\w+\) \| .*set PLATFORM_CERTIFICATE_AUTHORITY to/,
    1,
  ],
  ["one for another name", { names: ["other.test"] }, trusted, /^problem: .*certificate is for another name/, 1],
  ["one that has expired", { days: -1 }, trusted, /^problem: .*certificate has expired/, 1],
  ["one that ends soon", { days: 5 }, trusted, /^warning: it holds until .*, [45] days from now \| Have .* renewed/, 0],
  [
    "one that nobody looks at",
    {},
    { PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true" },
    /^warning: nobody vouches for the certificate; it holds until .* \| Set PLATFORM_CERTIFICATE_AUTHORITY/,
    0,
  ],
  [
    "one that has expired, and nobody looks at",
    { days: -1 },
    { PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true" },
    /^warning: nobody vouches for the certificate; it ended on \d{4}-\d\d-\d\d \|/,
    0,
  ],
];

test("TLS that hangs is a problem of the certificate, since the host is reached", async () => {
  const { said, code } = await diagnose(
    { PLATFORM_BASE_URL: (await hanging()).replace("http:", "https:") },
    { timeoutMs: 300 },
  );
  expect(said).toMatchObject({
    connection: "ok: connected",
    certificate: expect.stringMatching(/^problem: no secure connection \(ERR_TLS_HANDSHAKE_TIMEOUT\)/),
    ...skippedBehind("certificate"),
  });
  expect(code).toBe(1);
});

test.each(certificates)("a certificate: %s", async (_, wanted, env, words, expected) => {
  const { said, code } = await diagnose({ ...envOf(await secured(wanted)), ...env });
  expect(said.certificate).toMatch(words);
  expect(said.connection).toMatch(/^ok/);
  expect(said.platform).toMatch(expected === 0 ? /^ok/ : /^skipped: because of "certificate"/);
  expect(code).toBe(expected);
});

test("a port that nobody listens on is one problem of the connection", async () => {
  const platform = await startRecorded();
  await platform.close();
  const { said, code } = await diagnose(envOf(platform));
  expect(said.connection).toMatch(/^problem: connection refused \(ECONNREFUSED\) \| Check PLATFORM_BASE_URL/);
  expect(said).toMatchObject({ certificate: 'skipped: because of "connection"', ...skippedBehind("connection") });
  expect(code).toBe(1);
});

test("a host that the name service does not know is one problem of dns", async () => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: "https://no-such-host.invalid" });
  expect(said.dns).toMatch(/^problem: no-such-host\.invalid: the host name was not found/);
  expect(said).toMatchObject({ connection: 'skipped: because of "dns"', ...skippedBehind("dns") });
  expect(code).toBe(1);
});

const addresses: [string, RegExp, number][] = [
  [
    "http://127.no-such-host.invalid",
    /^warning: http:\/\/127\.no-such-host\.invalid is not encrypted.* \| Use the https:/,
    1,
  ],
  ["http://no-such-host.invalid", /^warning: http:\/\/no-such-host\.invalid is not encrypted.* \| Use the https:/, 1],
  [
    "https://no-such-host.invalid/x/kubernetes/management/apis",
    /^problem: .* holds a part of the API's own path \| Set baseUrl to https:\/\/no-such-host\.invalid\/x\.$/,
    1,
  ],
];

test.each(addresses)("the address %s is told of", async (baseUrl, words, expected) => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: baseUrl });
  expect(said.address).toMatch(words);
  expect(code).toBe(expected);
});

describe("through a proxy", () => {
  // The provider's own client looks for the proxy in the environment of the process.
  const before = process.env.http_proxy;
  afterEach(() => {
    if (before === undefined) delete process.env.http_proxy;
    else process.env.http_proxy = before;
  });

  async function diagnoseBy(proxyUrl: string) {
    const platform = await start();
    process.env.http_proxy = proxyUrl;
    const baseUrl = platform.baseUrl.replace("127.0.0.1", "platform.invalid");
    return diagnose({ ...envOf(platform), PLATFORM_BASE_URL: baseUrl, http_proxy: proxyUrl });
  }

  test("everything is asked through it, and its password is not shown", async () => {
    const proxy = await startProxy({ login: "me:canary-2" });
    closers.push(() => proxy.close());
    const { said, code } = await diagnoseBy(proxy.url.replace("//", "//me:canary-2@"));
    expect(said).toMatchObject({
      proxy: `ok: 127.0.0.1:${proxy.port}, from http_proxy`,
      dns: "ok: left to the proxy",
      connection: expect.stringMatching(/^ok/),
      platform: "ok: it serves management.loft.sh/v1",
      "rights SpaceTemplate create": "ok: allowed",
    });
    expect(JSON.stringify(said)).not.toContain("canary-2");
    expect(code).toBe(0);
  });

  test("one that asks for a login is one problem of the connection", async () => {
    const proxy = await startProxy({ login: "me:canary-2" });
    closers.push(() => proxy.close());
    const { said, code } = await diagnoseBy(proxy.url);
    expect(said.connection).toMatch(/^problem: the proxy refuses to work without a valid login .*from http_proxy: 407/);
    expect(code).toBe(1);
  });
});
