import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A clock that a test sets, for the embedded platform and every Node.js process of a stack. */
export interface TestClock {
  /** For the platform. */
  now: () => Date;
  /** For the environment of a stack: new processes use this clock without the product's support. */
  env: Record<string, string>;
  /** Sets the clock this many seconds ahead of the real one. */
  setAhead(seconds: number): void;
  dispose(): void;
}

/** Starts a clock at the real time. */
export function startTestClock(): TestClock {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-clock-"));
  const file = path.join(folder, "milliseconds");
  let ahead = 0;
  const setAhead = (seconds: number) => {
    ahead = seconds * 1000;
    writeFileSync(file, String(ahead));
  };
  setAhead(0);
  return {
    now: () => new Date(Date.now() + ahead),
    env: { TEST_CLOCK_FILE: file, NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, "clockAhead.js"))}` },
    setAhead,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
