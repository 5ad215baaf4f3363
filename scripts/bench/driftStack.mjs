// A stack of the real engine with its own state, and nothing of the user's settings.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { environmentFile, root } from "../setup/paths.js";
import { nameOf, template } from "./template.mjs";

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {number} count how many templates its program declares
 */
export function createStack({ baseUrl, accessKey }, count) {
  const home = mkdtempSync(path.join(tmpdir(), "pulumi-platform-bench-"));
  const [cwd, state] = [path.join(home, "program"), path.join(home, "state")];
  for (const folder of [cwd, state]) mkdirSync(folder);
  writeFileSync(
    path.join(cwd, "Pulumi.yaml"),
    `name: bench\nruntime: yaml\nresources: ${JSON.stringify(declared(count))}\n`,
  );
  /** @type {string[]} */
  const tools = JSON.parse(readFileSync(environmentFile, "utf8")).path;
  const env = {
    ...process.env,
    PATH: [...tools, path.join(root, "bin"), process.env.PATH].join(path.delimiter),
    HOME: home,
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_ACCESS_KEY: accessKey,
  };
  return { place: { cwd, env }, dispose: () => rmSync(home, { recursive: true, force: true }) };
}

/** @param {number} count */
function declared(count) {
  const entries = Array.from({ length: count }, (_, index) => {
    const { metadata, spec } = template(nameOf(index));
    return [metadata.name, { type: "platform:index:SpaceTemplate", properties: { ...metadata, ...spec } }];
  });
  return Object.fromEntries(entries);
}
