import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { SignalForwarder } from "../../../cli/exec/signalForwarder";
import { root } from "../../support/environment";
import { startCommand } from "../../support/runningCommand";
import { startMutator, withMembers } from "../../support/startMutator";
import { whenFaultsHit } from "../../support/startRecorded";
import { startTestClock } from "../../support/testClock";
import { program } from "../program";
import { executing } from "./executing";

const { file, keys, platform, run, settings, start, texts } = executing();

const scoped = ["--user", "ci-bot", "--virtual-cluster", "web/dev"];

// It needs processes.
jest.setTimeout(30_000);

/** Runs exec with more variables than `run`. */
const runWith = (env: Record<string, string>, ...words: string[]) =>
  startCommand(process.execPath, [program, "exec", ...words], { cwd: root, env: { ...settings(), ...env } }).ended;

test("options behind the command are the command's, also without --", async () => {
  const words = ["--user", "ci-bot", "--project", "web", "echo", "pods", "--project", "other", "--help"];
  const { stdout } = await runWith({}, ...words);
  expect(stdout).toBe("pods --project other --help\n");
  const posts = platform().requests.filter(({ method }) => method === "POST");
  expect(JSON.stringify(posts)).not.toContain("other");
});

test.each(["/etc/passwd/program", "a".repeat(300)])(
  "the command %p cannot be started, and the key ends",
  async (name) => {
    const { exitCode, stderr } = await run(scoped, [name]);
    expect([exitCode, stderr]).toEqual([126, expect.stringMatching(/^exec: cannot start ".*\n$/)]);
    expect(keys()).toEqual([]);
  },
);

test("a folder of the kubeconfig that cannot be removed keeps neither the key nor the exit code", async () => {
  const mount = 'cd "$(dirname "$KUBECONFIG")" && mkdir m && mount -t tmpfs none m && pwd; exit 5';
  const { exitCode, stdout, stderr } = await run([...scoped, "--kubeconfig"], mount);
  spawnSync("umount", [`${stdout.trim()}/m`]);
  expect([exitCode, keys()]).toEqual([5, []]);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(texts()).toEqual([]);
});

test("a relative TMPDIR gives a kubeconfig that the command finds from each folder", async () => {
  mkdirSync(file("relative"));
  const TMPDIR = file("relative").replace(/^\//, "../".repeat(root.split("/").length - 1));
  const words = [...scoped, "--kubeconfig", "--", "sh", "-c", 'cd / && cat "$KUBECONFIG"'];
  const { stdout } = await runWith({ TMPDIR }, ...words);
  expect(stdout).toContain('"clusters"');
});

test("SIGQUIT ends the command and the key", async () => {
  const started = start([...scoped, "--kubeconfig"], "echo ready; sleep 20");
  await started.said(/ready/);
  started.send("SIGQUIT", "itself");
  expect((await started.ended).exitCode).toBe(131);
  expect([keys(), texts()]).toEqual([[], []]);
});

test("a signal that the command cannot get is told, and the key ends with the command", async () => {
  const signals = new SignalForwarder();
  const ended = signals.run({ program: "sleep", args: ["0.3"], env: process.env });
  const refused = jest.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  });
  const errors = jest.spyOn(console, "error").mockImplementation(() => {});
  process.emit("SIGTERM", "SIGTERM");
  refused.mockRestore();
  expect(errors.mock.calls).toEqual([["exec: the command cannot get SIGTERM: kill EPERM"]]);
  errors.mockRestore();
  expect(await ended).toBe(0);
  signals.stop();
});

test("a signal before the command is answered at once", async () => {
  platform().faults.add({ kind: "ownedaccesskeys", verb: "create", times: 1, action: { delayMs: 3000 } });
  const started = start(scoped, "echo ran");
  await whenFaultsHit(platform());
  started.send("SIGINT", "itself");
  await started.said(/exec: SIGINT: it ends when the platform has responded/);
  const { exitCode, stdout } = await started.ended;
  expect([exitCode, stdout, keys()]).toEqual([130, "", []]);
});

test("a clock that is ahead does not delete the key of an exec that still runs", async () => {
  const other = start(scoped, "echo ready; sleep 60");
  await other.said(/ready/);
  const clock = startTestClock();
  clock.setAhead(3600);
  const { exitCode } = await runWith(clock.env, ...scoped, "--", "true");
  clock.dispose();
  expect([exitCode, keys()]).toEqual([0, [expect.anything()]]);
  other.send("SIGTERM", "itself");
  await other.ended;
});

describe.each([
  ["removed", {}],
  ["masked", { key: "********" }],
])("where the value of the new key is %s", (_, shown) => {
  const hidden = async (...words: string[]) => {
    const mutator = await startMutator(platform().baseUrl);
    mutator.change = ({ status, body }) => {
      const { spec: { key: _key, ...spec } = {} } = body as { spec?: Record<string, unknown> };
      return status < 300 ? withMembers(body, { spec: { ...spec, ...shown } }) : body;
    };
    const env = { VCLUSTER_PLATFORM_BASE_URL: mutator.baseUrl };
    return runWith(env, ...scoped, ...words, "--", "sh", "-c", "echo ran").finally(mutator.close);
  };
  const cause = /^pulumi-\S+ exec: Cannot start the command: the platform does not show the value of .* of your own,/m;

  test.each([[[]], [["--kubeconfig"]]])(
    "no command is started, and the key is deleted by uid, with %j",
    async (words) => {
      const { exitCode, stdout, stderr } = await hidden(...words);
      expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringMatching(cause)]);
      expect(stderr).not.toContain("pulumi refresh");
      expect([keys(), texts()]).toEqual([[], []]);
      const deletes = platform().requests.filter(({ method }) => method === "DELETE");
      expect(deletes).toEqual([expect.objectContaining({ body: expect.stringMatching(/"preconditions":\{"uid":"/) })]);
    },
  );

  test("a failed delete is told beside the cause", async () => {
    platform().faults.add({ kind: "ownedaccesskeys", verb: "delete", action: { status: 403 } });
    const { exitCode, stdout, stderr } = await hidden();
    expect([exitCode, stdout, stderr]).toEqual([1, "", expect.stringMatching(cause)]);
    expect(stderr).toMatch(/^note: the access key "exec-\w+" could not be deleted\. It works until \d{4}-/m);
  });
});

test("where the platform does not tell whether it made the key, both failures are told", async () => {
  platform().faults.add({ kind: "ownedaccesskeys", verb: "create", times: 1, action: "reset-after" });
  platform().faults.add({ kind: "ownedaccesskeys", verb: "get", action: { status: 403 } });
  platform().faults.add({ kind: "ownedaccesskeys", verb: "delete", action: { status: 403 } });
  const { exitCode, stderr } = await run(scoped, "echo ran");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/may or may not have been created/);
  expect(stderr).toMatch(/the access key "exec-\w+" could not be deleted/);
});
