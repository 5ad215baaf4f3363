import { resolveConfig } from "../../../../provider/config";
import { expectSafe } from "./safeWords";

const none = {
  homedir: "/nowhere",
  readFile: () => {
    throw Object.assign(new Error("none"), { code: "ENOENT" });
  },
};

/** What is wrong with settings, or what they come to. */
const resolved = (settings: Record<string, unknown>) =>
  resolveConfig({ baseUrl: "https://platform.example.com", accessKey: "key", ...settings }, {}, none);

const oneMiB = "a".repeat(1024 * 1024);

// Each of these has been read as another address, another header or another field by somebody.
const refused: Readonly<Record<string, readonly unknown[]>> = {
  baseUrl: [
    ...["https://h/..", "https://h/.", "https://h/a/../b", "https://h/./a", "https://h/%2e%2e/a", "https://h/%2E/a"],
    ...[
      "https://h/%2F",
      "https://h/%5c",
      "https://h/%00",
      "https://h/a%0d%0ab",
      "https://h/%zz",
      "https://h/%",
      "https://h/%252e",
    ],
    ...[
      "https://h//a",
      "https://h/a//b",
      "https://h/a?x",
      "https://h/?",
      "https://h/a#x",
      "https://h/#",
      "https://h?x",
    ],
    ...[
      "https://h/a\r\nb",
      "ht\ntps://h",
      "https://\th",
      "https://h/\u0000",
      "https://h/\u0085",
      "https://h /",
      "https://h/a b",
    ],
    ...["https://h/é", "https://hé", "https://h/\u202ea", "https://\uff48", "https://h/%C3%A9", "https://h/a%20b"],
    ...[
      "https:h",
      "https:/h",
      "https:///h",
      "https:\\\\h",
      "https://h\\a",
      "https://",
      "https://h:99999",
      "//h",
      "h",
      "/",
      ".",
      "..",
      " ",
    ],
    ...["https://u:p@h", "https://u@h", "https://@h/../", "ftp://h", "file:///etc/passwd", "javascript:alert(1)"],
    ...[`https://h/${oneMiB}`, `https://h/${"a".repeat(254)}`, "https://h/\ud800", 1, {}, ["https://h"]],
  ],
  vendor: [
    ...[
      " ",
      ".",
      "..",
      "a/b",
      "a\\b",
      "%2e%2e",
      "%2F",
      "a?x",
      "a#x",
      "a\r\nb",
      "a\u0000",
      "a\u0085",
      "é",
      "日本",
      "\u202ea",
    ],
    ...[
      "Upper",
      "-a",
      "a-",
      ".a",
      "a.",
      "a..b",
      "a_b",
      "a b",
      "*",
      "\ud800",
      "a".repeat(64),
      `${"a.".repeat(100)}ab`,
      oneMiB,
    ],
  ],
  cliScopeField: [
    ...[
      " ",
      ".",
      "..",
      "a/b",
      "a.b",
      "%2e",
      "a\n",
      "a\r\nb",
      "a\u0000",
      "é",
      "a b",
      "1a",
      "__proto__",
      "a-b",
      "\u202ea",
      "\ud800",
    ],
  ],
  accessKey: [
    ...[
      " ",
      "a b",
      "a\r\nX-Evil: 1",
      "a\nb",
      "a\u0000",
      "a\u007f",
      "a\u0085",
      "é",
      "\u0100",
      "日本",
      "\u202ea",
      "\ud800",
      oneMiB,
    ],
  ],
  projectNamespacePrefixes: [
    ...[
      [""],
      ["."],
      [".."],
      ["../"],
      ["a/b"],
      ["a%2F"],
      ["P-"],
      ["-p"],
      ["p-\n"],
      ["é"],
      ["p-", "\u0000"],
      ["a".repeat(64)],
      [],
    ],
  ],
};

describe.each(Object.entries(refused))("%s", (field, values) => {
  test.each(values.map((value) => [JSON.stringify(value).slice(0, 60), value]))(
    "%s is refused, and not shown",
    (_, value) => {
      const found = resolved({ [field]: value });
      if (!("problems" in found)) throw new Error("It was taken");
      expect(found.problems.map(({ property }) => property)).toEqual([field]);
      for (const { reason } of found.problems) {
        // A blank key or address counts as one that was given, and wrong.
        expect(reason).toMatch(
          new RegExp(`^${field}, from the stack's configuration, cannot be used: .+\\. (Run|Set) `),
        );
        expectSafe(reason);
        if (typeof value === "string" && value.trim().length > 3 && value !== "https://")
          expect(reason).not.toContain(value);
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
])("%s %j is taken as %s: space around a value is an editor's", (field, value, taken) => {
  expect(resolved({ [field]: value })).toMatchObject({ config: { [field]: taken } });
});
