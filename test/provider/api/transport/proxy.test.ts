import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { ClientOptions } from "../../../../provider/api/client.js";
import { bypassesProxy, proxyConnector, proxyFor } from "../../../../provider/api/transport/proxy.js";
import { newAuthority } from "../../../support/certificates";
import { type ForwardProxy, type ProxyOptions, startProxy } from "../../../support/forwardProxy";
import { accessKey, closeAll, closers, connect, deadUrl, rejection, serve, serveRaw } from "../scriptedServer";

const platform = "https://platform.test/prefix";
const found = (env: Record<string, string>, baseUrl = platform) => proxyFor(baseUrl, env);

test.each<[env: Record<string, string>, baseUrl: string, address: string | undefined]>([
  [{}, platform, undefined],
  [{ HTTP_PROXY: "http://a.test", HTTPS_PROXY: "" }, platform, undefined],
  [{ HTTPS_PROXY: "http://a.test" }, "http://platform.test", undefined],
  [{ HTTPS_PROXY: "http://a.test", NO_PROXY: "platform.test" }, platform, undefined],
  [{ HTTPS_PROXY: "http://a.test", no_proxy: "platform.test", NO_PROXY: "x" }, platform, undefined],
  [{ HTTPS_PROXY: "http://a.test:3128", HTTP_PROXY: "http://b.test" }, platform, "a.test:3128"],
  [{ HTTPS_PROXY: "http://a.test:3128", HTTP_PROXY: "http://b.test" }, "http://platform.test", "b.test:80"],
  [{ HTTPS_PROXY: "http://a.test", https_proxy: "http://c.test" }, platform, "c.test:80"],
  [{ HTTPS_PROXY: "http://a.test", https_proxy: " \t" }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "a.test/http://b.test" }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "https://a.test" }, platform, "a.test:443"],
  [{ HTTPS_PROXY: " a.test:3128 " }, platform, "a.test:3128"],
  [{ HTTPS_PROXY: "http://[fd00::1]:3128/" }, platform, "[fd00::1]:3128"],
])("the variables %j give %s the proxy %s", (env, baseUrl, address) => {
  expect(found(env, baseUrl)?.address).toBe(address);
});

test.each<[string, string | undefined]>([
  ["http://a.test", undefined],
  ["http://me:pa%40ss@a.test", "me:pa@ss"],
  ["me:pass@a.test:3128", "me:pass"],
  ["http://token@a.test", "token:"],
  ["http://:pass@a.test", ":pass"],
])("the login of %s is sent as Basic", (url, login) => {
  const expected = login && `Basic ${Buffer.from(login).toString("base64")}`;
  expect(found({ HTTPS_PROXY: url })?.authorization).toBe(expected);
  expect(found({ HTTPS_PROXY: url })?.address).toMatch(/^a\.test:\d+$/);
});

test.each([
  ["socks5://me:hunter22@a.test", "names a kind of proxy other than http:// or https://"],
  ["http://me:hunter22@", "is not a URL"],
  ["http://me:hunter22%@a.test", "has a % in its user or password"],
])("%s cannot be used, and the error does not show the password", (url, problem) => {
  const message = expect.stringMatching(`^HTTPS_PROXY cannot be used: it ${problem}(?!.*hunter22)`);
  expect(() => found({ HTTPS_PROXY: url })).toThrow(expect.objectContaining({ name: "BadProxyError", message }));
});

const excludedBy = (url: string) => (entry: string) => bypassesProxy(new URL(url), entry);

test.each<[url: string, entries: string]>([
  ["https://platform.example.com", "* platform.example.com PLATFORM.example.COM platform.example.com. .example.com"],
  ["https://platform.example.com.", "platform.example.com example.com:443"],
  ["https://example.com", ".example.com *.example.com example.com:443"],
  ["https://example.com:8443", "*:8443 example.com:8443"],
  ["http://platform.example.com", "example.com:80"],
  ["https://10.1.2.3:8443", "10.1.2.3 10.1.2.3:8443 10.0.0.0/8 10.1.2.3/32"],
  ["https://[fd00::1]:8443", "FD00:0::1 [fd00::1] [fd00::1]:8443 fd00::/8 fd00::1 fd00::1/128"],
])("%s is excluded from the proxy by each of %s", (url, entries) => {
  const all = entries.split(" ");
  expect(all.filter(excludedBy(url))).toEqual(all);
});

test.each<[url: string, entries: string]>([
  ["https://platform.example.com", ". example.com: ample.com example.com.evil.test example.com:8443 10.0.0.0/8"],
  ["https://platform.example.com..", ""],
  ["http://platform.example.com", "example.com:443"],
  ["https://10.1.2.3", "10.1.2[.3] 10.1.2.3/16x 10.0.0.0/8:443 10.1.2.4 11.0.0.0/8 10.0.0.0/33 nonsense/8 1.2.3"],
  ["https://[fd00::1]", "fd00::2 [fd00::1]:80 fe00::/8"],
])("%s is excluded from the proxy by none of %s", (url, entries) => {
  expect(entries.split(" ").filter(excludedBy(url))).toEqual([]);
});

test.each([
  ["https://platform.example.com", "a.test, example.com"],
  ["https://platform.example.com", "a.test example.com"],
  ["https://platform.example.com", ",, example.com ,"],
  ...["http://localhost:8080", "http://127.0.0.1", "https://127.8.0.1", "http://[::1]:8080"].map((url) => [url, ""]),
])("%s is excluded by the list %j; a loopback address always is", (url, noProxy) => {
  expect(bypassesProxy(new URL(url), noProxy)).toBe(true);
});

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const authority = newAuthority();
const issued = (name: string, by = authority) => by.issue({ names: [name] });
const pair = issued("platform.test");

afterEach(closeAll);

async function proxied(options?: ProxyOptions): Promise<ForwardProxy> {
  const proxy = await startProxy(options);
  closers.push(proxy.close);
  return proxy;
}

/** The same server under a name that only the proxy resolves. */
const hidden = (url: string) => url.replace("127.0.0.1", "platform.test");

const through = (proxy: string, baseUrl: string, more: Partial<ClientOptions> = {}) => {
  const env = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
  return connect(baseUrl, { certificateAuthority: authority.cert, env, ...more });
};

test("HTTPS goes through a tunnel, and the proxy sees neither the key nor a path", async () => {
  const [server, proxy] = [await serve([{ body: dev }], pair), await proxied({ login: "me:pa@ss" })];
  const client = through(proxy.url.replace("//", "//me:pa%40ss@"), hidden(server.url));
  expect(await client.get(path)).toEqual(dev);
  expect(await client.get(path)).toEqual(dev);
  const target = hidden(server.url).replace("https://", "");
  expect(new Set(proxy.heads.map((head) => head.target))).toEqual(new Set([target]));
  const seen = JSON.stringify([proxy.heads, proxy.strays]);
  expect(seen).not.toMatch(new RegExp(`${accessKey}|spacetemplates|authorization":"Bearer`));
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({ host: target, authorization: `Bearer ${accessKey}` });
  expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith("proxy"))).toEqual([]);
});

test("HTTP goes through a tunnel too, and the proxy may use TLS with the given authority", async () => {
  const [server, proxy] = [await serve([{ body: dev }]), await proxied({ tls: issued("127.0.0.1") })];
  expect(await through(proxy.url, `${hidden(server.url)}/some/prefix`).get(path)).toEqual(dev);
  expect(proxy.heads).toHaveLength(1);
  expect(proxy.strays).toEqual([]);
  expect(server.requests[0]?.url).toMatch(/^\/some\/prefix\/kubernetes\/management\//);
});

test("the client certificate is for the platform behind the proxy", async () => {
  const client = authority.issue();
  const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const [server, proxy] = [await serve([{ body: dev }], { ...pair, ...strict }), await proxied()];
  const ours = { clientCertificate: client.cert, clientKey: client.key };
  expect(await through(proxy.url, hidden(server.url), ours).get(path)).toEqual(dev);
  const error = await rejection(through(proxy.url, hidden(server.url)).get(path));
  expect(error).toMatchObject({ failure: "tlsClient" });
});

test("the platform's certificate is verified through a proxy", async () => {
  const [server, proxy] = [await serve([{ body: dev }], pair), await proxied()];
  const untrusting = through(proxy.url, hidden(server.url), { certificateAuthority: undefined });
  expect(await rejection(untrusting.get(path))).toMatchObject({ failure: "tls", sent: false });
  const other = through(proxy.url, server.url.replace("127.0.0.1", "other.test"));
  expect(await rejection(other.get(path))).toMatchObject({ failure: "tlsName", sent: false });
  expect(server.requests).toEqual([]);
});

describe("a failure of the proxy names it without its login, and nothing was sent", () => {
  const login = "me:hunter22";
  const insecure = { insecureSkipTlsVerify: true };

  async function failure(proxyUrl: string, more: Partial<ClientOptions> = {}) {
    const server = await serve([{ body: dev }], pair);
    const client = through(proxyUrl.replace("//", `//${login}@`), hidden(server.url), more);
    const error = await rejection(client.create(["spacetemplates"], dev));
    expect(error).toMatchObject({ name: "ConnectionError", sent: false, ambiguous: false });
    expect(error.message).not.toContain("hunter22");
    expect(error.message).not.toContain(Buffer.from(login).toString("base64"));
    expect(error.message).toContain("or add the platform's host to NO_PROXY.");
    expect(server.requests).toEqual([]);
    return error;
  }

  test("if it is down", async () => {
    const url = await deadUrl();
    const { message } = await failure(url);
    const cause = `${url.replace("http://", "")} from HTTPS_PROXY: ECONNREFUSED`;
    expect(message).toContain(`the proxy cannot be reached (${cause}). Check that variable`);
  });

  const refused = "the proxy refuses to connect to the platform";
  const failed = "the proxy could not connect to the platform";

  test.each([
    [407, "proxyLogin", "the proxy refuses to work without a valid login", "Put user and password into that variable"],
    [403, "proxyRefused", refused, "Check vcluster-platform:baseUrl and what the proxy allows"],
    [300, "proxyRefused", refused, "Check vcluster-platform:baseUrl and what the proxy allows"],
    [199, "proxyRefused", refused, "Check vcluster-platform:baseUrl and what the proxy allows"],
    [500, "proxyFailed", failed, "Check vcluster-platform:baseUrl and the proxy"],
  ])("if it answers %i", async (status, expected, cause, remedy) => {
    const proxy = await proxied({ status });
    const error = await failure(proxy.url);
    expect(error).toMatchObject({ failure: expected });
    expect(error.message).toContain(`${cause} (127.0.0.1:${proxy.port} from HTTPS_PROXY: ${status}). ${remedy}`);
  });

  test("if the login is wrong, and the request is not repeated", async () => {
    const proxy = await proxied({ login: "me:other" });
    expect(await failure(proxy.url)).toMatchObject({ failure: "proxyLogin" });
    expect(proxy.heads).toHaveLength(1);
  });

  test.each([
    ["is for another name", () => issued("other.test"), {}],
    ["has an unknown authority, also without TLS verification", () => issued("127.0.0.1", newAuthority()), insecure],
  ])("if its certificate %s", async (_what, tls, options) => {
    const proxy = await proxied({ tls: tls() });
    expect(await failure(proxy.url, options)).toMatchObject({
      failure: "proxyTls",
      message: expect.stringContaining("vcluster-platform:certificateAuthority"),
    });
    expect(proxy.heads).toEqual([]);
  });
});

describe("a tunnel", () => {
  /** What the connector passes to its callback. */
  async function tunnelled(proxyUrl: string, scheme: string, timeout: number): Promise<[Error | null, Socket | null]> {
    const target = `${scheme}://platform.test`;
    const proxy = proxyFor(target, { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl });
    if (!proxy) throw new Error("expected a proxy");
    const never = () => {
      throw new Error("expected no direct connection");
    };
    const connector = proxyConnector(never, { proxy, target, timeout, trust: { rejectUnauthorized: true } });
    return new Promise((resolve) => connector({ protocol: `${scheme}:` }, (...result) => resolve(result)));
  }

  test("keeps the first bytes of the target that arrive with the proxy's answer", async () => {
    const { url } = await serveRaw("HTTP/1.1 200 Connection established\r\n\r\nhello");
    const [, socket] = await tunnelled(url, "http", 10_000);
    expect(socket && (await text(socket))).toBe("hello");
  });

  test("through a silent proxy ends with a timeout", async () => {
    const proxy = await proxied({ silent: true });
    const [error] = await tunnelled(proxy.url, "https", 50);
    expect(error).toMatchObject({ failure: "proxy", message: `127.0.0.1:${proxy.port} from HTTPS_PROXY: ETIMEDOUT` });
  });
});
