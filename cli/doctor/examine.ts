import { Secrets } from "../../provider/api/output/secrets";
import { envName } from "../../provider/identity.js";
import { orLowerParallel } from "../../provider/messages/statuses";
import { messageOf } from "../../provider/objects/messages/messages";
import { UsageError } from "../command";
import { shortLine } from "../orphans/oneLine";
import { adviceFor } from "./adviceFor";
import type { Check, Facts, Finding } from "./check";
import { checks } from "./checks";
import { type Line, mend, problem, skipped } from "./line";
import { clearTextFields } from "./stack/stackConfiguration";

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
