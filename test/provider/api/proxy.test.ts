import { proxyFor } from "../../../provider/api/proxy.js";

const platform = "https://platform.test/prefix";
const found = (env: Record<string, string>, baseUrl = platform) => proxyFor(baseUrl, env);

test("without a variable for its scheme a platform has no proxy", () => {
  expect(found({})).toBeUndefined();
  expect(found({ HTTP_PROXY: "http://proxy.test", HTTPS_PROXY: "" })).toBeUndefined();
  expect(found({ HTTPS_PROXY: "http://proxy.test" }, "http://platform.test")).toBeUndefined();
});

test.each<[Record<string, string>, string, string]>([
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
])("%j is for %s the proxy %s", (env, baseUrl, address) => {
  expect(found(env, baseUrl)?.address).toBe(address);
});

test("NO_PROXY goes around it, in lower case too", () => {
  expect(found({ HTTPS_PROXY: "http://a.test", NO_PROXY: "platform.test" })).toBeUndefined();
  expect(found({ HTTPS_PROXY: "http://a.test", no_proxy: "platform.test", NO_PROXY: "x" })).toBeUndefined();
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
])("%s cannot be used, and the error holds no password", (url, problem) => {
  expect(() => found({ HTTPS_PROXY: url })).toThrow(`HTTPS_PROXY cannot be used: it ${problem}`);
  expect(() => found({ HTTPS_PROXY: url })).toThrow(expect.objectContaining({ name: "BadProxyError" }));
  expect(() => found({ HTTPS_PROXY: url })).not.toThrow(/hunter22/);
});
