// npm run audit [-- --registry <url>]: what is known against the packages that ship. 0: nothing; 1: vulnerabilities; 3: nobody could be asked.
import { parseArgs } from "node:util";
import { root } from "./setup/paths.js";
import { runMain } from "./setup.mjs";
import { audit } from "./supply/audit.js";

const exitCodes = { clean: 0, vulnerable: 1, unknown: 3 };

await runMain(async () => {
  const { values } = parseArgs({ options: { registry: { type: "string" } } });
  const { outcome, words } = await audit(root, values);
  (outcome === "clean" ? console.log : console.error)(words);
  return exitCodes[outcome];
});
