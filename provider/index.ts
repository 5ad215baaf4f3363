import { serve } from "./faces/plugin/serve.js";
import { messageOf } from "./objects/messages.js";

/** How often to look whether the engine is still there, in milliseconds. */
const watchMs = 1000;

const parent = process.ppid;
// A killed engine cannot say goodbye; whoever started the plugin being gone is the sign.
setInterval(() => process.ppid !== parent && process.exit(), watchMs).unref();

// The engine starts this file with its own address and reads the port from the first line of stdout.
serve(process.argv[2]).then(
  (port) => process.stdout.write(`${port}\n`),
  (error: unknown) => {
    process.stderr.write(`pulumi-resource-platform cannot start: ${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
