import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Session } from "../../../provider/engine/session";
import { runCommand } from "../../support/command";
import type { RecordedPlatform } from "../../support/startRecorded";
import { program } from "../program";
import { runOn } from "../stackOfTest";
import { importing } from "./importing";

const { ids, key, list, path, platform, runImport, template } = importing();

const forbidden = /Cannot find OwnedAccessKey objects: .*403.* name the other kinds with --kind\.$/;

test("a failing command shows its notes", async () => {
  await template("dev");
  await key("ci");
  platform().faults.add({ verb: "get", kind: "accesskeys", action: { status: 401 } });
  process.env.VCLUSTER_PLATFORM_INSECURE_SKIP_TLS_VERIFY = "true";
  const { code, err } = await runImport("--all");
  delete process.env.VCLUSTER_PLATFORM_INSECURE_SKIP_TLS_VERIFY;
  expect([code, err]).toEqual([3, expect.stringMatching(/^note: .*insecureSkipTlsVerify is set[\s\S]*401/)]);
});

test("with the setting platformId, nothing is listed on another platform", async () => {
  await template("dev");
  process.env.VCLUSTER_PLATFORM_PLATFORM_ID = "another";
  const { code, err } = await runImport("--all");
  delete process.env.VCLUSTER_PLATFORM_PLATFORM_ID;
  expect([code, err]).toEqual([1, expect.stringContaining("is not the one that platformId names: expected another")]);
  expect(platform().requests.map(({ path }) => path.includes("limit="))).not.toContain(true);
  expect(existsSync(list())).toBe(false);
});

test("a closed stdout is no failure", async () => {
  await template("dev");
  const settings = `export VCLUSTER_PLATFORM_BASE_URL=${platform().baseUrl} VCLUSTER_PLATFORM_ACCESS_KEY=${platform().accessKey}`;
  const closed = `${settings}; set -o pipefail; "$0" "$@" | true; exit`;
  const args = [
    "--norc",
    "-c",
    closed,
    process.execPath,
    program,
    "import",
    "--all",
    "--kind",
    "SpaceTemplate",
    "--out",
    list(),
  ];
  const env = { PATH: process.env.PATH ?? "" };
  const { exitCode, stderr } = await runCommand("bash", args, { cwd: path("."), env });
  expect([exitCode, stderr, ids()]).toEqual([0, "", ["dev"]]);
});

test.each<[string, Parameters<RecordedPlatform["faults"]["add"]>[0], number, RegExp]>([
  ["a refused key", { verb: "get", kind: "accesskeys", action: { status: 401 } }, 3, /401/],
  ["a key that is refused later", { verb: "get", kind: "spacetemplates", action: { status: 401 } }, 3, /401/],
  ["a forbidden search", { verb: "get", kind: "accesskeys", action: { status: 403 } }, 1, forbidden],
])("%s writes no file, and the session is canceled", async (_, fault, expected, message) => {
  const cancel = jest.spyOn(Session.prototype, "cancel");
  await template("dev");
  await key("ci");
  platform().faults.add(fault);
  const { code, err } = await runImport("--name", "*");
  expect([code, existsSync(list()), cancel.mock.calls.length]).toEqual([expected, false, 1]);
  cancel.mockRestore();
  expect(err).toMatch(message);
});

test("a wrong route fails and says to check the base URL", async () => {
  platform().faults.add({ method: "GET", times: 9, action: { status: 404, body: "404 page not found" } });
  const { code, err } = await runImport("--all");
  expect([code, err]).toEqual([1, expect.stringMatching(/lists none of these kinds\. Check that the base URL/)]);
});

const usage = (message: string) => RegExp(`^${message}\\s+To see its options: pulumi-vcluster-platform import --help`);

test.each([
  ["", usage("Say what to take: --all, --selector or --name")],
  ["--all --name a", usage("--all cannot be combined with --selector or --name")],
  ["--selector=", usage("--selector must not be empty")],
  ["--all --out - --json", usage("Only one output can be written to stdout \\(-\\)")],
  ["--all --kind Space", usage('--kind must be one of SpaceTemplate, .*, not "Space"')],
  ["-l a+in+b", usage("--selector is refused by the platform\\. .*")],
])("a wrong call exits with 2 and the usage: %j", async (args, said) => {
  const given = args.split(" ").filter(Boolean);
  const call = ["import", ...given.map((arg) => arg.replaceAll("+", " "))];
  const { code, out, err } = await runOn(platform(), ...call);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(said);
});

test("an existing file is not overwritten without --force, and no request is sent", async () => {
  await template("dev");
  writeFileSync(list(), " ".repeat(10_000));
  const { code, err } = await runImport("--all");
  const message = `${list()} exists already. Name another file, or overwrite it with --force.`;
  expect([code, err]).toEqual([1, `pulumi-vcluster-platform import: ${message}`]);
  expect([platform().requests, readFileSync(list(), "utf8")]).toEqual([[], " ".repeat(10_000)]);
  expect((await runImport("--all", "--force")).code).toBe(0);
  expect(readFileSync(list(), "utf8")).toMatch(/^\{\n/);
});

test("a failed write exits with 1", async () => {
  await template("dev");
  const { code, err } = await runOn(platform(), "import", "--all", "--out", path("no/such/file"));
  expect([code, err]).toEqual([1, expect.stringMatching(/cannot write the import file .*its folder does/)]);
});

test("--out - writes the import file to stdout and the report to stderr", async () => {
  await template("dev");
  const { code, out, err } = await runOn(platform(), "import", "--all", "--kind", "SpaceTemplate", "--out", "-");
  expect([code, JSON.parse(out).resources.length, existsSync("-")]).toEqual([0, 1, false]);
  expect(err).toMatch(
    /^Wrote stdout with 1 resource: .*\n(.*\n)* {2}pulumi import --file <the file that took stdout> --yes\n/,
  );
});

test("no file is written if nothing is selected", async () => {
  const { code, out } = await runImport("--all");
  expect([code, out]).toEqual([0, "There is nothing to import, so no file was written.\n"]);
  expect(existsSync(list())).toBe(false);
});
