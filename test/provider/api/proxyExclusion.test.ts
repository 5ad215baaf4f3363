import { proxyExclusion } from "../../../provider/api/proxyExclusion.js";

const excluded = (url: string, noProxy: string) => proxyExclusion(new URL(url), noProxy);

test.each<[noProxy: string, url: string]>([
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
])("NO_PROXY=%s goes around the proxy for %s", (noProxy, url) => {
  expect(excluded(url, noProxy)).toBe(true);
});

test.each<[noProxy: string, url: string]>([
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
])("NO_PROXY=%s leaves the proxy for %s", (noProxy, url) => {
  expect(excluded(url, noProxy)).toBe(false);
});

test.each(["http://localhost:8080", "http://127.0.0.1", "https://127.8.0.1", "http://[::1]:8080"])(
  "%s is this machine and never has a proxy",
  (url) => {
    expect(excluded(url, "")).toBe(true);
  },
);
