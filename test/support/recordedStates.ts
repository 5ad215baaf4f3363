import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./environment";
import type { ProgramKind } from "./project";

const folder = path.join(root, "test", "e2e", "states");

/** The stacks that are recorded for each version, one on each adapter, by folder names. */
export const recordedAdapters: Readonly<Record<string, ProgramKind>> = { dynamic: "typescript", plugin: "yaml" };

/** The files of one recorded stack. */
export interface RecordedState {
  readonly version: string;
  readonly adapter: string;
  readonly kind: ProgramKind;
  /** Text of the program. */
  readonly program: string;
  /** The export of the state, secrets in clear text. */
  readonly state: string;
  /** Data file of the embedded platform. */
  readonly platform: string;
}

/** Where a stack of this version is recorded. */
export function recordedState(version: string, adapter: string): RecordedState {
  const file = (name: string) => path.join(folder, version, adapter, name);
  const [program, state, platform] = [file("program.txt"), file("state.json"), file("platform.jsonl")];
  return { version, adapter, kind: recordedAdapters[adapter] as ProgramKind, program, state, platform };
}

/** Every version with a recorded state. */
export function recordedVersions(): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Every version that was released, by the changelog. */
export function releasedVersions(): string[] {
  const headings = readFileSync(path.join(root, "CHANGELOG.md"), "utf8").match(/^## \d+\.\d+\.\d+\S*.*$/gm) ?? [];
  return headings.filter((heading) => !heading.includes("unreleased")).map((heading) => heading.split(" ")[1] ?? "");
}
