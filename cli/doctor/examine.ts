import { messageOf, operationSecrets, orLowerParallel } from "../../provider/cliFacade";
import { envName } from "../../provider/settingNames.js";
import { UsageError } from "../program";
import { shortLine } from "../words";
import { type Check, type Facts, type Finding, type Line, namedCauseRemedy, problem, skipped } from "./check";
import { identity, platformId } from "./checks/identity";
import { key } from "./checks/key";
import { node, plugin, pulumi, sdk } from "./checks/machine";
import { address, certificate, connection, dns, proxy } from "./checks/network";
import { clock, kinds, platform, scopeField } from "./checks/platform";
import { rights } from "./checks/rights";
import { settings } from "./checks/settings";
import { stack } from "./checks/stack";
import { DialError } from "./connection";
import { adviceFor } from "./settings";
import { clearTextFields } from "./stack";

// Servers may quote whole objects.
const maxLength = 600;

/** A line with the name of its check. */
export interface Examined extends Line {
  readonly check: string;
}

/**
 * Runs the checks one after the other, and skips those whose requirements failed. Secrets are
 * masked, text of servers is escaped. `show` receives the progress.
 */
export async function examine(
  start: Pick<Facts, "machine" | "explicit" | "stackName">,
  show: (text: string) => void = () => {},
): Promise<Examined[]> {
  const causes = new Map<string, string>();
  const examined: Examined[] = [];
  let facts: Facts = start;
  for (const check of checks) {
    show(`Looking at ${check.name} …`);
    const missing = check.needs.find((need) => causes.has(need));
    const found = missing ? because(causes.get(missing)) : await findingOf(check, facts);
    if (stopsOthers(found)) causes.set(check.name, causes.get(missing ?? "") ?? check.name);
    facts = { ...facts, ...found.facts };
    examined.push(...found.lines.map((line) => ({ check: check.name, ...line })));
  }
  facts.session?.cancel();
  return examined.map(shownWith(facts));
}

const because = (cause = ""): Finding => ({ lines: [skipped(`because of "${cause}"`)] });

const stopsOthers = ({ lines, continues = false }: Finding): boolean =>
  !continues && (lines.some(({ status }) => status === "problem") || lines.every(({ status }) => status === "skipped"));

async function findingOf(check: Check, facts: Facts): Promise<Finding> {
  try {
    const result = await check.run(facts);
    return "lines" in result ? result : { lines: [result].flat() };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof DialError) return { lines: [problem(error.message, error.remedy)] };
    return { lines: [problem(messageOf(error), namedCauseRemedy)] };
  }
}

const secretVariables = [envName("accessKey"), envName("clientKey"), "PULUMI_CONFIG_PASSPHRASE", "PULUMI_ACCESS_TOKEN"];

/** Masks secrets. No message contains the password of a proxy. */
function shownWith(facts: Facts): (line: Examined) => Examined {
  const { session, machine, stack } = facts;
  const fieldsOfStack = stack ? [...stack.secret, ...clearTextFields(stack)] : [];
  const ofStack = fieldsOfStack.map((field) => stack?.given[field]);
  const ofSession = [session?.config.accessKey, session?.config.clientKey];
  const secrets = [...ofSession, ...secretVariables.map((name) => machine.env[name]), ...ofStack];
  const redactor = operationSecrets(secrets.flatMap((secret) => (typeof secret === "string" && secret) || []));
  const shown = (text: string) => {
    const words = shortLine(redactor.mask(text.replace(orLowerParallel, ""), "us"), maxLength);
    return adviceFor(facts, words);
  };
  return ({ message, remedy, ...line }) => ({
    ...line,
    message: shown(message),
    ...(remedy !== undefined && { remedy: shown(remedy) }),
  });
}

/** All checks in the order in which they run. */
export const checks: readonly Check[] = [
  node,
  pulumi,
  sdk,
  plugin,
  stack,
  settings,
  address,
  proxy,
  dns,
  connection,
  certificate,
  platform,
  clock,
  kinds,
  scopeField,
  key,
  rights,
  identity,
  platformId,
];
