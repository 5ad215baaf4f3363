// The steps of the demo, in order. Each one acts, checks the result and yields the lines to show.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { RunningPlatform } from "../../emulator/platform.js";
import { replacedAt } from "../../provider/resources/ownedAccessKey/replacedKeys.js";
import type { Stack } from "../../test/support/stack";

/** What the steps act on. */
interface Demo {
  stack: Stack;
  /** The stack of {@link rotatedKey}. */
  keys: Stack;
  /** The stack of the program in virtualClusterSteps.ts. */
  cluster: Stack;
  platform: RunningPlatform;
}

/** A step with the line above what it shows. */
export interface DemoStep {
  title: string;
  /** Left out with --keep. */
  isLast?: boolean;
  run: (demo: Demo) => Promise<string[]>;
}

const changed = "Namespaces for the teams of the web shop";
const foreign = "Edited by hand, on a Friday evening";
const description = /(description: ")([^"]*)(")/;

/** A program for the plugin. Another reason replaces the key; the old one works on for a while. */
export const rotatedKey = (reason: string) => `import { CustomResource, Inputs } from "@pulumi/pulumi";

class OwnedAccessKey extends CustomResource {
  constructor(name: string, inputs: Inputs) {
    super("vcluster-platform:index:OwnedAccessKey", name, inputs);
  }
}

new OwnedAccessKey("deploy", {
  type: "User",
  user: "ci-bot",
  ttl: 30 * 24 * 3600,
  rotationTriggers: { reason: "${reason}" },
  replacedKey: "expire",
  gracePeriod: 600,
});
`;

export const steps: DemoStep[] = [
  {
    title: "pulumi up: create three resources",
    run: async ({ stack, platform }) => {
      const { stdout } = await stack.up(["--skip-preview"]);
      for (const plural of ["spacetemplates", "ownedaccesskeys"]) assert(platform.store.list(plural).length > 0);
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
      for (const { spec } of platform.store.list("ownedaccesskeys")) {
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
      expectDescription(platform, changed);
      return [`- ${before}`, `+ ${changed}`, ...events(stdout, "updated")];
    },
  },
  {
    title: "Somebody else edits the description on the server",
    run: async ({ platform }) => {
      const name = platform.store.list("spacetemplates")[0]?.metadata.name;
      const patch = [{ op: "add", path: "/spec/description", value: foreign }];
      await send(platform, `spacetemplates/${name}?fieldManager=kubectl-edit`, patch);
      expectDescription(platform, foreign);
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
      expectDescription(platform, changed);
      return events(stdout, "updated");
    },
  },
  {
    title: "Rotate a key with a grace period: both keys work",
    run: async ({ keys, platform }) => {
      await keys.up(["--skip-preview"]);
      keys.write(rotatedKey("second"));
      const { stdout } = await keys.up(["--skip-preview"]);
      const found = keysOf(platform, "ci-bot", "deploy");
      assert.equal(found.length, 2, stdout);
      const statuses = await Promise.all(found.map((key) => statusWith(platform, String(key.spec.key))));
      assert.deepEqual(statuses, [200, 200]);
      return found.map(({ metadata, spec }) => {
        const isOld = replacedAt in (metadata.annotations ?? {});
        return `${metadata.name}: ${isOld ? "replaced, ends" : "new, ends"} ${spec.ttl} seconds after its creation`;
      });
    },
  },
  {
    title: "pulumi destroy",
    isLast: true,
    run: async ({ stack, keys, platform }) => {
      const outputs = [await stack.destroy(["--skip-preview"]), await keys.destroy(["--skip-preview"])];
      assert.deepEqual(platform.store.list("spacetemplates"), []);
      const left = platform.store.list("ownedaccesskeys");
      // The replaced key ends by itself. The command orphans deletes it then.
      assert.deepEqual(
        left.map(({ metadata }) => replacedAt in (metadata.annotations ?? {})),
        [true],
      );
      return outputs.flatMap(({ stdout }) => events(stdout, "deleted"));
    },
  },
];

/** Sends a JSON Patch by plain HTTP, as another client does. */
export async function send({ baseUrl, accessKey }: RunningPlatform, where: string, patch: object): Promise<void> {
  const headers = { Authorization: `Bearer ${accessKey}`, "Content-Type": "application/json-patch+json" };
  const init = { method: "PATCH", headers, body: JSON.stringify(patch) };
  const response = await fetch(`${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/${where}`, init);
  assert(response.ok, `The platform answered ${response.status} to ${where}.`);
}

/** The keys that a stack made of a resource. */
function keysOf({ store }: RunningPlatform, user: string, name: string) {
  const keys = store.list("ownedaccesskeys");
  return keys.filter(({ metadata, spec }) => spec.user === user && metadata.name.startsWith(`${name}-`));
}

/** The status of a request with a key. */
export async function statusWith({ baseUrl }: RunningPlatform, accessKey: string): Promise<number> {
  const headers = { Authorization: `Bearer ${accessKey}` };
  return (await fetch(`${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/projects`, { headers })).status;
}

function expectDescription({ store }: RunningPlatform, wanted: string) {
  const [template] = store.list("spacetemplates");
  assert.equal(template?.spec.description, wanted, "The template on the platform has another description.");
}

/** The lines of Pulumi's output, without indentation. */
export const linesOf = (output: string) =>
  output
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());

/** The lines of Pulumi's output about our resources, shortened to their kinds and names. */
export function events(output: string, what: "created" | "updated" | "deleted") {
  const event = new RegExp(`([+~-]) +[\\w-]+:[\\w/-]+:(\\w+) (\\S+) ${what} \\(([\\d.]+s)\\)(.*)`);
  const found = linesOf(output).flatMap((line) => {
    const [matched, sign, kind, name, took, rest] = event.exec(line) ?? [];
    return matched && kind !== "Stack" ? [`${sign} ${kind} ${name} ${what} in ${took}${rest}`.trimEnd()] : [];
  });
  return [...new Set(found)];
}
