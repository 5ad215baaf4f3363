import { statSync } from "node:fs";
import { resolve } from "node:path";
import { colourOption } from "./colourOption";
import { type Command, type CommandOptions, type CommandValues, UsageError } from "./command";
import { connectionOptions } from "./connectionOptions";
import { examine } from "./doctor/examine";
import { thisMachine } from "./doctor/machine";
import { exitCodeOf, reportJson, reportText } from "./doctor/report";
import { colourWords, isColourful } from "./isColourful";
import { explicitSettings } from "./orphans/sessionOf";
import { terminalLineOn } from "./terminalLineOn";
import { textValue, wordValue } from "./values";

const options: CommandOptions = {
  cwd: { type: "string", value: "folder", help: "Folder of the Pulumi project (the current one)" },
  stack: {
    type: "string",
    value: "name",
    help: "Stack to look at (the selected one); it is not selected by this, and not combined with --base-url",
  },
  ...connectionOptions("the stack's configuration"),
  color: colourOption,
  json: {
    type: "boolean",
    help: "Print one line of JSON instead of text: schemaVersion, exitCode, and checks with what the text says",
  },
};

/** `pulumi-platform doctor`: looks at everything that the provider needs, changes nothing, and says what to do. */
export const doctor: Command = {
  name: "doctor",
  summary: "Check everything that the provider needs, from Node.js to the rights of the access key; change nothing",
  options,
  exitCodes: {
    0: "nothing found, or only warnings",
    1: "a problem",
    3: "the platform refused the access key, or there is none that can be used",
  },
  run: async (values) => {
    const color = isColourful(wordValue(values, "color", colourWords));
    const line = terminalLineOn(process.stderr);
    const examined = await examine(startOf(values), line.show);
    line.clear();
    process.stdout.write(values.json === true ? reportJson(examined) : reportText(examined, { color }));
    return exitCodeOf(examined);
  },
};

function startOf(values: CommandValues) {
  const [explicit, stackName] = [explicitSettings(values), textValue(values, "stack")];
  // The stack's key is for the stack's platform, and for no other.
  if (stackName !== undefined && explicit.baseUrl !== undefined) {
    throw new UsageError("--stack cannot be combined with --base-url: the stack says which platform");
  }
  return { machine: thisMachine(folderOf(values)), explicit, stackName };
}

function folderOf(values: CommandValues): string {
  const cwd = resolve(textValue(values, "cwd") ?? "");
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--cwd: there is no folder ${cwd}`);
  return cwd;
}
