import { newAuthority } from "../../support/certificates";
import { startProxy } from "../../support/forwardProxy";
import { startRecorded } from "../../support/startRecorded";
import { diagnosing, envOf, skippedBehind } from "./diagnosing";

const { closers, diagnose, hanging, start } = diagnosing();

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

const addresses: [string, RegExp][] = [
  [
    "http://127.no-such-host.invalid",
    /^warning: http:\/\/127\.no-such-host\.invalid is not encrypted.* \| Use the https:/,
  ],
  ["http://no-such-host.invalid", /^warning: http:\/\/no-such-host\.invalid is not encrypted.* \| Use the https:/],
  [
    "https://no-such-host.invalid/x/kubernetes/management/apis",
    /^problem: .* holds a part of the API's own path \| Set baseUrl to https:\/\/no-such-host\.invalid\/x\.$/,
  ],
];

test.each(addresses)("the address %s is reported", async (baseUrl, words) => {
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: baseUrl });
  expect(said.address).toMatch(words);
  expect(code).toBe(1);
});

const authority = newAuthority();
const secured = (wanted = {}) => start({ tls: authority.issue({ names: ["127.0.0.1"], ...wanted }) });
const trusted = { PLATFORM_CERTIFICATE_AUTHORITY: authority.cert };

const skipped = { PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true" };
const unknown = /^problem: no secure connection \(\w+\) \| .*set PLATFORM_CERTIFICATE_AUTHORITY to/;
const unverified =
  /^warning: nobody vouches for the certificate; it holds until .* \| Set PLATFORM_CERTIFICATE_AUTHORITY/;
const expired = /^warning: nobody vouches for the certificate; it ended on \d{4}-\d\d-\d\d \|/;

const certificates: [string, object, NodeJS.ProcessEnv, RegExp, number][] = [
  ["with a given CA", {}, trusted, /^ok: it holds until \d{4}-\d\d-\d\d, 36\d days from now/, 0],
  ["of an unknown CA", {}, {}, unknown, 1],
  ["for another name", { names: ["other.test"] }, trusted, /^problem: .*certificate is for another name/, 1],
  ["that has expired", { days: -1 }, trusted, /^problem: .*certificate has expired/, 1],
  ["that ends soon", { days: 5 }, trusted, /^warning: it holds until .*, [45] days from now \| Have .* renewed/, 0],
  ["that is not verified", {}, skipped, unverified, 0],
  ["that has expired and is not verified", { days: -1 }, skipped, expired, 0],
];

test.each(certificates)("a certificate %s", async (_, wanted, env, words, expected) => {
  const { said, code } = await diagnose({ ...envOf(await secured(wanted)), ...env });
  expect(said.certificate).toMatch(words);
  expect(said.connection).toMatch(/^ok/);
  expect(said.platform).toMatch(expected === 0 ? /^ok/ : /^skipped: because of "certificate"/);
  expect(code).toBe(expected);
});

test("TLS that hangs is a problem of the certificate, since the host is reached", async () => {
  const baseUrl = (await hanging()).replace("http:", "https:");
  const { said, code } = await diagnose({ PLATFORM_BASE_URL: baseUrl }, { timeoutMs: 300 });
  expect(said).toMatchObject({
    connection: "ok: connected",
    certificate: expect.stringMatching(/^problem: no secure connection \(ERR_TLS_HANDSHAKE_TIMEOUT\)/),
    ...skippedBehind("certificate"),
  });
  expect(code).toBe(1);
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
