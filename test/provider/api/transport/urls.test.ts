import fc from "fast-check";
import {
  apiVersionOf,
  baseUrlProblem,
  groupPath,
  InvalidUrlError,
  normalizeBaseUrl,
  queryString,
  urlPath,
} from "../../../../provider/api/transport/urls.js";

test.each<[problem: string, ...names: string[]]>([
  ["it is empty", ""],
  ["it would point at another path", ".", ".."],
  ["it has a slash, a backslash, %, ? or #", "a/b", "a\\b", "a%2e", "a?", "#".repeat(80)],
  ["it has white space, a control character or one that is not ASCII", "\ud800", "a\u0000b", "a b", "é"],
  ["it is longer than 253 characters", "x".repeat(254)],
])("a path is refused, and the error shows the name and the reason: %s", (problem, ...names) => {
  for (const name of names) {
    const shown = name.length > 80 ? `"${name.slice(0, 80)}…"` : JSON.stringify(name);
    const message = `Cannot build a URL from ${shown}: ${problem}. Choose another name.`;
    expect(() => urlPath(["a", name])).toThrow(new InvalidUrlError(message));
  }
});

test("names of 253 characters are encoded and joined", () => {
  expect(urlPath(["x".repeat(253), "a@b:c"])).toBe(`${"x".repeat(253)}/a%40b%3Ac`);
});

test.each([
  [{}, ""],
  [{ limit: "500", continue: "a+b/c=" }, "?limit=500&continue=a%2Bb%2Fc%3D"],
  [{ labelSelector: "owner in (a, ü😀)" }, "?labelSelector=owner+in+%28a%2C+%C3%BC%F0%9F%98%80%29"],
  [{ continue: "x".repeat(65_536) }, `?continue=${"x".repeat(65_536)}`],
])("a query is encoded: %j", (parameters, query) => {
  expect(queryString(parameters)).toBe(query);
});

test.each([
  ["x".repeat(65_537), `"${"x".repeat(80)}…"`, "it is longer than 65536 characters"],
  ["a\nb", '"a\\nb"', "it has a control character"],
  ["\u007f", '"\\u007f"', "it has a control character"],
  ["\u009f", '"\\u009f"', "it has a control character"],
  ["\udc00", '"\\udc00"', "it is not valid Unicode"],
])(
  "a query that would change on the way is refused, and the error shows the parameter and the reason: %#",
  (value, shown, problem) => {
    expect(() => queryString({ limit: "1", labelSelector: value })).toThrow(
      new InvalidUrlError(`Cannot build a URL with labelSelector=${shown}: ${problem}. Correct labelSelector.`),
    );
  },
);

test("a URL with any path that is not refused decodes to the same names", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 30 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      let path: string;
      try {
        path = urlPath(names);
      } catch {
        return;
      }
      const { pathname, search, hash } = new URL(`http://x/base/${path}`);
      expect([search, hash]).toEqual(["", ""]);
      expect(pathname.split("/").slice(2).map(decodeURIComponent)).toEqual(names);
    }),
  );
});

test("the group path has the vendor", () => {
  expect(groupPath("example.com")).toBe("/kubernetes/management/apis/management.example.com/v1");
  expect(apiVersionOf("example.com")).toBe("management.example.com/v1");
});

test.each([
  ["https://Platform.Example.com", "https://platform.example.com"],
  ["https://platform.example.com:443//", "https://platform.example.com"],
  ["http://127.0.0.1:8080/some/prefix/", "http://127.0.0.1:8080/some/prefix"],
  ["https://a.test/kubernetes/management-eu", "https://a.test/kubernetes/management-eu"],
  ["http://[::1]:8080/", "http://[::1]:8080"],
  ["HTTPS://platform.example.com/%7Eus", "https://platform.example.com/%7Eus"],
])("the base URL %s is normalised to %s", (given, normal) => {
  expect(normalizeBaseUrl(given)).toBe(normal);
  expect(normalizeBaseUrl(normal)).toBe(normal);
});

test("a base URL may have 2048 characters", () => {
  const long = `https://a.test/${"/step".repeat(500).slice(1)}`.slice(0, 2048);
  expect(normalizeBaseUrl(long)).toBe(long);
});

const host = "https://platform.example.com";
const otherPath = "has a path with an empty segment, a dot segment or an encoded character that could lead elsewhere";
const notAscii = "has white space, a control character or one that is not ASCII";

test.each<[problem: string, ...urls: string[]]>([
  ["is not a URL", "platform.example.com", ""],
  ["is longer than 2048 characters", `${host}/${"x".repeat(2048)}`],
  [notAscii, `${host} `, "https://plätform.example.com"],
  ["does not begin with http:// or https://", "https:platform.example.com", "ftp://a.test/https://b.test"],
  ["holds credentials", "https://user:secret@platform.example.com", "https://user@platform.example.com"],
  ["has a backslash", `${host}/a\\b`],
  [otherPath, `${host}/a//b`, `${host}/a/../b`, `${host}/%2e%2E`, `${host}/a%2Fb`, `${host}/100%`],
  [
    "holds a part of the API's own path, which begins at /kubernetes",
    ...["management", "management/apis/management.loft.sh/v1", "cluster/c1", "project/web/virtualcluster/vc"].map(
      (path) => `${host}/prefix/kubernetes/${path}`,
    ),
  ],
  ["has a query", `${host}/?`],
  ["has a fragment", `${host}/#`],
])("a base URL is refused that %s: %s", (problem, ...urls) => {
  for (const url of urls) {
    expect(baseUrlProblem(url)).toBe(problem);
    expect(() => normalizeBaseUrl(url)).toThrow(problem);
    expect(() => normalizeBaseUrl(url)).not.toThrow(/secret/);
  }
});
