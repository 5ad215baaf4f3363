import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../../support/environment";

const plugin = path.join(root, "bin", "pulumi-resource-platform");
// Stands for the engine: starts the plugin, tells its process id once it serves, and stays.
const engine = `
const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(plugin)}]);
child.stdout.once("data", () => console.log(child.pid));
setInterval(() => {}, 1000);
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a plugin whose engine was killed ends by itself", async () => {
  const started = spawn(process.execPath, ["-e", engine]);
  const pid = Number(
    await new Promise<string>((resolve) => started.stdout.once("data", (text) => resolve(String(text)))),
  );
  expect(isRunning(pid)).toBe(true);
  started.kill("SIGKILL");
  const limit = Date.now() + 15_000;
  while (isRunning(pid) && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 50));
  const outlived = isRunning(pid);
  if (outlived) process.kill(pid, "SIGKILL");
  expect(outlived).toBe(false);
}, 30_000);
