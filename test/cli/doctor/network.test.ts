import { newAuthority } from "../../support/certificates";
import { startProxy } from "../../support/forwardProxy";
import { startRecorded } from "../../support/startRecorded";
import { diagnosing, envOf, skippedBehind } from "./diagnosing";

const { closers, expectDiagnosis, hanging, start } = diagnosing();

test("a closed port is one problem of the connection", async () => {
  const platform = await startRecorded();
  await platform.close();
  const connection = /^problem: connection refused \(ECONNREFUSED\) \| Check VCLUSTER_PLATFORM_BASE_URL/;
  const skipped = { certificate: 'skipped: because of "connection"', ...skippedBehind("connection") };
  await expectDiagnosis(envOf(platform), { connection, ...skipped }, 1);
});

const notEncrypted = { address: /^warning: http:\S+ is not encrypted.* \| Use the https:/ };
const notFound = { dns: /^problem: no-such-host\.invalid: the host name was not found/ };
const partOfPath =
  /^problem: .* it holds a part of the API's own path, which begins at \/kubernetes\. Set VCLUSTER_PLATFORM_BASE_URL/;

test.each([
  ["https://no-such-host.invalid", { ...notFound, connection: 'skipped: because of "dns"', ...skippedBehind("dns") }],
  ["http://127.no-such-host.invalid", notEncrypted],
  ["https://no-such-host.invalid/x/kubernetes/management/apis", { "settings baseUrl": partOfPath }],
])("the address %s is reported", (baseUrl, lines) =>
  expectDiagnosis({ VCLUSTER_PLATFORM_BASE_URL: baseUrl }, lines, 1),
);

const authority = newAuthority();
const trusted = { VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY: authority.cert };
const unverified = { VCLUSTER_PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true" };
const unknown = /^problem: no secure connection \(\w+\) \| .*set VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY to/;
const notVerified =
  /^warning: nobody vouches for the certificate; it holds until .* \| Set VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY/;
const expired = /^warning: nobody vouches for the certificate; it ended on \d{4}-\d\d-\d\d \|/;

test.each<[string, object, NodeJS.ProcessEnv, RegExp, number]>([
  ["of a known CA", {}, trusted, /^ok: it holds until \d{4}-\d\d-\d\d, 36\d days from now/, 0],
  ["of an unknown CA", {}, {}, unknown, 1],
  ["for another name", { names: ["other.test"] }, trusted, /^problem: .*certificate is for another name/, 1],
  ["that has expired", { days: -1 }, trusted, /^problem: .*certificate has expired/, 1],
  ["that ends soon", { days: 5 }, trusted, /^warning: it holds until .*, [45] days from now \| Have .* renewed/, 0],
  ["that is not verified", {}, unverified, notVerified, 0],
  ["that has expired and is not verified", { days: -1 }, unverified, expired, 0],
])("a certificate %s", async (_, wanted, env, certificate, code) => {
  const platform = await start({ tls: authority.issue({ names: ["127.0.0.1"], ...wanted }) });
  const after = code === 0 ? /^ok/ : /^skipped: because of "certificate"/;
  await expectDiagnosis({ ...envOf(platform), ...env }, { certificate, connection: /^ok/, platform: after }, code);
});

test("a TLS timeout is a problem of the certificate, since the host is reached", async () => {
  const baseUrl = (await hanging()).replace("http:", "https:");
  const certificate = /^problem: no secure connection \(handshake timeout\)/;
  const lines = { connection: /^ok: connected to/, certificate, ...skippedBehind("certificate") };
  await expectDiagnosis({ VCLUSTER_PLATFORM_BASE_URL: baseUrl }, lines, 1, { timeoutMs: 300 });
});

describe("with a proxy that requires a login", () => {
  // The provider's own client looks for the proxy in the environment of the process.
  const before = process.env.http_proxy;
  afterEach(() => {
    if (before === undefined) delete process.env.http_proxy;
    else process.env.http_proxy = before;
  });

  const used = {
    proxy: /^ok: 127\.0\.0\.1:\d+, from http_proxy$/,
    dns: "ok: resolved by the proxy",
    connection: /^ok/,
    platform: "ok: it serves management.loft.sh/v1",
    "rights SpaceTemplate create": "ok: allowed",
  };
  const refused = /^problem: the proxy refuses to work without a valid login .*from http_proxy: 407/;

  test.each([
    ["all requests use it, and its password is not shown", "me:canary-2@", used, 0],
    ["a missing login is one problem of the connection", "", { connection: refused }, 1],
  ])("%s", async (_, login, lines, code) => {
    const proxy = await startProxy({ login: "me:canary-2" });
    closers.push(() => proxy.close());
    const platform = await start();
    process.env.http_proxy = proxy.url.replace("//", `//${login}`);
    const baseUrl = platform.baseUrl.replace("127.0.0.1", "platform.invalid");
    const env = { ...envOf(platform), VCLUSTER_PLATFORM_BASE_URL: baseUrl, http_proxy: process.env.http_proxy };
    await expectDiagnosis(env, lines, code);
  });
});
