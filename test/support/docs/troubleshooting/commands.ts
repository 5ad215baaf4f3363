import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Provocations, Workshop } from "./workshop";

/** A file of the message's own. */
function fileWith({ folder }: Workshop, text: string): string {
  const file = path.join(folder, "file.json");
  writeFileSync(file, text);
  return file;
}

/** What the commands say. */
export const commands: Provocations = {
  "Stack configuration is not read here": ({ commandLine }) =>
    commandLine("import", "--all", "--base-url", "platform.test"),
  "Unknown command": ({ commandLine }) => commandLine("drft"),
  "Unknown option": ({ commandLine }) => commandLine("drift", "--stak", "dev"),
  "--state is missing": ({ commandLine }) => commandLine("orphans"),
  "The state is empty and names no stack": (workshop) =>
    workshop.commandLine("orphans", "--state", fileWith(workshop, '{"version":3,"deployment":{}}')),
  "Say what to take: --all, --label or --name": ({ commandLine }) => commandLine("import"),
  "Name another file, or overwrite it with --force": (workshop) =>
    workshop.commandLine("import", "--all", "--out", fileWith(workshop, "")),
  "Only one report can be written to stdout (-)": ({ commandLine }) =>
    commandLine("drift", "--json", "-", "--sarif", "-"),
  "cannot read the …": (workshop) =>
    workshop.commandLine("orphans", "--state", path.join(workshop.folder, "absent.json")),
  "cannot write the …": (workshop) =>
    workshop.commandLine("import", "--all", "--out", path.join(workshop.folder, "absent", "import.json")),
  "is none: …": ({ commandLine }) => commandLine("drift", "--fail-on", "changd"),
  "--ignore … The form is": ({ commandLine }) => commandLine("drift", "--ignore", "dev#/displayName"),
};
