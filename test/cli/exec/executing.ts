import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PlatformOptions } from "../../../emulator/options";
import { root } from "../../support/environment";
import { type RunningCommand, startCommand } from "../../support/runningCommand";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { program } from "../program";

/** A platform for each test, and `pulumi-vcluster-platform exec` on it. */
export function executing(options: PlatformOptions = { api: 4 }) {
  const file = temporaryFolder();
  let platform: RecordedPlatform;
  let running: RunningCommand[] = [];
  beforeEach(async () => {
    platform = await startRecorded({ projects: ["default", "web"], ...options });
  });
  afterEach(async () => {
    for (const each of running) if (each.pid !== undefined) killGroup(each.pid);
    running = [];
    await platform.close();
  });
  /** The environment of exec. */
  const settings = () => ({
    PATH: process.env.PATH ?? "",
    HOME: file("."),
    TMPDIR: file("."),
    VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
  });
  /** Starts exec. The command is a script of sh. */
  const start = (args: readonly string[], script: string | readonly string[]) => {
    const command = typeof script === "string" ? ["sh", "-c", script] : script;
    const words = [program, "exec", ...args, "--", ...command];
    const started = startCommand(process.execPath, words, { cwd: root, env: settings() });
    running.push(started);
    return started;
  };
  return {
    file,
    platform: () => platform,
    settings,
    start,
    run: (args: readonly string[], script: string | readonly string[]) => start(args, script).ended,
    /** The keys on the platform that exec has made. */
    keys: () => platform.store.list("ownedaccesskeys").filter(({ spec }) => /^exec /.test(String(spec.displayName))),
    texts: () => textsBelow(file(".")),
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The texts of all files below a folder. */
function textsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"));
}
