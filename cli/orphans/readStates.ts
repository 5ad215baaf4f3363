import { readFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { UsageError } from "../command";
import { type ExportedState, readExportedState } from "../state/exportedState";
import { decodedText } from "./decodedText";
import { KnownObjects, type StackName } from "./knownObjects";

/** Reads what `pulumi stack export` printed, and the names of further stacks. */
export function readStates(files: readonly string[], stacks: readonly string[]): KnownObjects {
  if (files.length === 0 && stacks.length === 0) {
    throw new UsageError("--state is missing. Run: pulumi stack export | pulumi-platform orphans --state -");
  }
  const states = files.map((file) => parse(file, textOf(file)));
  const resources = states.flatMap((each) => each.resources);
  const creating = states.flatMap((each) => each.creating);
  const known = new KnownObjects(resources, creating, stacks.map(stackName));
  if (known.stacks.length > 0) return known;
  throw new UsageError("The state is empty and names no stack. Say whose objects to look for: --stack <project/stack>");
}

function stackName(text: string): StackName {
  const [project, stack, ...more] = text.split("/");
  if (project && stack && more.length === 0) return { project, stack };
  throw new UsageError(`--stack must be the names of project and stack, such as web/prod, not "${text}"`);
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser would quote the text, which may hold anything.
    throw new Error(problem);
  }
  const state = readExportedState(value);
  if (!state) throw new Error(problem);
  return state;
}
