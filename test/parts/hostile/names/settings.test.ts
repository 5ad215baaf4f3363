import { resolveConfig } from "../../../../provider/config";
import { expectSafe } from "./badTexts";

const noFiles = {
  homedir: "/nowhere",
  readFile: () => {
    throw Object.assign(new Error("none"), { code: "ENOENT" });
  },
};

const resolved = (settings: Record<string, unknown>) =>
  resolveConfig({ baseUrl: "https://platform.example.com", accessKey: "key", ...settings }, {}, noFiles);

const longest = "a".repeat(1024 * 1024);
const odd = [" ", "a\r\nX-Evil: 1", "a b", "a\u0000", "a\u0085", "é", "\u202ea", "\ud800"];
const words = (text: string) => text.trim().split(/\s+/);

/** Values that some program took for another address, header or field. */
const refused: Readonly<Record<string, readonly unknown[]>> = {
  baseUrl: [
    ...words(
      "https://h/.. https://h/. https://h/a/../b https://h/./a https://h/%2e%2e/a https://h/%2E/a https://h/%2F",
    ),
    ...words("https://h/%5c https://h/%00 https://h/a%0d%0ab https://h/%zz https://h/% https://h/%252e https://h//a"),
    ...words("https://h/a//b https://h/a?x https://h/? https://h/a#x https://h/# https://h?x https://h/é https://hé"),
    ...words(
      "https://h/\u202ea https://\uff48 https://h/%C3%A9 https://h/a%20b https:h https:/h https:///h https:\\\\h",
    ),
    ...words("https://h\\a https:// https://h:99999 //h h / . .. https://u:p@h https://u@h https://@h/../ ftp://h"),
    ...words("file:///etc/passwd javascript:alert(1) https://h/\ud800"),
    ...["https://h/a\r\nb", "ht\ntps://h", "https://\th", "https://h/\u0000", "https://h/\u0085", "https://h /"],
    ...["https://h/a b", " ", `https://h/${longest}`, `https://h/${"a".repeat(254)}`, 1, {}, ["https://h"]],
  ],
  vendor: [
    ...odd,
    ...words(". .. a/b a\\b %2e%2e %2F a?x a#x 日本 Upper -a a- .a a. a..b a_b *"),
    ...["a".repeat(64), `${"a.".repeat(100)}ab`, longest],
  ],
  cliScopeField: [...odd, ...words(". .. a/b a.b %2e 1a __proto__ a-b"), "a\n"],
  accessKey: [...odd, "a\nb", "a\u007f", "\u0100", "日本", longest],
  projectNamespacePrefixes: [
    ...words(". .. ../ a/b a%2F P- -p é").map((prefix) => [prefix]),
    ...[[""], ["p-\n"], ["p-", "\u0000"], ["a".repeat(64)], []],
  ],
};

describe.each(Object.entries(refused))("%s", (field, values) => {
  test.each(values.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
    "%s is refused, not shown",
    (_, value) => {
      const found = resolved({ [field]: value });
      if (!("problems" in found)) throw new Error("It was accepted");
      expect(found.problems.map(({ property }) => property)).toEqual([field]);
      for (const { reason } of found.problems) {
        expect(reason).toMatch(
          new RegExp(`^${field}, from the stack's configuration, cannot be used: .+\\. (Run|Set) `),
        );
        expectSafe(reason);
        const isTelling = typeof value === "string" && value.trim().length > 3 && value !== "https://";
        if (isTelling) expect(reason).not.toContain(value);
      }
    },
  );
});

test.each([
  ["baseUrl", "  https://H.example.com/a/b/  \n", "https://h.example.com/a/b"],
  ["baseUrl", "http://[::1]:8080//", "http://[::1]:8080"],
  ["baseUrl", "https://h/%61-b_c~d", "https://h/%61-b_c~d"],
  ["vendor", "loft.sh\n", "loft.sh"],
  ["accessKey", " key \r\n", "key"],
  ["cliScopeField", "constructor", "constructor"],
])("%s %j is read as %s, without the white space around it", (field, value, read) => {
  expect(resolved({ [field]: value })).toMatchObject({ config: { [field]: read } });
});
