// npm run pictures: the pictures of the docs, from real runs on the embedded platform.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type RunningPlatform, startPlatform } from "../emulator/platform.js";
import { createStack, type Stack } from "../test/support/stack";
import { terminal } from "./pictures/terminal.js";
import { themes } from "./pictures/themes.js";
import { root } from "./setup/paths.js";
import { onExit, run } from "./setup/processes.js";
import { step } from "./setup/step.js";
import { setup } from "./setup.js";

const folder = path.join(root, "docs", "pictures");
const command = "pulumi-vcluster-platform";

/** Writes a picture of a terminal in both themes. */
function picture(name: string, title: string, text: string) {
  for (const theme of themes)
    writeFileSync(path.join(folder, `${name}-${theme.name}.svg`), terminal(text, title, theme));
}

/**
 * What is left out: lines that a terminal overwrites, and the warning about a program of Pulumi
 * that set-up obtained: an installed Pulumi does not give it.
 */
const passing =
  /^.*(?:creating \(|@ updating).*\n|^.*Diagnostics:[\s\S]*?from \$PATH.*\n\n| \d+ \S*warnings?\S*(?=\n)/gm;

/** Folders of this machine, shown as `~`. */
const places = () => [...new Set([path.dirname(pulumiIn(process.env.PATH)), root])];

const pulumiIn = (folders = "") =>
  folders
    .split(path.delimiter)
    .map((folder) => path.join(folder, "pulumi"))
    .find(existsSync) ?? "pulumi";

/** The prompt with a command, and what the command leaves on a terminal. */
async function shown(line: string, args: string[], { dir, env }: Pick<Stack, "dir" | "env">): Promise<string> {
  const [program = "", ...rest] = args;
  const { output } = await run(program, rest, { cwd: dir, env: { ...env, FORCE_COLOR: "1" } });
  const text = places().reduce((before, place) => before.replaceAll(place, "~"), output.replaceAll(passing, ""));
  return `\u001b[1m$ ${line}\u001b[0m\n${text.trim()}\n`;
}

/** Edits the template on the server, as a colleague would with kubectl. */
async function editByHand({ baseUrl, accessKey }: RunningPlatform) {
  const url = `${baseUrl}/kubernetes/management/apis/management.loft.sh/v1/spacetemplates`;
  const headers = { Authorization: `Bearer ${accessKey}` };
  const { items } = (await (await fetch(url, { headers })).json()) as { items: { metadata: { name: string } }[] };
  const type = { "Content-Type": "application/merge-patch+json" };
  const body = JSON.stringify({ spec: { description: "Changed by hand, on a Friday evening" } });
  const edited = `${url}/${items[0]?.metadata.name}?fieldManager=kubectl-edit`;
  await fetch(edited, { method: "PATCH", headers: { ...headers, ...type }, body });
}

/** The command `npm run pictures`. */
export async function main() {
  // The demo does its own set-up, which must not find the tools of this one on the PATH.
  const before = { ...process.env } as Record<string, string>;
  Object.assign(process.env, (await setup(["pulumi"])).env);
  mkdirSync(folder, { recursive: true });
  const platform = await startPlatform();
  const source = readFileSync(path.join(root, "examples", "quickstart-typescript", "index.ts"), "utf8");
  const env = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program: "typescript", source, env });
  onExit(stack.dispose);
  const own = (...args: string[]) =>
    shown(`${command} ${args.join(" ")}`.trim(), [path.join(root, "bin", command), ...args], stack);
  try {
    await step("pulumi up", async () => {
      const args = ["pulumi", "up", "--yes", "--skip-preview", "--non-interactive", "--color", "always"];
      picture(
        "up",
        "pulumi up creates a template, a key and an import",
        await shown("pulumi up --yes --skip-preview", args, stack),
      );
    });
    await step("drift", async () => {
      await editByHand(platform);
      picture("drift", "A drift report", await own("drift"));
    });
    await step("doctor", async () => picture("doctor", "doctor checks the installation", await own("doctor")));
  } finally {
    await platform.close();
  }
  await step("npm run demo", async () => {
    const args = [process.execPath, path.join(root, "scripts", "run.js"), "demo"];
    const text = await shown("npm run demo", args, { dir: root, env: before });
    picture("demo", "npm run demo", text);
  });
}
