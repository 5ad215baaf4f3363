import { serve } from "./faces/plugin/serve.js";
import { whenEngineIsGone } from "./faces/plugin/whenEngineIsGone.js";

whenEngineIsGone(process.argv[2], () => process.exit());

// The engine reads the port from the first line of stdout.
serve(process.argv[2]).then(
  (port) => process.stdout.write(`${port}\n`),
  (error: Error) => {
    process.stderr.write(`pulumi-resource-platform cannot start: ${error.message}\n`);
    process.exitCode = 1;
  },
);
