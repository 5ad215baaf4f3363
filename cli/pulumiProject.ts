import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "./command";
import { type Asking, askPulumi } from "./doctor/stack/askPulumi";

const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The folder of the Pulumi project, there or above as Pulumi looks for it; undefined outside. */
export function projectFolder(from: string): string | undefined {
  const folder = resolve(from);
  if (files.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : projectFolder(dirname(folder));
}

/** Says that a folder is outside of any project. */
export const outsideProject = (folder: string): string =>
  `${resolve(folder)} belongs to no Pulumi project. Run it in the project's folder, or say where that is: --cwd <folder>`;

/** The name of a stack as Pulumi takes it: it would read project/name as organization/name. */
export const nameForPulumi = (given: string): string => given.replace(/^[^/]+\/([^/]+)$/, "$1");

/** Refuses a name such as project/name that is about another project than that of the folder. */
export function refuseOtherProject(given: string, project: string | undefined): void {
  const named = given.split("/").at(-2);
  if (named === undefined || project === undefined || named === project) return;
  const hint = "A name with an organization has three parts: organization/project/name";
  throw new UsageError(`--stack ${given}: the project of this folder is ${project}, not ${named}. ${hint}`);
}

/** A stack of a Pulumi project. */
export interface PulumiStack {
  /** Folder of the project. */
  readonly folder: string;
  /** With organization and project, where the backend has them. */
  readonly fullName: string;
  /** As Pulumi takes it, without an organization that all stacks have. */
  readonly shownName: string;
}

/** Asks Pulumi for a stack, without a name for the selected one; undefined outside of a project. */
export async function findStack(given: string | undefined, asking: Asking): Promise<PulumiStack | undefined> {
  const folder = projectFolder(asking.cwd);
  if (folder === undefined && given === undefined) return undefined;
  if (folder === undefined) throw new UsageError(outsideProject(asking.cwd));
  const name = given === undefined ? undefined : nameForPulumi(given);
  const which = name === undefined ? [] : ["--stack", name];
  const shown = await askPulumi(["stack", "--show-name", "--fully-qualify-stack-names", ...which], asking);
  const fullName = shown.trim();
  if (given !== undefined) refuseOtherProject(given, fullName.split("/").at(-2));
  return { folder, fullName, shownName: name ?? fullName.replace(/^organization\/[^/]+\//, "") };
}
