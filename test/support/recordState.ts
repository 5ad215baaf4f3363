import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./environment";
import { type DeclaredResource, everyResource } from "./everyResource";
import { dynamicProgram } from "./movePrograms";
import type { ProgramKind } from "./project";
import { recordedState } from "./recordedStates";
import { createStack } from "./stack";
import { startRecorded } from "./startRecorded";

/** Replaces the generated key; the text shows that it is not real. */
const standIn = "generated-key-of-a-test-0123456789";

/** Members that differ between machines and runs. */
const passing: ReadonlySet<string> = new Set(["sourcePosition", "stackTrace"]);

function yamlProgram(resources: readonly DeclaredResource[]): string {
  const declared = resources.map(({ type, name, inputs, secret = [] }) => {
    const marked = secret.map((key) => [key, { "fn::secret": inputs[key] }]);
    const properties = { ...inputs, ...Object.fromEntries(marked) };
    return `  ${JSON.stringify(name)}: ${JSON.stringify({ type: `vcluster-platform:index:${type}`, properties })}`;
  });
  return ["resources:", ...declared].join("\n");
}

const programs: Record<ProgramKind, (resources: readonly DeclaredResource[]) => string> = {
  typescript: dynamicProgram,
  yaml: yamlProgram,
};

/** Records the state and platform of a stack with every resource and field, at this version. */
export async function recordState(version: string, adapter: string): Promise<void> {
  const files = recordedState(version, adapter);
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-record-"));
  const dataFile = path.join(folder, "data");
  try {
    const { program, state, generated } = await runProgram(files.kind, dataFile);
    // A start writes the file anew, with what is left and without how it came.
    await (await startRecorded({ dataFile })).close();
    const texts = { program, state, platform: readFileSync(dataFile, "utf8") };
    for (const [name, text] of Object.entries(texts)) {
      const file = files[name as keyof typeof texts];
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, withoutMachine(text.replaceAll(generated, standIn), [folder, root]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runProgram(kind: ProgramKind, dataFile: string) {
  const platform = await startRecorded({ dataFile, projects: ["default", "web"] });
  const env = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
  const program = programs[kind](everyResource(platform, kind));
  const stack = await createStack({ program: kind, source: program, env });
  try {
    await stack.up(["--skip-preview"]);
    const { stdout } = await stack.pulumi(["stack", "export", "--show-secrets"]);
    const state = textOf(JSON.parse(stdout));
    const keys = platform.store.list("ownedaccesskeys");
    const made = keys.find(({ metadata }) => metadata.name.startsWith("made-key"));
    return { program, state, generated: String(made?.spec?.key) };
  } finally {
    stack.dispose();
    await platform.close();
  }
}

/** The JSON of a state, with a line for each resource. */
function textOf({ deployment: { resources, ...deployment }, ...state }: { deployment: { resources: object[] } }) {
  const kept = (key: string, value: unknown) => (passing.has(key) ? undefined : value);
  const lines = resources.map((resource) => JSON.stringify(resource, kept)).join(",\n");
  return `${JSON.stringify({ ...state, deployment }).slice(0, -2)},"resources":[\n${lines}\n]}}\n`;
}

function withoutMachine(text: string, places: readonly string[]): string {
  const found = places.find((place) => text.includes(place));
  if (found) throw new Error(`What was recorded names ${found}, a folder of this machine.`);
  return text;
}
