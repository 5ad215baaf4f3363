import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { SignalForwarder } from "../../../cli/exec/childProcess";
import { root } from "../../support/environment";
import { startCommand } from "../../support/runningCommand";
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

