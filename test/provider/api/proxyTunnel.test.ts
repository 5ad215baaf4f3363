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
const pair = authority.issue({ names: ["platform.test"] });
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

/** The same server under a name that no name service knows: only the proxy leads there. */
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
  expect(JSON.stringify([proxy.heads, proxy.strays])).not.toMatch(
    new RegExp(`${accessKey}|spacetemplates|authorization":"Bearer`),
  );
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

test("a proxy may speak TLS itself, for which the given authority is trusted as well", async () => {
  const [server, proxy] = [
    await serve([{ body: dev }], pair),
    await proxied({ tls: authority.issue({ names: ["127.0.0.1"] }) }),
  ];
  expect(await through(proxy.url, hidden(server.url)).get(path)).toEqual(dev);
});

test("the client's certificate is for the platform behind the proxy", async () => {
  const client = authority.issue();
  const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  const [server, proxy] = [await serve([{ body: dev }], { ...pair, ...strict }), await proxied()];
  const ours = { clientCertificate: client.cert, clientKey: client.key };
  expect(await through(proxy.url, hidden(server.url), ours).get(path)).toEqual(dev);
  const error = await rejection(through(proxy.url, hidden(server.url)).get(path));
  expect(error).toMatchObject({ kind: "tlsClient" });
});

test("the platform's certificate is verified through a proxy as well", async () => {
  const [server, proxy] = [await serve([{ body: dev }], pair), await proxied()];
  const untrusting = through(proxy.url, hidden(server.url), { certificateAuthority: undefined });
  expect(await rejection(untrusting.get(path))).toMatchObject({ kind: "tls", sent: false });
  const other = through(proxy.url, server.url.replace("127.0.0.1", "other.test"));
  expect(await rejection(other.get(path))).toMatchObject({ kind: "tlsName", sent: false });
  expect(server.requests).toEqual([]);
});

test("NO_PROXY leads around it", async () => {
  const [server, proxy] = [await serve([{ body: dev }]), await proxied()];
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: "platform.test" };
  const error = await rejection(connect(hidden(server.url), { env }).get(path));
  expect(error).toMatchObject({ kind: "dns" });
  expect(proxy.heads).toEqual([]);
});

describe("a proxy that fails is named without its login, and nothing was sent", () => {
  const login = "me:hunter22";
  const withLogin = (url: string) => url.replace("//", `//${login}@`);
  const around = "or go around the proxy by the platform's host in NO_PROXY.";

  async function failure(proxyUrl: string, more: Partial<ClientOptions> = {}) {
    const server = await serve([{ body: dev }], pair);
    const error = await rejection(through(proxyUrl, hidden(server.url), more).create(["spacetemplates"], dev));
    expect(error).toMatchObject({ name: "ConnectionError", sent: false, ambiguous: false });
    expect(error.message).not.toContain("hunter22");
    expect(error.message).not.toContain(Buffer.from(login).toString("base64"));
    expect(error.message).toContain(around);
    expect(server.requests).toEqual([]);
    return error;
  }

  test("because it is down", async () => {
    const url = await deadUrl();
    const { message } = await failure(withLogin(url));
    const address = url.replace("http://", "");
    expect(message).toContain(
      `the proxy cannot be reached (${address} from HTTPS_PROXY: ECONNREFUSED). Check that variable`,
    );
  });

  test.each([
    [407, "proxyLogin", "the proxy refuses to work without a valid login", "Put user and password into that variable"],
    [
      403,
      "proxyRefused",
      "the proxy refuses to connect to the platform",
      "Check platform:baseUrl and what the proxy allows",
    ],
    [
      300,
      "proxyRefused",
      "the proxy refuses to connect to the platform",
      "Check platform:baseUrl and what the proxy allows",
    ],
    [500, "proxyFailed", "the proxy could not connect to the platform", "Check platform:baseUrl and the proxy"],
    [502, "proxyFailed", "the proxy could not connect to the platform", "Check platform:baseUrl and the proxy"],
  ])("because it answers %i", async (status, kind, cause, remedy) => {
    const proxy = await proxied({ status });
    const error = await failure(withLogin(proxy.url));
    expect(error).toMatchObject({ kind });
    expect(error.message).toContain(`${cause} (127.0.0.1:${proxy.port} from HTTPS_PROXY: ${status}). ${remedy}`);
  });

  test("because the login is wrong, which is not tried again", async () => {
    const proxy = await proxied({ login: "me:other" });
    expect(await failure(withLogin(proxy.url))).toMatchObject({ kind: "proxyLogin" });
    expect(proxy.heads).toHaveLength(1);
  });

  test("because its certificate is for another name", async () => {
    const proxy = await proxied({ tls: authority.issue({ names: ["other.test"] }) });
    expect(await failure(withLogin(proxy.url))).toMatchObject({ kind: "proxyTls" });
  });

  test("because nobody vouches for its certificate, also where the platform's is not verified", async () => {
    const proxy = await proxied({ tls: newAuthority("unknown").issue({ names: ["127.0.0.1"] }) });
    const error = await failure(withLogin(proxy.url), { insecureSkipTlsVerify: true });
    expect(error).toMatchObject({ kind: "proxyTls" });
    expect(error.message).toContain("platform:certificateAuthority");
    expect(proxy.heads).toEqual([]);
  });
});

test("what the target says together with the proxy's answer is a part of what it says", async () => {
  const { url } = await serveRaw("HTTP/1.1 200 Connection established\r\n\r\nhello");
  const found = proxyFor("http://platform.test", { HTTP_PROXY: url });
  if (!found) throw new Error("expected a proxy");
  const tunnel = { proxy: found, target: "http://platform.test", timeout: 10_000, trust: { rejectUnauthorized: true } };
  const socket = await new Promise<Socket | null>((resolve) => {
    throughProxy(() => resolve(null), tunnel)({ protocol: "http:" }, (_error, established) => resolve(established));
  });
  expect(socket && (await text(socket))).toBe("hello");
});

test("a proxy that says nothing is not waited for for ever", async () => {
  const proxy = await proxied({ silent: true });
  const target = "https://platform.test";
  const found = proxyFor(target, { HTTPS_PROXY: proxy.url });
  if (!found) throw new Error("expected a proxy");
  const tunnel = { proxy: found, target, timeout: 50, trust: { rejectUnauthorized: true } };
  const never = () => {
    throw new Error("there is no tunnel to speak in");
  };
  const [error] = await new Promise<unknown[]>((resolve) => {
    throughProxy(never, tunnel)({ protocol: "https:" }, (...result) => resolve(result));
  });
  expect(error).toMatchObject({ kind: "proxy", message: `127.0.0.1:${proxy.port} from HTTPS_PROXY: ETIMEDOUT` });
});
