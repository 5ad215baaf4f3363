import { readFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { UsageError } from "../command";
import type { PlatformValues } from "../commonOptions";
import { findStack, outsideProject } from "../pulumiProject";
import { type ExportedState, jsonOf, readExportedState } from "../state/exportedState";
import { KnownObjects, type StackName } from "./knownObjects";
import { exportedState, stateTimeoutMs } from "./stacksHolding";

/** Values of the options. */
export interface OrphansValues extends PlatformValues {
  readonly state?: string[];
  readonly madeBy?: StackName[];
  readonly json?: string;
}

/** Whether a stack is read: files alone may be about any, also one that is on another platform. */
export const readsStack = ({ stack, state = [] }: OrphansValues): boolean => stack !== undefined || state.length === 0;

/** What the states know, of the stack that is named or selected, and of the given files. */
export async function readStates(values: OrphansValues): Promise<KnownObjects> {
  const { stack, cwd = process.cwd(), state: files = [], madeBy = [] } = values;
  const own = readsStack(values) ? await ownState(stack, cwd) : undefined;
  const states = [...(own ? [own.state] : []), ...files.map((file) => parse(file, textOf(file)))];
  const resources = states.flatMap((each) => each.resources);
  const creating = states.flatMap((each) => each.creating);
  const known = new KnownObjects(resources, creating, [...(own ? [own.name] : []), ...madeBy]);
  if (known.stacks.length > 0) return known;
  if (files.length === 0) throw new UsageError(`${outsideProject(cwd)}, or give a state: --state <file>`);
  throw new UsageError(
    "The state is empty and names no stack. Name the one that made the objects: --made-by <project/stack>",
  );
}

async function ownState(given: string | undefined, cwd: string) {
  const asking = { cwd, env: process.env, timeoutMs: stateTimeoutMs };
  const found = await findStack(given, asking);
  if (found === undefined) return undefined;
  const [stack = "", project = ""] = found.fullName.split("/").reverse();
  return { name: { project, stack }, state: await exportedState(found.fullName, asking) };
}

/** The names of project and stack in a text. */
export function stackName(text: string): StackName {
  const [project, stack, ...more] = text.split("/");
  if (project && stack && more.length === 0) return { project, stack };
  throw new UsageError(`--made-by must be the names of project and stack, such as web/prod, not "${text}"`);
}

function textOf(file: string): string {
  const isStdin = file === "-";
  try {
    return decodedText(readFileSync(isStdin ? 0 : file));
  } catch (error) {
    throw new Error(fileProblem("read", "state", isStdin ? "on stdin" : file, error), { cause: error });
  }
}

function parse(file: string, text: string): ExportedState {
  const problem = `${file === "-" ? "stdin" : file} holds no state of a stack. Give what \`pulumi stack export\` printed.`;
  const state = readExportedState(jsonOf(text));
  if (!state) throw new Error(problem);
  return state;
}

// Windows PowerShell writes what is redirected into a file in UTF-16.
const encodings = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

/** The text of a file, without its byte order mark; without one it is UTF-8. */
function decodedText(bytes: Uint8Array): string {
  const [encoding] = encodings.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ["utf-8"];
  return new TextDecoder(encoding).decode(bytes);
}
