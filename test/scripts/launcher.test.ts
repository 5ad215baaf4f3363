import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { downloadPulumi } from "../../scripts/setup/launcher.js";

const version = "3.259.0";
const patience = { silent: 500, begun: 500 };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "launcher-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Downloads with a launcher that does this. */
function download(code: string) {
  const launcher = path.join(folder, "run.js");
  writeFileSync(launcher, code);
  return downloadPulumi({ launcher, version, folder: path.join(folder, "to"), onBytes: () => undefined, patience });
}

const install = `
  const fs = require("node:fs");
  const bin = process.env.PULUMI_HOME + "/versions/" + process.env.PULUMI_VERSION + "/bin";
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(bin + "/pulumi", "program", { mode: 0o755 });
  fs.writeFileSync(bin + "/pulumi.exe", "program", { mode: 0o755 });
`;

test("a launcher that installs yields the folder of the program", async () => {
  expect(await download(install)).toBe(path.join(folder, "to", "versions", version, "bin"));
});

test("a launcher that fails yields nothing", async () => {
  expect(await download(`${install} process.exitCode = 1;`)).toBeUndefined();
});

test("a launcher that installs nothing yields nothing", async () => {
  expect(await download("")).toBeUndefined();
});

test("a launcher to which nothing arrives is given up, with all that it started", async () => {
  const started = Date.now();
  const hang = 'require("node:child_process").execFileSync(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);';
  expect(await download(hang)).toBeUndefined();
  expect(Date.now() - started).toBeLessThan(5000);
});
