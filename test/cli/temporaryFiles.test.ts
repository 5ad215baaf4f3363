import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { testEnvironment } from "../support/environment";
import { type RunningCommand, startCommand } from "../support/runningCommand";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";
import { program } from "./program";

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Commands that ask the platform and need no stack. */
const asking: Record<string, string[]> = {
  doctor: ["doctor"],
  import: ["import", "--all", "--force"],
  orphans: ["orphans", "--made-by", "web/prod"],
};

jest.setTimeout(60_000);

let platform: RecordedPlatform;
let folder: string;
let temporary: string;

beforeEach(async () => {
  platform = await startRecorded();
  folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
  temporary = mkdtempSync(path.join(folder, "temporary-"));
});
afterEach(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(args: readonly string[], accessKey = platform.accessKey): RunningCommand {
  const settings = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: accessKey };
  const env = { ...testEnvironment(folder), ...settings, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  return startCommand(process.execPath, [program, ...args], { cwd: folder, env });
}

const left = () => readdirSync(temporary, { recursive: true });

test.each(Object.entries(asking))("%s leaves no temporary file after success, failure or a signal", async (...row) => {
  const [command, args] = row;
  const well = await run(args).ended;
  expect([well.exitCode, left()]).toEqual([0, []]);
  const badly = await run(args, "wrong").ended;
  expect([badly.exitCode, left()]).toEqual([3, []]);
  platform.faults.add({ method: "GET", action: { delayMs: 60_000 } });
  const { until, send, ended } = run(args);
  await until(() => platform.faults.pending.length === 0);
  send(signals[Object.keys(asking).indexOf(command)] ?? "SIGTERM", "itself");
  await ended;
  expect(left()).toEqual([]);
});

const caFiles = [expect.stringMatching(/^pulumi-vcluster-platform-\w+$/), expect.stringMatching(/ca\.pem$/)];
const serve = ["serve", "--json", "--tls-self-signed"];

test.each<[NodeJS.Signals, object, string[]]>([
  ...signals.map((signal): [NodeJS.Signals, object, string[]] => [signal, { exitCode: 0, stderr: "" }, []]),
  ["SIGKILL", {}, caFiles],
])("serve --tls-self-signed has a folder with the CA only, which %s removes unless it kills", async (...row) => {
  const [signal, end, after] = row;
  const { said, send, ended } = run(serve);
  await said(/caFile/);
  expect(left()).toEqual(caFiles);
  send(signal, "itself");
  expect(await ended).toMatchObject(end);
  expect(left()).toEqual(after);
});

test.each([
  ["it cannot listen", () => ["--port", new URL(platform.baseUrl).port], "EADDRINUSE"],
  ["its file cannot be written", () => ["--json", "/no/file"], "ENOENT"],
])("serve --tls-self-signed removes the folder when %s", async (_, args, code) => {
  const { exitCode, stderr } = await run([...serve, ...args()]).ended;
  expect([exitCode, stderr, left()]).toEqual([1, expect.stringContaining(code), []]);
});
