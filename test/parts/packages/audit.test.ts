import { readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { type AdvisoryAnswer, type AdvisoryRegistry, startAdvisoryRegistry } from "./advisoryRegistry";

let registry: AdvisoryRegistry;
beforeEach(async () => {
  registry = await startAdvisoryRegistry();
});
afterEach(() => registry.close());

/** Runs `npm run audit` against a registry with this answer and with these settings of npm. */
async function auditWith(answer: AdvisoryAnswer, settings: Record<string, string> = {}) {
  registry.answer(answer);
  const env = { ...(process.env as Record<string, string>), npm_config_fetch_retries: "0", ...settings };
  const args = ["scripts/audit.mjs", "--registry", registry.url];
  return runCommand(process.execPath, args, { cwd: root, env });
}

test("without a known vulnerability it ends with 0, after a request for exactly the shipped packages", async () => {
  const stdout = "No vulnerability is known in the 42 packages that ship.\n";
  const other = { zod: { title: "Old", severity: "critical", versions: "<1.0.0" } } as const;
  expect(await auditWith(other)).toEqual({ exitCode: 0, stdout, stderr: "" });
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const shipped = Object.entries(packages).filter(([folder, { dev }]) => folder !== "" && !dev);
  const wanted = shipped.map(([folder, { version }]) => [folder.split("node_modules/").at(-1), [version]]);
  expect(registry.asked).toEqual([Object.fromEntries(wanted)]);
});

test("with a vulnerability of any severity it ends with 1 and names dependents", async () => {
  const low = { title: "Reads too far", severity: "low", versions: "<999" } as const;
  const lines = [
    "Of the 42 packages that ship, 4 are known to be vulnerable:",
    "  @grpc/grpc-js (low): through @grpc/proto-loader",
    "  @grpc/proto-loader (low): through long; through protobufjs",
    "  long (low): Reads too far (https://example.com/advisory)",
    "  protobufjs (low): through long",
    "",
  ];
  expect(await auditWith({ long: low })).toEqual({ exitCode: 1, stdout: "", stderr: lines.join("\n") });
});

test.each<[what: string, answer: AdvisoryAnswer | undefined, words: string]>([
  ["an error", { status: 405, body: "" }, "405 Method Not Allowed"],
  ["HTML", { status: 200, body: "<html></html>" }, "invalid json"],
  ["no connection", undefined, "request to http://127.0.0.1:"],
])("after %s it ends with 3", async (_what, answer, words) => {
  if (!answer) await registry.close();
  const { exitCode, stdout, stderr } = await auditWith(answer ?? {});
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
  expect(stderr).toContain("Nobody knows whether what ships has vulnerabilities: ");
  expect(stderr).toContain(words);
});

test.each([
  ["npm_config_offline", "true"],
  ["npm_config_audit", "false"],
  ["npm_config_audit_level", "none"],
  ["npm_config_omit", "optional"],
])("%s=%s hides no vulnerability", async (name, value) => {
  const answer = { zod: { title: "Bad", severity: "moderate", versions: "*" } } as const;
  expect(await auditWith(answer, { [name]: value })).toMatchObject({ exitCode: 1 });
  expect(registry.asked).toHaveLength(1);
});
