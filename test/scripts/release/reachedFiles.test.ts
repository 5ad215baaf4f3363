import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { reachedFiles } from "../../../scripts/release/reachedFiles.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

test("files lead to files, with or without an ending, in circles too; packages and all others do not count", () => {
  write({
    "a/main.js": 'require("./part"); require("zod"); import("../b/late.js");',
    "a/part.js": 'require("../b"); require("./main.js");',
    "a/unused.js": 'require("./main");',
    "b/index.js": "",
    "b/late.js": "",
    "b/unused.js": "",
  });
  expect(reachedFiles(root, ["a/main"])).toEqual(["a/main.js", "a/part.js", "b/index.js", "b/late.js"]);
});

test("a file that is not there is an error", () => {
  write({ "main.js": 'require("./gone")' });
  expect(() => reachedFiles(root, ["main.js"])).toThrow("There is no file gone, which compiled code leads to.");
});
