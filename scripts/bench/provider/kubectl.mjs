// kubectl on an embedded platform of its own, with TLS: without it kubectl sends no token.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Failure, tail } from "../../setup/failure.js";
import { run } from "../../setup/processes.js";
import { findProgram, searchPath } from "../../setup/search.js";
import { scratchFolder } from "../scratchFolder.mjs";
import { nameOf, template } from "../template.mjs";
import { selfSigned, startCounted } from "./countedPlatform.mjs";

/** Whether there is a kubectl on PATH. */
export const kubectlIsThere = () => findProgram("kubectl", searchPath()) !== undefined;

/**
 * @param {number} count how many objects its file holds
 * @param {(kubectl: (verb: string, ...args: string[]) => Promise<number>) => Promise<void>} use gets what runs a verb on the file
 *   and yields the milliseconds
 */
export async function withKubectl(count, use) {
  const { folder, dispose } = scratchFolder();
  const { cert, key, ca } = await selfSigned();
  const platform = await startCounted({ tls: { cert, key } });
  const file = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const config = file("config", kubeconfig(platform, file("ca.pem", ca)));
  const documents = Array.from({ length: count }, (_, index) => JSON.stringify(template(nameOf(index))));
  // kubectl would read a file that begins with a brace as one JSON document.
  const objects = file("objects.yaml", documents.map((document) => `---\n${document}\n`).join(""));
  const env = { ...process.env, HOME: folder, KUBECONFIG: config };
  try {
    await use(async (verb, ...args) => {
      const started = performance.now();
      const { code, output } = await run("kubectl", [verb, "-f", objects, ...args], { cwd: folder, env });
      if (code === 0) return performance.now() - started;
      throw new Failure(`kubectl ${verb} ended with ${code}:\n${tail(output)}`);
    });
  } finally {
    await platform.close();
    dispose();
  }
}

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {string} ca
 */
function kubeconfig({ baseUrl, accessKey }, ca) {
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "bench", cluster: { server: `${baseUrl}/kubernetes/management`, "certificate-authority": ca } }],
    users: [{ name: "bench", user: { token: accessKey } }],
    contexts: [{ name: "bench", context: { cluster: "bench", user: "bench" } }],
    "current-context": "bench",
  });
}
