// The steps of the demo, in order. Each step acts, checks the result and yields the few lines worth reading.
import { Failure } from "../setup/failure.js";
import { stack } from "./project.mjs";

/**
 * @typedef {object} Demo
 * @property {import("./project.mjs").Project} project
 * @property {ReturnType<typeof import("./platform.mjs").somebodyElse>} platform
 */

/**
 * @typedef {object} DemoStep
 * @property {string} title
 * @property {boolean} [last] left out with --keep
 * @property {(demo: Demo, onLine: (line: string) => void) => Promise<string[]>} run
 */

const changed = "Namespaces for the teams of the web shop";
const foreign = "Edited by hand, on a Friday evening";
const kinds = ["spacetemplates", "ownedaccesskeys"];

/** @type {DemoStep[]} */
export const steps = [
  {
    title: "pulumi up: create three resources",
    run: async ({ project, platform }, onLine) => {
      await project.pulumi(["stack", "init", stack]);
      const output = await project.pulumi(["up", "--yes", "--skip-preview"], onLine);
      for (const kind of kinds) expect((await platform.list(kind)).length > 0, `The platform has no ${kind}.`);
      const created = events(output, "created");
      expect(created.length >= 3, `Fewer than three resources were created:\n${output}`);
      return created;
    },
  },
  {
    title: "pulumi stack output: the key is a secret",
    run: async ({ project, platform }) => {
      const output = await project.pulumi(["stack", "output"]);
      const state = await project.pulumi(["stack", "export"]);
      expect(output.includes("[secret]"), `No output is a secret:\n${output}`);
      for (const { spec } of await platform.list("ownedaccesskeys")) {
        expect(Boolean(spec.key), "The platform generated no key.");
        expect(!(output + state + project.printed()).includes(String(spec.key)), "The key was shown in clear text.");
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
    run: async (demo, onLine) => {
      const before = demo.project.description();
      demo.project.describe(changed);
      const output = await demo.project.pulumi(["up", "--yes", "--skip-preview"], onLine);
      await expectDescription(demo, changed);
      return [`- ${before}`, `+ ${changed}`, ...events(output, "updated")];
    },
  },
  {
    title: "Somebody else edits the description on the server",
    run: async (demo) => {
      const { metadata } = await template(demo);
      await demo.platform.edit("spacetemplates", metadata.name, "description", foreign);
      await expectDescription(demo, foreign);
      return [`PATCH spacetemplates/${metadata.name}: ${foreign}`];
    },
  },
  {
    title: "pulumi refresh: see the drift",
    run: async ({ project }, onLine) => {
      const output = await project.pulumi(["refresh", "--yes", "--skip-preview", "--diff"], onLine);
      const drift = output.split("\n").filter((line) => /^ *~ description/.test(line));
      expect(drift.join().includes(foreign), `The refresh did not see the edit:\n${output}`);
      return drift.map((line) => line.trim().replace(/ +:/, ":"));
    },
  },
  {
    title: "pulumi up: repair it",
    run: async (demo, onLine) => {
      const output = await demo.project.pulumi(["up", "--yes", "--skip-preview"], onLine);
      await expectDescription(demo, changed);
      return events(output, "updated");
    },
  },
  {
    title: "pulumi destroy",
    last: true,
    run: async ({ project, platform }, onLine) => {
      const output = await project.pulumi(["destroy", "--yes", "--skip-preview"], onLine);
      for (const kind of kinds) expect((await platform.list(kind)).length === 0, `The platform still has ${kind}.`);
      return events(output, "deleted");
    },
  },
];

/**
 * @param {boolean} isSo
 * @param {string} otherwise
 */
function expect(isSo, otherwise) {
  if (!isSo) throw new Failure(otherwise);
}

/** @param {Demo} demo */
async function template({ platform }) {
  const [found] = await platform.list("spacetemplates");
  if (!found) throw new Failure("The platform has no space template.");
  return found;
}

/**
 * @param {Demo} demo
 * @param {string} wanted
 */
async function expectDescription(demo, wanted) {
  const { description } = (await template(demo)).spec;
  expect(description === wanted, `The template's description on the platform is "${description}", not "${wanted}".`);
}

/**
 * The lines of Pulumi's output that say what happened to a resource of ours, shortened to its kind and name.
 * @param {string} output
 * @param {"created" | "updated" | "deleted"} what
 */
function events(output, what) {
  const event = new RegExp(`([+~-]) +[\\w-]+:[\\w/-]+:(\\w+) (\\S+) ${what} \\(([\\d.]+s)\\)(.*)`);
  const found = output.split("\n").flatMap((line) => {
    const match = event.exec(line);
    return match && match[2] !== "Stack"
      ? [`${match[1]} ${match[2]} ${match[3]} ${what} in ${match[4]}${match[5]}`.trimEnd()]
      : [];
  });
  return [...new Set(found)];
}
