import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startDrift } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { descendantsOf, signal } from "../../support/kills/processes";
import { testIf } from "../../support/needs";
import { startPulumi } from "../../support/runningPulumi";
import type { Stack } from "../../support/stack";
import { stackUnderTest } from "../../support/stackUnderTest";

const limitMs = 2000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** More than the requests of a command. */
const times = 1000;
const template = 'template: { type: "vcluster-platform:index:SpaceTemplate", properties: { name: template } }';
const program = `resources:\n  ${template}\n`;
const fromSource = `plugins: { providers: [{ name: vcluster-platform, path: ${JSON.stringify(root)} }] }\n`;
/** How the plugin is started: part of its command line, and the program. */
const plugins: [title: string, command: RegExp, source: string][] = [
  ["its executable", /pulumi-resource-vcluster-platform/, program],
  ["its source", /run-plugin/, fromSource + program],
];
const testHere = testIf(process.platform !== "win32", "ps");

/** What is among the temporary files of a stack's commands. */
const temporaryFiles = ({ env }: Stack) =>
  readdirSync(env.TMPDIR as string, { recursive: true })
    .map(String)
    .sort();

/** Whether a process runs; one that has ended may wait for somebody who reads its exit code. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  if (existsSync(file)) return !/ Z \d+ [^)]*$/.test(readFileSync(file, "utf8"));
  return !existsSync("/proc/self") && spawnSync("ps", ["-p", String(pid)]).status === 0;
}

describe.each(plugins)("pulumi up on the plugin from %s", (_title, command, source) => {
  const given = stackUnderTest(() => ({ program: "yaml", source }));

  testHere("killed during a create, leaves no plugin process after two seconds, and no file", async () => {
    const { stack, platform } = given;
    platform.faults.add({ method: "POST", action: { delayMs: 60_000 } });
    const up = startPulumi(stack, ["up", "--yes", "--skip-preview"]);
    await up.until(() => platform.faults.pending.length === 0);
    const started = descendantsOf(Number(up.pid));
    const serving = started.filter((each) => command.test(each.command));
    try {
      expect(serving).not.toEqual([]);
      up.send("SIGKILL", "itself");
      const killed = performance.now();
      while (serving.some(({ pid }) => isRunning(pid)) && performance.now() - killed < limitMs) await sleep(20);
      expect(serving.filter(({ pid }) => isRunning(pid))).toEqual([]);
      expect(temporaryFiles(stack)).not.toContainEqual(expect.stringMatching(/pulumi-vcluster-platform/));
    } finally {
      for (const { pid } of started) signal(pid, "SIGKILL");
    }
  });
});

describe("pulumi-vcluster-platform drift", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: program }));
  beforeAll(() => given.stack.up(["--skip-preview"]));

  test("leaves no temporary file after success or failure", async () => {
    const before = temporaryFiles(given.stack);
    const well = await startDrift(given.stack).ended;
    expect([well.exitCode, temporaryFiles(given.stack)]).toEqual([0, before]);
    const badly = await startDrift(given.stack, ["--stack", "absent"]).ended;
    expect([badly.exitCode, temporaryFiles(given.stack)]).toEqual([1, before]);
  });

  /** Runs the command until a read hangs, and ends it then. */
  async function endedBy(name: NodeJS.Signals, to: "itself" | "all"): Promise<number> {
    const { stack, platform } = given;
    const hang = platform.faults.add({ method: "GET", name: "template", times, action: { delayMs: 60_000 } });
    const running = startDrift(stack, ["--skip-orphans"]);
    await running.until(() => hang.left < times);
    running.send(name, to);
    const { exitCode } = await running.ended;
    platform.faults.remove(hang.id);
    return exitCode;
  }

  test.each(signals)("leaves no temporary file when %s ends it while an object hangs", async (name) => {
    const before = temporaryFiles(given.stack);
    expect(await endedBy(name, "itself")).toBe(1);
    expect(temporaryFiles(given.stack)).toEqual(before);
  });

  // The last test, because the lock of the stack remains.
  test("leaves no temporary file when it is killed", async () => {
    const before = temporaryFiles(given.stack);
    await endedBy("SIGKILL", "all");
    expect(temporaryFiles(given.stack)).toEqual(before);
  });
});
