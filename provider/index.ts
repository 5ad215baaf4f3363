import { serve } from "./faces/plugin/serve.js";

// The engine starts this file with its own address and reads the port from the first line of stdout.
serve(process.argv[2]).then(
  (port) => process.stdout.write(`${port}\n`),
  (error: unknown) => {
    process.stderr.write(`pulumi-resource-platform cannot start: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  },
);
