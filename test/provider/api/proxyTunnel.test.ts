import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { ClientOptions } from "../../../provider/api/client.js";
import { proxyFor } from "../../../provider/api/proxy.js";
import { throughProxy } from "../../../provider/api/proxyTunnel.js";
import { newAuthority } from "../../support/certificates";
import { type ForwardProxy, type ProxyOptions, startProxy } from "../../support/forwardProxy";
import { accessKey, closeAll, connect, deadUrl, rejection, serve, serveRaw } from "./scriptedServer";

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const authority = newAuthority();
const issued = (name: string, by = authority) => by.issue({ names: [name] });
const pair = issued("platform.test");
const proxies: ForwardProxy[] = [];

afterEach(async () => {
  await closeAll();
  await Promise.all(proxies.splice(0).map((each) => each.close()));
});

async function proxied(options?: ProxyOptions): Promise<ForwardProxy> {
  const proxy = await startProxy(options);
  proxies.push(proxy);
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

test("HTTP goes through a tunnel too, below the base URL's prefix", async () => {
  const [server, proxy] = [await serve([{ body: dev }]), await proxied()];
  expect(await through(proxy.url, `${hidden(server.url)}/some/prefix`).get(path)).toEqual(dev);
  expect(proxy.heads).toHaveLength(1);
  expect(proxy.strays).toEqual([]);
  expect(server.requests[0]?.url).toMatch(/^\/some\/prefix\/kubernetes\/management\//);
});

test("a proxy may use TLS, and the given authority is trusted for it", async () => {
  const [server, proxy] = [await serve([{ body: dev }], pair), await proxied({ tls: issued("127.0.0.1") })];
  expect(await through(proxy.url, hidden(server.url)).get(path)).toEqual(dev);
});

test("the client certificate is for the platform behind the proxy", async () => {
  const client = authority.issue();
  const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const [server, proxy] = [await serve([{ body: dev }], { ...pair, ...strict }), await proxied()];
  const ours = { clientCertificate: client.cert, clientKey: client.key };
  expect(await through(proxy.url, hidden(server.url), ours).get(path)).toEqual(dev);
  const error = await rejection(through(proxy.url, hidden(server.url)).get(path));
  expect(error).toMatchObject({ kind: "tlsClient" });
});

test("the platform's certificate is verified through a proxy", async () => {
  const [server, proxy] = [await serve([{ body: dev }], pair), await proxied()];
  const untrusting = through(proxy.url, hidden(server.url), { certificateAuthority: undefined });
  expect(await rejection(untrusting.get(path))).toMatchObject({ kind: "tls", sent: false });
  const other = through(proxy.url, server.url.replace("127.0.0.1", "other.test"));
  expect(await rejection(other.get(path))).toMatchObject({ kind: "tlsName", sent: false });
  expect(server.requests).toEqual([]);
});

test("NO_PROXY excludes the platform from the proxy", async () => {
  const [server, proxy] = [await serve([{ body: dev }]), await proxied()];
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: "platform.test" };
  const error = await rejection(connect(hidden(server.url), { env }).get(path));
  expect(error).toMatchObject({ kind: "dns" });
  expect(proxy.heads).toEqual([]);
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
    expect(error.message).toContain("or go around the proxy by the platform's host in NO_PROXY.");
    expect(server.requests).toEqual([]);
    return error;
  }

  test("if it is down", async () => {
    const url = await deadUrl();
    const { message } = await failure(url);
    const cause = `${url.replace("http://", "")} from HTTPS_PROXY: ECONNREFUSED`;
    expect(message).toContain(`the proxy cannot be reached (${cause}). Check that variable`);
  });

  const notLoggedIn = "the proxy refuses to work without a valid login";
  const refused = "the proxy refuses to connect to the platform";
  const failed = "the proxy could not connect to the platform";
  const checkProxy = "Check platform:baseUrl and the proxy";

  test.each([
    [407, "proxyLogin", notLoggedIn, "Put user and password into that variable"],
    [403, "proxyRefused", refused, "Check platform:baseUrl and what the proxy allows"],
    [300, "proxyRefused", refused, "Check platform:baseUrl and what the proxy allows"],
    [500, "proxyFailed", failed, checkProxy],
    [502, "proxyFailed", failed, checkProxy],
  ])("if it answers %i", async (status, kind, cause, remedy) => {
    const proxy = await proxied({ status });
    const error = await failure(proxy.url);
    expect(error).toMatchObject({ kind });
    expect(error.message).toContain(`${cause} (127.0.0.1:${proxy.port} from HTTPS_PROXY: ${status}). ${remedy}`);
  });

  test("if the login is wrong, and the request is not repeated", async () => {
    const proxy = await proxied({ login: "me:other" });
    expect(await failure(proxy.url)).toMatchObject({ kind: "proxyLogin" });
    expect(proxy.heads).toHaveLength(1);
  });

  test.each([
    ["is for another name", () => issued("other.test"), {}],
    ["has an unknown authority, also without TLS verification", () => issued("127.0.0.1", newAuthority()), insecure],
  ])("if its certificate %s", async (_what, tls, options) => {
    const proxy = await proxied({ tls: tls() });
    expect(await failure(proxy.url, options)).toMatchObject({
      kind: "proxyTls",
      message: expect.stringContaining("platform:certificateAuthority"),
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
    const connector = throughProxy(never, { proxy, target, timeout, trust: { rejectUnauthorized: true } });
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
    expect(error).toMatchObject({ kind: "proxy", message: `127.0.0.1:${proxy.port} from HTTPS_PROXY: ETIMEDOUT` });
  });
});
