import { jsonOption, ownerIdOption, type PlatformValues, platformOptions, stackOptions } from "../options";
import { refuseSamePlace, writeReport } from "../output";
import type { CliCommand } from "../program";
import { explicitSettings } from "../session";
import { isColorful, terminalLine } from "../terminal";
import { examine } from "./examine";
import { thisMachine } from "./machine";
import { exitCodeOf, reportJson, reportText } from "./report";

/** The command `doctor`. */
export const doctor: CliCommand<PlatformValues & { json?: string }> = {
  name: "doctor",
  summary: "Check everything that the provider needs, from Node.js to the rights of the access key; change nothing",
  options: [...stackOptions, ...platformOptions, ownerIdOption, jsonOption()],
  exitCodes: {
    0: "nothing found, or only warnings",
    1: "a problem",
    3: "the platform refused the access key, or there is none that can be used",
  },
  run: async (values) => {
    refuseSamePlace([values.json], [values.certificateAuthority]);
    const line = terminalLine();
    const machine = thisMachine(values.cwd ?? process.cwd());
    const start = { machine, explicit: explicitSettings(values), stackName: values.stack };
    const examined = await examine(start, line.show).finally(line.clear);
    const text = () => reportText(examined, { color: isColorful() });
    writeReport(values.json, text, () => reportJson(examined));
    return exitCodeOf(examined);
  },
};
