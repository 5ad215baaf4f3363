import { readFileSync } from "node:fs";
import { join } from "node:path";
import { options, readOptions, UsageError, written } from "../../scripts/conformance/options.js";
import { root } from "../support/environment";

const server = ["--base-url", "https://platform.example.com/"];
const env = { PLATFORM_ACCESS_KEY: "from-env" };

test("without a server the suite starts its own", () => {
  expect(readOptions([], env)).toEqual({});
});

test("the key comes from the environment, or from the command line if it stands there", () => {
  expect(readOptions(server, env)).toMatchObject({ target: { accessKey: "from-env" } });
  expect(readOptions([...server, "--access-key", "given"], env)).toMatchObject({ target: { accessKey: "given" } });
});

test("a server is one of custom resources of loft.sh unless something else is said", () => {
  const target = { baseUrl: "https://platform.example.com", accessKey: "from-env", vendor: "loft.sh", goTypes: false };
  expect(readOptions(server, env)).toEqual({ target });
  const other = [...server, "--vendor", "example.org", "--go-types", "--restricted-key", "reader"];
  expect(readOptions(other, env)).toEqual({
    target: { ...target, vendor: "example.org", goTypes: true, restrictedKey: "reader" },
  });
});

test("the page about the suite has every option, in the words of --help", () => {
  const page = readFileSync(join(root, "docs", "conformance.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `--"));
  const wanted = options.map((option) => `| ${written(option)} | ${option.text} |`);
  expect(rows.map((row) => row.replaceAll("`", ""))).toEqual(wanted);
});

test("help needs nothing else", () => {
  expect(readOptions(["--help"], {})).toBe("help");
});

test.each([
  ["an unknown option", ["--bogus"], "--bogus"],
  ["a server without a key", server, "PLATFORM_ACCESS_KEY"],
  [
    "an address that is none",
    ["--base-url", "platform", "--access-key", "k"],
    '"platform" is no http or https address',
  ],
  ["a certificate that is not there", [...server, "--access-key", "k", "--ca-file", "/no/such.pem"], "/no/such.pem"],
  ["a word on a server without the server", ["--go-types"], "--base-url"],
])("called in a wrong way: %s", (_, args, message) => {
  expect(() => readOptions(args, {})).toThrow(UsageError);
  expect(() => readOptions(args, {})).toThrow(message);
});
