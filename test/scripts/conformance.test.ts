import { readFileSync } from "node:fs";
import { join } from "node:path";
import { options, readOptions, UsageError, written } from "../../scripts/conformance/options.js";
import { preflight } from "../../scripts/conformance/preflight.js";
import { withPlatform } from "../emulator/withPlatform";
import { root } from "../support/environment";

describe("the options", () => {
  const server = ["--base-url", "https://platform.example.com/"];
  const env = { PLATFORM_ACCESS_KEY: "from-env" };
  const target = { baseUrl: "https://platform.example.com", accessKey: "from-env", vendor: "loft.sh", goTypes: false };
  const others = ["--vendor", "example.org", "--go-types", "--restricted-key", "reader"];
  const other = { vendor: "example.org", goTypes: true, restrictedKey: "reader" };

  test.each([
    [[], {}],
    [["--help"], "help"],
    [server, { target }],
    [[...server, "--access-key", "given"], { target: { ...target, accessKey: "given" } }],
    [[...server, ...others], { target: { ...target, ...other } }],
  ])("%j yield %j", (args, wanted) => expect(readOptions(args, env)).toEqual(wanted));

  test.each([
    [["--bogus"], "--bogus"],
    [server, "PLATFORM_ACCESS_KEY"],
    [["--base-url", "platform", "--access-key", "k"], '"platform" is no http or https address'],
    [[...server, "--access-key", "k", "--ca-file", "/no/such.pem"], "/no/such.pem"],
    [["--go-types"], "--base-url"],
  ])("%j fail with: %s", (args, message) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
    expect(() => readOptions(args, {})).toThrow(message);
  });

  test("are all in docs/conformance.md, in the words of --help", () => {
    const page = readFileSync(join(root, "docs", "conformance.md"), "utf8");
    const rows = page.split("\n").filter((line) => line.startsWith("| `--"));
    const wanted = options.map((option) => `| ${written(option)} | ${option.text} |`);
    expect(rows.map((row) => row.replaceAll("`", ""))).toEqual(wanted);
  });
});

describe("the preflight", () => {
  const target = { vendor: "loft.sh", goTypes: false };

  test("accepts a server that knows the key, and reports it once it is unreachable", async () => {
    let gone = "";
    await withPlatform({}, async ({ baseUrl, accessKey }) => {
      await preflight({ ...target, baseUrl, accessKey });
      gone = baseUrl;
    });
    await expect(preflight({ ...target, baseUrl: gone, accessKey: "k" })).rejects.toThrow(`Cannot reach ${gone}:`);
  });

  test.each([
    ["another key", { accessKey: "other" }, "answered 401 to GET /kubernetes/", "does not know the access key"],
    ["another vendor", { vendor: "example.org" }, "answered 404 to GET /kubernetes/", "no such API group"],
  ])("reports %s without the key", (_, more, status, why) =>
    withPlatform({}, async ({ baseUrl, accessKey }) => {
      const failure = await preflight({ ...target, baseUrl, accessKey, ...more }).catch(
        (error: Error) => error.message,
      );
      expect(failure).toContain(`${baseUrl} ${status}`);
      expect(failure).toContain(why);
      expect(failure).not.toContain(accessKey);
    }),
  );
});
