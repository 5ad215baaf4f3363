import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { root } from "../../support/environment";
import { startFakeEngine } from "../../support/fakeEngine";
import { signal } from "../../support/kills/processes";
import { attachPlugin, startPlugin } from "../../support/plugin";
import { driverOf } from "../../support/pluginDriver";

jest.setTimeout(60_000);

test("a plugin that was started by hand outlives the engines that attach to it, and tells each what happens", async () => {
  const plugin = await startPlugin();
  try {
    for (let count = 0; count < 3; count++) {
      const engine = await startFakeEngine();
      const request = new PluginAttach();
      request.setAddress(engine.address);
      await plugin.client.attach(request);
      await driverOf(plugin).check("OwnedAccessKey", { name: "ci", user: "ci" });
      await engine.heard("ttl");
      engine.close();
    }
    expect(await driverOf(plugin).check("OwnedAccessKey", { name: "ci", user: "ci" })).toMatchObject({ failures: [] });
    expect(plugin.stderr()).toBe("");
  } finally {
    await plugin.close();
  }
});

/** Some of the times at which a plugin looks for who started it; a slow machine can only let this test miss something. */
const looksMs = 1500;

test("a plugin that was started by hand outlives the shell that it was started from", async () => {
  const { shell, pid, port } = await startInBackground();
  const plugin = attachPlugin(port);
  try {
    shell.stdin?.end("exit\n");
    await once(shell, "exit");
    await sleep(looksMs);
    expect(await driverOf(plugin).check("OwnedAccessKey", { name: "ci", user: "ci" })).toMatchObject({ failures: [] });
  } finally {
    await plugin.close();
    for (const left of [shell.pid, pid]) if (left) signal(left, "SIGKILL");
  }
});

/** A process that starts the plugin, tells its process id, and ends when it reads something; and the port, which the plugin prints. */
async function startInBackground(): Promise<{ shell: ChildProcess; pid: number; port: number }> {
  const script = `
    const options = { stdio: ["ignore", "inherit", "ignore"], detached: true };
    const { pid } = require("node:child_process").spawn(process.execPath, [process.argv[1]], options);
    require("node:fs").writeSync(1, pid + "\\n");
    process.stdin.once("data", () => process.exit());`;
  const plugin = path.join(root, "bin", "pulumi-resource-platform");
  const shell = spawn(process.execPath, ["-e", script, plugin], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const number = async () => Number((await lines.next()).value);
  return { shell, pid: await number(), port: await number() };
}
