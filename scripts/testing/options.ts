// The arguments of `npm test` and `npm run test:full`.
import { Failure } from "../setup/failure.js";
import type { Tool } from "../toolchain/goTools.js";
import { parts, quick } from "./parts.js";

/** Tests that one command sets up and runs. */
export interface Part {
  name: string;
  /** What the part proves. */
  title: string;
  /** What set-up obtains for it. */
  tools: Tool[];
  /** Folders of tests, below `test`. */
  folders: string[];
  /** Projects of jest that it runs. */
  projects: string[];
  env?: NodeJS.ProcessEnv;
  /** A folder of the provider that is mutated; the part has no tests of its own. */
  mutants?: string;
}

const usage = "Usage: npm run test:full -- [--list] [--part NAME]… [arguments of jest]";

/**
 * The parts to run and the arguments that go to jest. A name chooses every part that begins with
 * it, so `mutation` chooses three.
 */
export function readOptions(given: string[]): { chosen: readonly Part[]; jestArgs: string[]; isList: boolean } {
  if (!given.includes("--full")) return { chosen: [quick], jestArgs: given, isList: false };
  const args = given.flatMap((arg) => (arg.startsWith("--part=") ? ["--part", arg.slice("--part=".length)] : [arg]));
  const names = args.filter((_, index) => args[index - 1] === "--part");
  const own = ["--full", "--list", "--part"];
  const jestArgs = args.filter((arg, index) => !own.includes(arg) && args[index - 1] !== "--part");
  if (args.at(-1) === "--part") throw new Failure(`--part needs the name of a part.\n${usage}`);
  if (names.length === 0 && jestArgs.length > 0) throw new Failure(`Arguments of jest need a --part.\n${usage}`);
  const chosen = names.length > 0 ? names.flatMap(partsNamed) : parts;
  if (jestArgs.length > 0 && chosen.some((part) => part.mutants)) {
    throw new Failure("The part mutation takes no arguments. For one file: npm run mutation -- FILE");
  }
  return { chosen: [...new Set(chosen)], jestArgs, isList: args.includes("--list") };
}

function partsNamed(name: string) {
  const found = parts.filter((part) => part.name === name || part.name.startsWith(`${name}-`));
  if (found.length === 0) {
    throw new Failure(`There is no part "${name}". Parts: ${parts.map((part) => part.name).join(", ")}.\n${usage}`);
  }
  return found;
}
