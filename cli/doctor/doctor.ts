import { styleText } from "node:util";
import { escapeText } from "../../provider/cliFacade";
import { jsonOption, type PlatformValues, platformOptions, stackOptions } from "../options";
import { refuseSamePlace, writeReport } from "../output";
import type { CliCommand } from "../program";
import { explicitSettings } from "../session";
import { isColorful, terminalLine } from "../terminal";
import type { Status } from "./check";
import { type Examined, examine } from "./examine";
import { thisMachine } from "./machine";
import { isInTable, rightsTable } from "./rightsTable";

/** The command `doctor`. */
export const doctor: CliCommand<PlatformValues & { json?: string }> = {
  name: "doctor",
  summary: "Check everything that the provider needs, from Node.js to the rights of the access key; change nothing",
  options: [...stackOptions, ...platformOptions, jsonOption()],
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

const statuses = ["ok", "warning", "problem", "skipped"] as const satisfies readonly Status[];
const styles = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;
const width = Math.max(...statuses.map(({ length }) => length));

/** 3 if the key is refused or missing, 1 for another problem, else 0. */
export function exitCodeOf(examined: readonly Examined[]): 0 | 1 | 3 {
  if (examined.some(({ isUnauthorized }) => isUnauthorized)) return 3;
  return examined.some(({ status }) => status === "problem") ? 1 : 0;
}

/** The lines that are not in the table of rights, the table, and counts. */
export function reportText(examined: readonly Examined[], { color }: { color: boolean }): string {
  const paint = (status: Status) =>
    color ? styleText(styles[status], status.padEnd(width), { validateStream: false }) : status.padEnd(width);
  const listed = examined.filter((each) => !isInTable(each));
  const lines = listed.map((each) => `${paint(each.status)}  ${nameOf(each)}: ${messageWithRemedy(each)}`);
  const counts = statuses.map((status) => `${examined.filter((each) => each.status === status).length} ${status}`);
  return `${[...lines, ...rightsTable(examined), counts.join(", ")].join("\n")}\n`;
}

const nameOf = ({ check, subject }: Examined): string => (subject ? `${check} ${subject}` : check);

function messageWithRemedy({ message, remedy }: Examined): string {
  return escapeText(remedy ? `${message.replace(/\.$/, "")}. ${remedy}` : message);
}

/** The report as JSON. */
function reportJson(examined: readonly Examined[]) {
  const checks = examined.map(({ check, subject = null, status, message, remedy = null }) => ({
    check,
    subject,
    status,
    message,
    remedy: remedy || null,
  }));
  return { schemaVersion: 1, exitCode: exitCodeOf(examined), checks };
}
