import { orLowerParallel } from "../../provider/api/errors/failure";
import { Secrets } from "../../provider/api/output/secrets";
import { envName } from "../../provider/identity.js";
import { messageOf } from "../../provider/objects/messages/messages";
import { UsageError } from "../program";
import { shortLine } from "../words";
import { type Check, type Facts, type Finding, type Line, mend, problem, skipped } from "./check";
import { dryRun, identity, key } from "./checks/key";
import { node, plugin, pulumi, sdk } from "./checks/machine";
import { address, certificate, connection, dns, proxy } from "./checks/network";
import { clock, kinds, platform, scopeField } from "./checks/platform";
import { rights } from "./checks/rights";
import { settings } from "./checks/settings";
import { owner, stack } from "./checks/stack";
import { adviceFor } from "./settings";
import { clearTextFields } from "./stack";

// A server can quote a whole object.
const longestWords = 600;

/** A line of the report, and which check gave it. */
export interface Examined extends Line {
  readonly check: string;
}

/**
 * Asks one question after the other; those without an answer to what they need are skipped. Nothing of a server or a
 * secret is left raw. `show` is told what is looked at.
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
    const found = missing ? because(causes.get(missing)) : await answerTo(check, facts);
    if (isInTheWay(found)) causes.set(check.name, causes.get(missing ?? "") ?? check.name);
    facts = { ...facts, ...found.facts };
    examined.push(...found.lines.map((line) => ({ check: check.name, ...line })));
  }
  facts.session?.cancel();
  return examined.map(shownWith(facts));
}

const because = (cause = ""): Finding => ({ lines: [skipped(`because of "${cause}"`)] });

const isInTheWay = ({ lines, goesOn = false }: Finding): boolean =>
  !goesOn && (lines.some(({ status }) => status === "problem") || lines.every(({ status }) => status === "skipped"));

async function answerTo(check: Check, facts: Facts): Promise<Finding> {
  try {
    return await check.run(facts);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return { lines: [problem(messageOf(error), mend)] };
  }
}

// Pulumi has no reason to quote the last two.
const secretVariables = [envName("accessKey"), envName("clientKey"), "PULUMI_CONFIG_PASSPHRASE", "PULUMI_ACCESS_TOKEN"];

/** Whatever is secret is masked wherever it comes up; a proxy's password stands in no message at all. */
function shownWith(facts: Facts): (line: Examined) => Examined {
  const { session, machine, stack } = facts;
  const fieldsOfStack = stack ? [...stack.secret, ...clearTextFields(stack)] : [];
  const ofStack = fieldsOfStack.map((field) => stack?.given[field]);
  const ofSession = [session?.config.accessKey, session?.config.clientKey];
  const secrets = [...ofSession, ...secretVariables.map((name) => machine.env[name]), ...ofStack];
  const concealer = new Secrets(secrets.flatMap((secret) => (typeof secret === "string" && secret) || []));
  const shown = (text: string) => {
    const words = shortLine(concealer.mask(text.replace(orLowerParallel, ""), "us"), longestWords);
    return adviceFor(facts, words);
  };
  return ({ message, remedy, ...line }) => ({
    ...line,
    message: shown(message),
    ...(remedy !== undefined && { remedy: shown(remedy) }),
  });
}

/** Every check, in the order they are made; a new one is one file and one line here. */
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
  dryRun,
  rights,
  identity,
  owner,
];
