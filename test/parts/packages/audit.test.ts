import { readFileSync } from "node:fs";
import path from "node:path";
import { auditCases } from "../../../scripts/testing/effort.js";
import { type AdvisoryAnswer, type AdvisoryRegistry, startAdvisoryRegistry } from "../../support/advisoryRegistry";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";

// npm starts for each of these, on a machine that may have much to do.
jest.setTimeout(120_000);

let registry: AdvisoryRegistry;

beforeEach(async () => {
  registry = await startAdvisoryRegistry();
});
afterEach(() => registry.close());

const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** What `npm run audit` does where the registry answers this, and npm has these settings. */
async function auditWhere(answer: AdvisoryAnswer, settings: Record<string, string> = {}) {
  registry.answer(answer);
  const env = { ...Object.fromEntries(inherited), npm_config_fetch_retries: "0", ...settings };
  const args = ["scripts/audit.mjs", "--registry", registry.url];
  const { exitCode, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env });
  return { exitCode, stdout, stderr };
}

test("nothing is known against what ships: exit code 0, and the question was about exactly that", async () => {
  expect(await auditWhere({})).toEqual({
    exitCode: 0,
    stdout: "No vulnerability is known in the 42 packages that ship.\n",
    stderr: "",
  });
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const shipped = Object.entries(packages).filter(([folder, { dev }]) => folder !== "" && !dev);
  const wanted = shipped.map(([folder, { version }]) => [folder.split("node_modules/").at(-1), [version]]);
  expect(registry.asked).toEqual([Object.fromEntries(wanted)]);
});

test("a vulnerability of any severity: exit code 1, with the packages that come to it through others", async () => {
  const low = { title: "Reads too far", severity: "low", versions: "<999" } as const;
  expect(await auditWhere({ long: low })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: [
      "Of the 42 packages that ship, 4 are known to be vulnerable:",
      "  @grpc/grpc-js (low): through @grpc/proto-loader",
      "  @grpc/proto-loader (low): through long; through protobufjs",
      "  long (low): Reads too far (https://example.com/advisory)",
      "  protobufjs (low): through long",
      "",
    ].join("\n"),
  });
});

test("an advisory for other versions is none", async () => {
  const answer = { zod: { title: "Old", severity: "critical", versions: "<1.0.0" } } as const;
  expect(await auditWhere(answer)).toMatchObject({ exitCode: 0 });
});

const unanswered: [string, AdvisoryAnswer, string][] = [
  ["has no such endpoint", { status: 405, body: "" }, "405 Method Not Allowed"],
  ["is a page to log in to the network", { status: 200, body: "<html></html>" }, "invalid json"],
  ["knows no such path", { status: 404, body: "{}" }, "404 Not Found"],
  ["wants a login", { status: 401, body: "{}" }, "401 Unauthorized"],
  ["is out of order", { status: 500, body: "" }, "500 Internal Server Error"],
];

test.each(unanswered.slice(0, auditCases(process.env)))(
  "a registry that %s: exit code 3, which is neither good nor a vulnerability",
  async (_what, answer, words) => {
    const { exitCode, stdout, stderr } = await auditWhere(answer);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toContain("Nobody knows whether what ships has vulnerabilities: ");
    expect(stderr).toContain(words);
  },
);

test("a registry out of reach: exit code 3", async () => {
  const { url } = registry;
  await registry.close();
  const { exitCode, stderr } = await auditWhere({});
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`request to ${url}/`)]);
  registry = await startAdvisoryRegistry();
});

const settings: [string, string][] = [
  ["npm_config_offline", "true"],
  ["npm_config_audit", "false"],
  ["npm_config_prefer_offline", "true"],
  ["npm_config_audit_level", "none"],
  ["npm_config_omit", "optional"],
];

test.each(settings.slice(0, auditCases(process.env)))(
  "%s=%s in the settings of whoever asks hides no vulnerability",
  async (name, value) => {
    const answer = { zod: { title: "Bad", severity: "moderate", versions: "*" } } as const;
    expect(await auditWhere(answer, { [name]: value })).toMatchObject({ exitCode: 1 });
    expect(registry.asked).toHaveLength(1);
  },
);
