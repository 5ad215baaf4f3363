// Stands for the engine, as a process that can be killed. Starts the plugin itself or, as for a plugin from its source, by a
// language host that lives on. Arguments: engine or host; the plugin; who starts it; in a host the engine's address.
const { spawn } = require("node:child_process");
const { createServer } = require("node:http2");

const [role, plugin = "", starter = "", hostsAddress = ""] = process.argv.slice(2);
/** @type {import("node:child_process").ChildProcess | undefined} */
let started;

if (role === "host") startPlugin(hostsAddress, "ignore");
else {
  const server = createServer();
  server.listen(0, "127.0.0.1", () => {
    const address = `127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
    if (starter === "engine") startPlugin(address, "pipe");
    else
      spawn(process.execPath, [__filename, "host", plugin, starter, address], {
        stdio: ["pipe", "inherit", "inherit"],
      });
  });
}
// Whoever started this can tell it to close what the plugin reads.
process.stdin.once("data", () => started?.stdin?.end());

/**
 * @param {string} address
 * @param {"pipe" | "ignore"} stdin
 */
function startPlugin(address, stdin) {
  started = spawn(process.execPath, [plugin, address], { stdio: [stdin, "pipe", "inherit"] });
  /** @param {Buffer} port */
  const tell = (port) => process.stdout.write(`${JSON.stringify([started?.pid, Number(port), process.pid])}\n`);
  started.stdout?.once("data", tell);
  started.once("exit", (code, signal) => process.stdout.write(`${JSON.stringify(signal ?? code)}\n`));
  setInterval(() => {}, 1000);
}
