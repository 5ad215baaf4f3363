// The steps of the demo, in order. Each one acts, checks the result and yields the lines to show.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { RunningPlatform } from "../../emulator/platform.js";
import type { Stack } from "../../test/support/stack";

interface Demo {
  stack: Stack;
  platform: RunningPlatform;
}

interface DemoStep {
  title: string;
  /** Left out with --keep. */
  isLast?: boolean;
  run: (demo: Demo) => Promise<string[]>;
}

const changed = "Namespaces for the teams of the web shop";
const foreign = "Edited by hand, on a Friday evening";
const description = /(description: ")([^"]*)(")/;

export const steps: DemoStep[] = [
  {
    title: "pulumi up: create three resources",
    run: async ({ stack, platform }) => {
      const { stdout } = await stack.up(["--skip-preview"]);
      assert(
        (await list(platform, "spacetemplates")).length > 0 && (await list(platform, "ownedaccesskeys")).length > 0,
      );
      const created = events(stdout, "created");
      assert(created.length >= 3, stdout);
      return created;
    },
  },
  {
    title: "pulumi stack output: the key is a secret",
    run: async ({ stack, platform }) => {
      const { stdout } = await stack.pulumi(["stack", "output"]);
      await stack.exportState();
      assert(stdout.includes("[secret]"), stdout);
      for (const { spec } of await list(platform, "ownedaccesskeys")) {
        assert(spec.key && !stack.allOutput().includes(String(spec.key)), "The key was shown in clear text.");
      }
      return linesOf(stdout).slice(1);
    },
  },
  {
    title: "Change the description in the program, and pulumi up",
    run: async ({ stack, platform }) => {
      const program = readFileSync(path.join(stack.dir, "index.ts"), "utf8");
      const [, , before] = description.exec(program) ?? [];
      stack.write(program.replace(description, `$1${changed}$3`));
      const { stdout } = await stack.up(["--skip-preview"]);
      await expectDescription(platform, changed);
      return [`- ${before}`, `+ ${changed}`, ...events(stdout, "updated")];
    },
  },
  {
    title: "Somebody else edits the description on the server",
    run: async ({ platform }) => {
      const name = (await list(platform, "spacetemplates"))[0]?.metadata.name;
      const patch = [{ op: "add", path: "/spec/description", value: foreign }];
      await send(platform, `spacetemplates/${name}?fieldManager=kubectl-edit`, patch);
      await expectDescription(platform, foreign);
      return [`PATCH spacetemplates/${name}: ${foreign}`];
    },
  },
  {
    title: "pulumi refresh: see the drift",
    run: async ({ stack }) => {
      const { stdout } = await stack.refresh(["--skip-preview", "--diff"]);
      const drift = linesOf(stdout).filter((line) => line.startsWith("~ description"));
      assert(drift.join().includes(foreign), stdout);
      return drift.map((line) => line.replace(/ +:/, ":"));
    },
  },
  {
    title: "pulumi up: repair it",
    run: async ({ stack, platform }) => {
      const { stdout } = await stack.up(["--skip-preview"]);
      await expectDescription(platform, changed);
      return events(stdout, "updated");
    },
  },
  {
    title: "pulumi destroy",
    isLast: true,
    run: async ({ stack, platform }) => {
      const { stdout } = await stack.destroy(["--skip-preview"]);
      for (const kind of ["spacetemplates", "ownedaccesskeys"]) assert.deepEqual(await list(platform, kind), []);
      return events(stdout, "deleted");
    },
  },
];

/** Sends a request by plain HTTP, as another client does: a JSON Patch, or a GET without one. */
async function send({ baseUrl, accessKey }: RunningPlatform, where: string, patch?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${accessKey}`, "Content-Type": "application/json-patch+json" };
  const init = patch ? { method: "PATCH", headers, body: JSON.stringify(patch) } : { headers };
  const response = await fetch(`${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/${where}`, init);
  assert(response.ok, `The platform answered ${response.status} to ${where}.`);
  return response;
}

interface PlatformObject {
  metadata: { name: string };
  spec: Record<string, unknown>;
}

/** @param kind in the plural, as the API spells it */
async function list(platform: RunningPlatform, kind: string): Promise<PlatformObject[]> {
  return JSON.parse(await (await send(platform, kind)).text()).items;
}

async function expectDescription(platform: RunningPlatform, wanted: string) {
  const [template] = await list(platform, "spacetemplates");
  assert.equal(template?.spec.description, wanted, "The template on the platform has another description.");
}

const linesOf = (output: string) =>
  output
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());

/** The lines of Pulumi's output about our resources, shortened to their kinds and names. */
function events(output: string, what: "created" | "updated" | "deleted") {
  const event = new RegExp(`([+~-]) +[\\w-]+:[\\w/-]+:(\\w+) (\\S+) ${what} \\(([\\d.]+s)\\)(.*)`);
  const found = linesOf(output).flatMap((line) => {
    const [matched, sign, kind, name, took, rest] = event.exec(line) ?? [];
    return matched && kind !== "Stack" ? [`${sign} ${kind} ${name} ${what} in ${took}${rest}`.trimEnd()] : [];
  });
  return [...new Set(found)];
}
