// How much longer a command takes with `exec` than with the requests that it needs.
import path from "node:path";
import { root } from "../setup/paths.js";
import { printed } from "../setup/processes.js";
import { row } from "./results.js";
import { type Bench, sample, withPlatform, zip } from "./samples.js";

const user = "ci-bot";
const command = "true";
/** Create, delete, list, discovery, and one each for the identity and the state of the key. */
const requestLimit = 6;

export const exec: Bench = {
  name: "Exec",
  sizes: [10],
  run: (size, rounds) =>
    withPlatform(async ({ baseUrl, accessKey, takeRequests }) => {
      const env = {
        ...process.env,
        VCLUSTER_PLATFORM_BASE_URL: baseUrl,
        VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
      };
      const timed = (who: string, words: string[]) => async () => {
        const started = performance.now();
        for (let run = 0; run < size; run++) await printed(process.execPath, words, { env });
        const ms = (performance.now() - started) / size;
        return { [who]: ms, [`${who} requests`]: takeRequests() / size };
      };
      const program = path.join(root, "bin", "pulumi-vcluster-platform");
      const scope = ["--project", "default"];
      const samples = await sample(rounds, [
        timed("ours", [program, "exec", "--user", user, ...scope, "--", command]),
        timed("bare", [path.join(__dirname, "bareExec.js"), baseUrl, accessKey, user, command]),
      ]);
      const ratios = zip((a, b = 0) => a / b, samples("ours"), samples("bare"));
      const rows = [
        row("requests", "requests", samples("ours requests"), { limit: requestLimit, isGate: true }),
        row("exec", "ms", samples("ours")),
        row("bare requests", "ms", samples("bare")),
        row("exec to the bare requests", "×", ratios, { limit: 3 }),
      ];
      return [{ title: "A key for one command", rows }];
    }),
};
