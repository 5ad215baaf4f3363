// The steps of the demo, in order. Each one acts, checks the result and yields the lines to show.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Failure } from "../setup/failure.js";

/**
 * @typedef {object} Demo
 * @property {(...args: string[]) => Promise<string>} pulumi yields its output
 * @property {() => string} shown all output so far
 * @property {import("../../emulator/platform.js").RunningPlatform} platform
 * @property {string} folder of the program
 * @property {3 | 4} api of the platform
 */

/**
 * @typedef {{ title: string, last?: boolean, run: (demo: Demo) => Promise<string[]> }} DemoStep the
 *   last one is left out with --keep
 */

const changed = "Namespaces for the teams of the web shop";
const foreign = "Edited by hand, on a Friday evening";
const kinds = ["spacetemplates", "ownedaccesskeys"];
const description = /(description: ")([^"]*)(")/;

/** @type {DemoStep[]} */
export const steps = [
  {
    title: "pulumi up: create the resources",
    run: async ({ pulumi, platform, api }) => {
      await pulumi("stack", "init", "demo");
      const output = await pulumi("up", "--yes", "--skip-preview");
      for (const kind of kinds) expect((await list(platform, kind)).length > 0, `The platform has no ${kind}.`);
      const created = events(output, "created");
      // API 4 has no import.
      expect(created.length >= (api === 4 ? 2 : 3), `Too few resources were created:\n${output}`);
      return created;
    },
  },
  {
    title: "pulumi stack output: the key is a secret",
    run: async ({ pulumi, shown, platform }) => {
      const output = await pulumi("stack", "output");
      await pulumi("stack", "export");
      expect(output.includes("[secret]"), `No output is a secret:\n${output}`);
      for (const { spec } of await list(platform, "ownedaccesskeys")) {
        expect(Boolean(spec.key), "The platform generated no key.");
        expect(!shown().includes(String(spec.key)), "The key was shown in clear text.");
      }
      return output
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.trim());
    },
  },
  {
    title: "Change the description in the program, and pulumi up",
    run: async ({ pulumi, platform, folder }) => {
      const file = path.join(folder, "index.ts");
      const program = readFileSync(file, "utf8");
      const [, , before] = description.exec(program) ?? [];
      writeFileSync(file, program.replace(description, `$1${changed}$3`));
      const output = await pulumi("up", "--yes", "--skip-preview");
      await expectDescription(platform, changed);
      return [`- ${before}`, `+ ${changed}`, ...events(output, "updated")];
    },
  },
  {
    title: "Somebody else edits the description on the server",
    run: async ({ platform }) => {
      const [template] = await list(platform, "spacetemplates");
      const name = template?.metadata.name;
      const patch = [{ op: "add", path: "/spec/description", value: foreign }];
      await send(platform, `spacetemplates/${name}?fieldManager=kubectl-edit`, patch);
      await expectDescription(platform, foreign);
      return [`PATCH spacetemplates/${name}: ${foreign}`];
    },
  },
  {
    title: "pulumi refresh: see the drift",
    run: async ({ pulumi }) => {
      const output = await pulumi("refresh", "--yes", "--skip-preview", "--diff");
      const drift = output.split("\n").filter((line) => /^ *~ description/.test(line));
      expect(drift.join().includes(foreign), `The refresh did not see the edit:\n${output}`);
      return drift.map((line) => line.trim().replace(/ +:/, ":"));
    },
  },
  {
    title: "pulumi up: repair it",
    run: async ({ pulumi, platform }) => {
      const output = await pulumi("up", "--yes", "--skip-preview");
      await expectDescription(platform, changed);
      return events(output, "updated");
    },
  },
  {
    title: "pulumi destroy",
    last: true,
    run: async ({ pulumi, platform }) => {
      const output = await pulumi("destroy", "--yes", "--skip-preview");
      for (const kind of kinds) expect((await list(platform, kind)).length === 0, `The platform still has ${kind}.`);
      return events(output, "deleted");
    },
  },
];

/**
 * Sends a request by plain HTTP, as another client does: a JSON Patch, or a GET without one.
 * @param {Demo["platform"]} platform
 * @param {string} where
 * @param {object} [patch]
 * @returns {Promise<any>}
 */
async function send({ baseUrl, accessKey }, where, patch) {
  const headers = { Authorization: `Bearer ${accessKey}`, "Content-Type": "application/json-patch+json" };
  const init = patch ? { method: "PATCH", headers, body: JSON.stringify(patch) } : { headers };
  const response = await fetch(`${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/${where}`, init);
  expect(response.ok, `The platform answered ${response.status} to ${where}.`);
  return response.json();
}

/**
 * @param {Demo["platform"]} platform
 * @param {string} kind in the plural, as the API spells it
 * @returns {Promise<{ metadata: { name: string }, spec: Record<string, unknown> }[]>}
 */
const list = async (platform, kind) => (await send(platform, kind)).items;

/**
 * @param {boolean} isSo
 * @param {string} otherwise
 */
function expect(isSo, otherwise) {
  if (!isSo) throw new Failure(otherwise);
}

/**
 * @param {Demo["platform"]} platform
 * @param {string} wanted
 */
async function expectDescription(platform, wanted) {
  const [template] = await list(platform, "spacetemplates");
  const found = template?.spec.description;
  expect(found === wanted, `The template's description on the platform is "${found}", not "${wanted}".`);
}

/**
 * The lines of Pulumi's output about our resources, shortened to their kinds and names.
 * @param {string} output
 * @param {"created" | "updated" | "deleted"} what
 */
function events(output, what) {
  const event = new RegExp(`([+~-]) +[\\w-]+:[\\w/-]+:(\\w+) (\\S+) ${what} \\(([\\d.]+s)\\)(.*)`);
  const found = output.split("\n").flatMap((line) => {
    const [matched, sign, kind, name, took, rest] = event.exec(line) ?? [];
    return matched && kind !== "Stack" ? [`${sign} ${kind} ${name} ${what} in ${took}${rest}`.trimEnd()] : [];
  });
  return [...new Set(found)];
}
