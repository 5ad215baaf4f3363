import { proxyFor } from "../../../provider/api/proxy.js";
import { proxyExclusion } from "../../../provider/api/proxyExclusion.js";

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
  [{ HTTPS_PROXY: "http://a.test", https_proxy: "" }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "http://a.test", https_proxy: " \t" }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "http://a.test", NO_PROXY: " " }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "a.test/http://b.test" }, platform, "a.test:80"],
  [{ HTTPS_PROXY: "https://a.test" }, platform, "a.test:443"],
  [{ HTTPS_PROXY: " a.test:3128 " }, platform, "a.test:3128"],
  [{ HTTPS_PROXY: "http://[fd00::1]:3128/" }, platform, "[fd00::1]:3128"],
  [{ HTTPS_PROXY: "http://a.test", NO_PROXY: "other.test" }, platform, "a.test:80"],
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
  ["socks5://me:hunter22@a.test:1080", "names a kind of proxy other than http:// or https://"],
  ["http://me:hunter22@", "is no URL"],
  ["http://me:hunter22%@a.test", "has a % in its user or password"],
])("%s cannot be used, and the error does not show the password", (url, problem) => {
  const message = expect.stringMatching(`^HTTPS_PROXY cannot be used: it ${problem}(?!.*hunter22)`);
  expect(() => found({ HTTPS_PROXY: url })).toThrow(expect.objectContaining({ name: "BadProxyError", message }));
});

test.each([
  ["*", "https://platform.example.com"],
  ["platform.example.com", "https://platform.example.com"],
  ["PLATFORM.example.COM", "https://platform.example.com"],
  ["platform.example.com.", "https://platform.example.com"],
  ["platform.example.com", "https://platform.example.com."],
  ["example.com", "https://platform.example.com"],
  [".example.com", "https://platform.example.com"],
  ["*.example.com", "https://platform.example.com"],
  [".example.com", "https://example.com"],
  ["a.test, example.com", "https://platform.example.com"],
  ["a.test example.com", "https://platform.example.com"],
  [",, example.com ,", "https://platform.example.com"],
  ["example.com:8443", "https://platform.example.com:8443"],
  ["example.com:443", "https://platform.example.com"],
  ["example.com:80", "http://platform.example.com"],
  ["*:8443", "https://platform.example.com:8443"],
  ["10.1.2.3", "https://10.1.2.3"],
  ["10.1.2.3:8443", "https://10.1.2.3:8443"],
  ["10.0.0.0/8", "https://10.1.2.3"],
  ["fd00::1", "https://[fd00::1]"],
  ["FD00:0::1", "https://[fd00::1]"],
  ["[fd00::1]", "https://[fd00::1]:8443"],
  ["[fd00::1]:8443", "https://[fd00::1]:8443"],
  ["fd00::/8", "https://[fd12::1]"],
  ["10.1.0.0/16", "https://10.1.2.3"],
  ["10.1.2.3/32", "https://10.1.2.3"],
  ["fd00::/128 fd00::1", "https://[fd00::1]"],
  ["", "http://localhost:8080"],
  ["", "http://127.0.0.1"],
  ["", "https://127.8.0.1"],
  ["", "http://[::1]:8080"],
])("NO_PROXY=%s excludes %s; a loopback address is always excluded", (noProxy, url) => {
  expect(proxyExclusion(new URL(url), noProxy)).toBe(true);
});

test.each([
  ["", "https://platform.example.com"],
  [" , ", "https://platform.example.com"],
  [".", "https://platform.example.com"],
  ["", "https://platform.example.com.."],
  ["example.com:", "https://platform.example.com"],
  ["10.1.2.3/16x", "https://10.1.2.3"],
  ["10.0.0.0/8:443", "https://10.1.2.3"],
  ["ample.com", "https://platform.example.com"],
  ["other.example.com", "https://platform.example.com"],
  ["example.com.evil.test", "https://platform.example.com"],
  ["example.com:8443", "https://platform.example.com"],
  ["example.com:443", "http://platform.example.com"],
  ["0.0.1", "https://10.0.0.1"],
  ["10.1.2.4", "https://10.1.2.3"],
  ["10.1.2.3:80", "https://10.1.2.3"],
  ["10.0.0.0/8", "https://11.1.2.3"],
  ["10.0.0.0/33", "https://10.0.0.1"],
  ["10.0.0.0/8", "https://platform.example.com"],
  ["nonsense/8", "https://10.1.2.3"],
  ["fd00::2", "https://[fd00::1]"],
  ["[fd00::1]:80", "https://[fd00::1]:8443"],
  ["fd00::/8", "https://[fe00::1]"],
])("NO_PROXY=%s does not exclude %s", (noProxy, url) => {
  expect(proxyExclusion(new URL(url), noProxy)).toBe(false);
});
