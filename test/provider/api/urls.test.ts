import fc from "fast-check";
import {
  apiVersionOf,
  BadPathError,
  baseUrlProblem,
  groupPath,
  normaliseBaseUrl,
  objectPath,
  queryOf,
} from "../../../provider/api/urls.js";

test("names are encoded and joined", () => {
  expect(objectPath(["namespaces", "p-web", "virtualclusterinstances", "a@b:c"])).toBe(
    "namespaces/p-web/virtualclusterinstances/a%40b%3Ac",
  );
});

const forbidden = "it has a slash, a backslash, %, ? or #";
const notPlain = "it has white space, a control character or one that is not ASCII";

test.each<[segments: string[], value: string, problem: string]>([
  [["a", ""], '""', "it is empty"],
  [["."], '"."', "it would point at another path"],
  [["..", "a"], '".."', "it would point at another path"],
  [["a/b"], '"a/b"', forbidden],
  [["a%2e"], '"a%2e"', forbidden],
  [["a\\b"], '"a\\\\b"', forbidden],
  [["a?"], '"a?"', forbidden],
  [["#"], '"#"', forbidden],
  [["\ud800"], '"\\ud800"', notPlain],
  [["a\u0000b"], '"a\\u0000b"', notPlain],
  [["a b"], '"a b"', notPlain],
  [["é"], '"é"', notPlain],
  [["x".repeat(254)], `"${"x".repeat(80)}…"`, "it is longer than 253 characters"],
])("the path %j is refused, and the error shows the name and the reason", (segments, value, problem) => {
  expect(() => objectPath(segments)).toThrow(
    new BadPathError(`Cannot build a URL from ${value}: ${problem}. Choose another name.`),
  );
});

test("a path has at least one name, of at most 253 characters", () => {
  expect(() => objectPath([])).toThrow("Cannot build a URL: no resource was named. Name at least one.");
  expect(objectPath(["x".repeat(253)])).toBe("x".repeat(253));
});

test.each([
  [{}, ""],
  [{ limit: "500", continue: "a+b/c=" }, "?limit=500&continue=a%2Bb%2Fc%3D"],
  [{ labelSelector: "owner in (a, ü😀)" }, "?labelSelector=owner+in+%28a%2C+%C3%BC%F0%9F%98%80%29"],
  [{ continue: "x".repeat(65_536) }, `?continue=${"x".repeat(65_536)}`],
])("a query is encoded: %j", (parameters, query) => {
  expect(queryOf(parameters)).toBe(query);
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
    expect(() => queryOf({ limit: "1", labelSelector: value })).toThrow(
      new BadPathError(`Cannot build a URL with labelSelector=${shown}: ${problem}. Correct labelSelector.`),
    );
  },
);

test("a URL with any path that is not refused decodes to the same names", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 30 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      let path: string;
      try {
        path = objectPath(names);
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
  ["http://[::1]:8080/", "http://[::1]:8080"],
  ["HTTPS://platform.example.com/%7Eus", "https://platform.example.com/%7Eus"],
])("the base URL %s is normalised to %s", (given, normal) => {
  expect(normaliseBaseUrl(given)).toBe(normal);
  expect(normaliseBaseUrl(normal)).toBe(normal);
});

test("a base URL may have 2048 characters", () => {
  const long = `https://a.test/${"/step".repeat(500).slice(1)}`.slice(0, 2048);
  expect(normaliseBaseUrl(long)).toBe(long);
});

const otherPath = "has a path with an empty step, a dot step or an encoded character that could lead elsewhere";
const notAscii = "has white space, a control character or one that is not ASCII";
const noScheme = "does not begin with http:// or https://";

test.each([
  ["platform.example.com", "is no URL"],
  ["", "is no URL"],
  [`https://platform.example.com/${"x".repeat(2048)}`, "is longer than 2048 characters"],
  ["https://platform.example.com ", notAscii],
  ["https://plätform.example.com", notAscii],
  ["https:platform.example.com", noScheme],
  ["https:///platform.example.com", noScheme],
  ["ftp:http://platform.example.com", noScheme],
  ["ftp://platform.example.com", noScheme],
  ["https://user@platform.example.com", "holds credentials"],
  ["https://:secret@platform.example.com", "holds credentials"],
  ["https://platform.example.com/a\\b", "has a backslash"],
  ["https://platform.example.com/a//b", otherPath],
  ["https://platform.example.com/a/../b", otherPath],
  ["https://platform.example.com/a/./b", otherPath],
  ["https://platform.example.com/%2e%2E", otherPath],
  ["https://platform.example.com/a%2Fb", otherPath],
  ["https://platform.example.com/100%", otherPath],
  ["https://platform.example.com/?", "has a query"],
  ["https://platform.example.com/#", "has a fragment"],
])("the base URL %s is refused: it %s", (given, problem) => {
  expect(baseUrlProblem(given)).toBe(problem);
  expect(() => normaliseBaseUrl(given)).toThrow(problem);
  expect(() => normaliseBaseUrl(given)).not.toThrow(/secret/);
});
