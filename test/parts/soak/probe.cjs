// Loaded into the plugin's process: on SIGUSR2 it runs GC and writes its usage to PROBE_FILE.
const { renameSync, writeFileSync } = require("node:fs");
const v8 = require("node:v8");
const vm = require("node:vm");

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc");
const file = String(process.env.PROBE_FILE);

process.on("SIGUSR2", () => {
  collectGarbage();
  // Finalizers run between the two; the second one collects what they release.
  setImmediate(() => {
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    const active = process.getActiveResourcesInfo().filter((each) => each !== "Immediate");
    const timers = active.filter((each) => each === "Timeout").length;
    const held = { heapMiB: heapUsed / 2 ** 20, residentMiB: rss / 2 ** 20, timers, handles: active.length - timers };
    writeFileSync(`${file}.new`, JSON.stringify(held));
    renameSync(`${file}.new`, file);
  });
});
