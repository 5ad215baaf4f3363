import fc from "fast-check";
import { apiVersionOf, baseUrlProblem, groupPath, normaliseBaseUrl, objectPath } from "../../../provider/api/urls.js";

test("names are joined, and encoded one by one", () => {
  expect(objectPath(["namespaces", "p-web", "virtualclusterinstances", "a@b:c"])).toBe(
    "namespaces/p-web/virtualclusterinstances/a%40b%3Ac",
  );
});

test.each([
  [[]],
  [["a", ""]],
  [["."]],
  [["..", "a"]],
  [["a/b"]],
  [["a%2e"]],
  [["\ud800"]],
  [["x".repeat(254)]],
  [["a b"]],
  [["é"]],
])("%j is refused, and the error says which value", (segments) => {
  expect(() => objectPath(segments)).toThrow(/^Cannot build a URL(:| from ").+\. .+\.$/);
});

test("whatever the names are, the path has as many steps and means the same names", () => {
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

test("the group path follows the vendor", () => {
  expect(groupPath("example.com")).toBe("/kubernetes/management/apis/management.example.com/v1");
  expect(apiVersionOf("example.com")).toBe("management.example.com/v1");
});

test.each([
  ["https://Platform.Example.com", "https://platform.example.com"],
  ["https://platform.example.com:443//", "https://platform.example.com"],
  ["http://127.0.0.1:8080/some/prefix/", "http://127.0.0.1:8080/some/prefix"],
  ["http://[::1]:8080/", "http://[::1]:8080"],
])("%s is written as %s", (given, normal) => {
  expect(normaliseBaseUrl(given)).toBe(normal);
  expect(normaliseBaseUrl(normal)).toBe(normal);
});

test.each([
  ["platform.example.com", "is no URL"],
  ["ftp://platform.example.com", "does not begin with http:// or https://"],
  ["https://user:secret@platform.example.com", "holds credentials"],
  ["https://platform.example.com/?", "has a query"],
  ["https://platform.example.com/#", "has a fragment"],
])("%s %s", (given, problem) => {
  expect(baseUrlProblem(given)).toBe(problem);
  expect(() => normaliseBaseUrl(given)).toThrow(problem);
  expect(() => normaliseBaseUrl(given)).not.toThrow(/secret/);
});
