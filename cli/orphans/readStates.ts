import { readFileSync } from "node:fs";
import { z } from "zod";
import { fileProblem } from "../../emulator/text/fileProblem";
import { UsageError } from "../command";
import { decodedText } from "./decodedText";
import { KnownObjects, type KnownResource, type StackName } from "./knownObjects";

const resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  outputs: z.record(z.string(), z.unknown()).optional(),
});

const exported = z.object({
  deployment: z.object({
    resources: z.array(resource).nullish(),
    pending_operations: z.array(z.object({ resource, type: z.string() })).nullish(),
  }),
});

/** Reads what `pulumi stack export` printed, and the names of further stacks. */
export function readStates(files: readonly string[], stacks: readonly string[]): KnownObjects {
  if (files.length === 0 && stacks.length === 0) {
    throw new UsageError("--state is missing. Run: pulumi stack export | pulumi-platform orphans --state -");
  }
  const deployments = files.map((file) => parse(file, textOf(file)).deployment);
  const resources: KnownResource[] = deployments.flatMap((each) => each.resources ?? []);
  const creating = deployments
    .flatMap((each) => each.pending_operations ?? [])
    .filter(({ type }) => type === "creating")
    .map((operation) => operation.resource);
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

function parse(file: string, text: string) {
  const problem = `${file === "-" ? "stdin" : file} holds no state of a stack. Give what \`pulumi stack export\` printed.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser would quote the text, which may hold anything.
    throw new Error(problem);
  }
  const read = exported.safeParse(value);
  if (!read.success) throw new Error(problem);
  return read.data;
}
