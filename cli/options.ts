import type { Principal } from "../provider/cliFacade";
import { envName, settingKey } from "../provider/settingNames.js";
import { existingFolder, option, repeated } from "./program";

/** Options of the stack, in every command. */
export const stackOptions = [
  option("-s, --stack <name>", "The stack (the selected one): name, project/name or organization/project/name"),
  option("-C, --cwd <folder>", "Folder of the Pulumi project (the current one)", existingFolder),
];

/** Values of `stackOptions`. */
export interface StackValues {
  readonly stack?: string;
  readonly cwd?: string;
}

/** Option of the commands that take a state from a file. */
export const stateOption = option(
  "--state <file>",
  "What `pulumi stack export` printed, - for stdin, in place of the stack's own state or, with --stack, beside it; may be repeated",
  repeated(),
);

/** Option of every command: JSON in place of the text, or in a file beside it. */
export const jsonOption = (content = "the report") =>
  option("--json [file]", `Print ${content} as JSON in place of text, or write it to a file`).preset("-");

const source = (text: string) => `(the stack's configuration, ${text})`;

/** Options of the platform. The key is no option, since other users see command lines. */
export const platformOptions = [
  option(
    "--base-url <address>",
    `Address of the platform ${source(`${envName("baseUrl")}, a login file`)}; the stack's configuration is not read then`,
  ),
  option("--vendor <domain>", `Domain in the API group ${source(`${envName("vendor")}, loft.sh`)}`),
  option(
    "--certificate-authority <pem>",
    `CA to trust for the platform, as PEM text or a file ${source(envName("certificateAuthority"))}`,
  ),
];

/** Option of the commands that search the kinds of a state. */
export const allKindsOption = option(
  "--all-kinds",
  "Search also kinds without a resource of their own, such as clusters and apps (those in the state)",
);

/** Option of the owner label. */
export const ownerIdOption = option(
  "--owner-id <text>",
  `What ${settingKey("ownerId")} is for the stack ${source(envName("ownerId"))}`,
);

/** Options of whose keys are searched where the platform has no list of keys. */
export const principalOptions = (words = "Search also the keys of this") => [
  option("--user <name>", `${words} user, where the platform does not list keys; may be repeated`, repeated()).default(
    [],
  ),
  option("--team <name>", `${words} team, where the platform does not list keys; may be repeated`, repeated()).default(
    [],
  ),
];

/** Values of `principalOptions`. */
export interface PrincipalValues {
  readonly user: string[];
  readonly team: string[];
}

/** The users and teams of the options, each once. */
export const principalsGiven = ({ user, team }: PrincipalValues): Principal[] => [
  ...[...new Set(user)].map((name): Principal => ({ kind: "user", name })),
  ...[...new Set(team)].map((name): Principal => ({ kind: "team", name })),
];

/** Values of `stackOptions`, `platformOptions` and `ownerIdOption`. */
export interface PlatformValues extends StackValues {
  readonly baseUrl?: string;
  readonly vendor?: string;
  readonly ownerId?: string;
  readonly certificateAuthority?: string;
}
