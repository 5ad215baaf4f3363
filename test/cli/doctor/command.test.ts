import { readFileSync } from "node:fs";
import { doctor as command, exitCodeOf } from "../../../cli/doctor/doctor";
import { checks } from "../../../cli/doctor/examine";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { runOn } from "../stackOfTest";
import { pathWithPulumi } from "./diagnosing";

const path = temporaryFolder();
const canary = "key-canary-0123456789";
const before = process.env.PATH;
let platform: RecordedPlatform;

beforeEach(async () => {
  process.env.PATH = pathWithPulumi(path("bin"));
  platform = await startRecorded({ accessKey: canary });
});
afterEach(() => {
  process.env.PATH = before;
  return platform.close();
});

const doctor = (...args: string[]) => runOn(platform, "doctor", ...args);

test("a line begins with ok, warning, problem or skipped, and the last one counts them", async () => {
  const { code, out, err } = await doctor();
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/^\d+ ok, 0 warning, 0 problem, \d+ skipped$/);
  for (const line of lines.slice(0, lines.indexOf("")))
    expect(line).toMatch(/^(ok {5}|warning|problem|skipped) {2}\w+( [\w /]+)?: \S/);
});

test("the rights are one table, and a missing one has a line with its remedy, too", async () => {
  platform.faults.add({ verb: "create", kind: "spacetemplates", action: { status: 403 } });
  const { out } = await doctor();
  expect(out).toContain(
    [
      "",
      "rights                list  get  create  patch  delete",
      "SpaceTemplate         yes   yes  no      yes    yes",
      "users/accesskeys            yes",
      "teams/accesskeys            yes",
      "OwnedAccessKey              yes  yes     yes    yes",
      "VirtualClusterImport  yes   -    -       -      -",
      "",
    ].join("\n"),
  );
  expect(out).toMatch(/^warning {2}rights SpaceTemplate create: not allowed \(403\)\. Give the key's user/m);
});

test("--json is one line with the same, in place of the text or in a file beside it", async () => {
  const { code, out } = await doctor("--json");
  expect(out.trimEnd().split("\n")).toHaveLength(1);
  const { schemaVersion, exitCode, checks } = JSON.parse(out);
  expect([code, schemaVersion, exitCode]).toEqual([0, 1, 0]);
  const right = { check: "rights", subject: "SpaceTemplate list", status: "ok", message: "allowed", remedy: null };
  expect(checks).toContainEqual(right);
  expect((await doctor("--json", path("report"))).out).toMatch(/^ok {7}node/);
  expect(JSON.parse(readFileSync(path("report"), "utf8"))).toMatchObject({ schemaVersion, exitCode });
});

const echo = (status: number) => ({
  status,
  body: { kind: "Status", message: `no ${canary} \u001b[31m\n::error::##vso[task.x]`, reason: "Forbidden" },
});

test.each([401, 403, 422, 500])(
  "a response with %i that quotes the key leaks nothing and forges no command",
  async (status) => {
    for (const verb of ["list", "get", "create", "patch", "delete"] as const) {
      platform.faults.add({ verb, times: 1000, action: echo(status) });
    }
    for (const args of [[], ["--json"]]) {
      const { out, err } = await doctor(...args);
      expect(out).toContain("rights");
      expect(out + err).not.toContain(canary);
      expect(out + err).not.toContain(Buffer.from(canary).toString("base64"));
      expect(out).not.toContain("\u001b[31m\n");
      expect(out).not.toMatch(/^::error|##vso\[/m);
    }
  },
  120_000,
);

test.each([`${canary}-other`, `${canary} with a space`, ""])(
  "a wrong key exits with 3 and is not shown: %j",
  async (accessKey) => {
    const { code, out, err } = await runOn({ ...platform, accessKey }, "doctor", "--json");
    expect(code).toBe(3);
    expect(out + err).not.toContain(canary);
  },
);

test("a mistake in the options exits with 2, an unusable setting with 1", async () => {
  expect(await doctor("--access-key", "x")).toMatchObject({ code: 2, out: "" });
  expect(await doctor("--stack", "dev", "--cwd", "/")).toMatchObject({ code: 2, out: "" });
  const { code, out } = await doctor("--certificate-authority", "/no/ca");
  const problem = /certificateAuthority, from an option, cannot be used: it is neither a PEM certificate nor a file/;
  expect([code, out]).toEqual([1, expect.stringMatching(problem)]);
});

test("a check needs only earlier checks", () => {
  checks.forEach(({ needs }, at) => {
    const before = checks.slice(0, at).map(({ name }) => name);
    expect([undefined, ...before]).toContain(needs);
  });
});

test("the help has the exit codes", () => {
  const codes = [["ok", "warning"], ["problem", "skipped"], ["problem"]] as const;
  const exitCodes = codes.map((statuses, at) =>
    exitCodeOf(statuses.map((status) => ({ check: "x", message: "x", status, isUnauthorized: at === 2 }))),
  );
  expect(Object.keys(command.exitCodes)).toEqual(exitCodes.map(String));
});
