import { readFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { type ConfigProblem, resolveConfig, systemFiles } from "../../provider/config";
import { Session } from "../../provider/session";
import { type CommandValues, UsageError } from "../command";
import { textValue } from "../values";

/** The platform to look at, from options, environment and login files as the provider takes them. The key is no option. */
export function sessionOf(values: CommandValues): Session {
  const resolved = resolveConfig(explicitSettings(values), process.env, systemFiles, new Set(), "options");
  if ("config" in resolved) return new Session(resolved.config);
  const problems = "problems" in resolved ? resolved.problems : [];
  const message = problems.map(reasonOf).join("\n");
  throw problems.every(({ property }) => property === "accessKey")
    ? new AccessKeyError(message)
    : new UsageError(message);
}

/** There is no access key that a request could be sent with. */
export class AccessKeyError extends Error {}

// Where people look for these first.
const hints: Readonly<Record<string, string>> = {
  baseUrl: " Or give --base-url. Stack configuration is not read here.",
  accessKey: " Stack configuration is not read here.",
};

/** Why a setting cannot be used, with what helps here. */
const reasonOf = ({ property, reason }: ConfigProblem): string => `${reason}${hints[property] ?? ""}`;

/** The settings that options give. */
export const explicitSettings = (values: CommandValues) => ({
  baseUrl: textValue(values, "base-url"),
  vendor: textValue(values, "vendor"),
  ownerId: textValue(values, "owner-id"),
  certificateAuthority: certificateIn(textValue(values, "certificate-authority")),
});

function certificateIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(fileProblem("read", "certificate", file, error), { cause: error });
  }
}
