import type { Command, CommandOptions } from "./command";
import { connectionOptions } from "./connectionOptions";
import { examine } from "./doctor/examine";
import { thisMachine } from "./doctor/machine";
import { exitCodeOf, reportJson, reportText } from "./doctor/report";
import { colourWords, isColourful } from "./isColourful";
import { explicitSettings } from "./orphans/sessionOf";
import { terminalLineOn } from "./terminalLineOn";
import { wordValue } from "./values";

const options: CommandOptions = {
  ...connectionOptions,
  color: { type: "string", value: colourWords.join("|"), help: "Colour in the text (auto: on a terminal)" },
  json: { type: "boolean", help: "Print one line of JSON instead of text" },
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
    const examined = await examine({ machine: thisMachine(), explicit: explicitSettings(values) }, line.show);
    line.clear();
    process.stdout.write(values.json === true ? reportJson(examined) : reportText(examined, { color }));
    return exitCodeOf(examined);
  },
};
