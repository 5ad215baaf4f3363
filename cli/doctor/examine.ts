import { lowerParallelHint, messageOf, operationSecrets } from "../../provider/cliFacade";
import { pluginName } from "../../provider/packageNames.js";
import { envName } from "../../provider/settingNames.js";
import { UsageError } from "../program";
import { shortLine } from "../words";
import { type Facts, type Finding, type Line, namedCauseRemedy, problem, type Result, skipped } from "./check";
import { identity, platformId } from "./checks/identity";
import { node, plugin, pulumi, sdk } from "./checks/machine";
import { address, certificate, connection, DialError, dns, proxy } from "./checks/network";
import { clock, kinds, platform, scopeField } from "./checks/platform";
import { key, rights } from "./checks/rights";
import { settings } from "./checks/settings";
import { stack } from "./checks/stack";
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
    const cause = causes.get(check.needs ?? "");
    const found = cause ? { lines: [skipped(`because of "${cause}"`)] } : await findingOf(check, facts);
    if (stopsOthers(found)) causes.set(check.name, cause ?? check.name);
    facts = { ...facts, ...found.facts };
    examined.push(...found.lines.map((line) => ({ check: check.name, ...line })));
  }
  facts.session?.cancel();
  return examined.map(shownWith(facts));
}

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
    const words = shortLine(redactor.mask(text.replace(lowerParallelHint, ""), "provider"), maxLength);
    return adviceFor(facts, words);
  };
  return ({ message, remedy, ...line }) => ({
    ...line,
    message: shown(message),
    ...(remedy !== undefined && { remedy: shown(remedy) }),
  });
}

/** A check of `doctor`. */
interface Check {
  readonly name: string;
  /** Description, also of docs/reference/commands.md. */
  readonly looksAt: string;
  /** The check that must succeed first. */
  readonly needs?: string;
  readonly run: (facts: Facts) => Result | Promise<Result>;
}

/** All checks in the order in which they run. */
export const checks: readonly Check[] = [
  { name: "node", looksAt: "the version of Node.js", run: node },
  { name: "pulumi", looksAt: "the `pulumi` program on the PATH, and its version", run: pulumi },
  { name: "sdk", looksAt: "`@pulumi/pulumi`, from this folder or beside this package, and its version", run: sdk },
  {
    name: "plugin",
    looksAt: `\`${pluginName}\` on the PATH or among Pulumi's plugins, and its version against this package's; not \`packages\` of Pulumi.yaml`,
    run: plugin,
  },
  {
    name: "stack",
    looksAt: "the configuration of the stack that is selected in this folder, or that `--stack` names",
    needs: "pulumi",
    run: stack,
  },
  { name: "settings", looksAt: "every setting with its value, unless secret, and its source", run: settings },
  { name: "address", looksAt: "whether the address is encrypted", needs: "settings", run: address },
  { name: "proxy", looksAt: "the proxy that is used, and the variable that names it", needs: "address", run: proxy },
  { name: "dns", looksAt: "whether DNS resolves the host", needs: "address", run: dns },
  {
    name: "connection",
    looksAt: "whether a connection succeeds, through the proxy if there is one",
    needs: "dns",
    run: connection,
  },
  {
    name: "certificate",
    looksAt: "whether the platform's certificate is trusted and valid for the address, and when it expires",
    needs: "connection",
    run: certificate,
  },
  {
    name: "platform",
    looksAt: "whether the address serves the Management API of the configured vendor",
    needs: "certificate",
    run: platform,
  },
  {
    name: "clock",
    looksAt: "the difference between the two clocks, on which the expiry of keys depends",
    needs: "platform",
    run: clock,
  },
  { name: "kinds", looksAt: "whether the platform offers each kind", needs: "platform", run: kinds },
  {
    name: "scopeField",
    looksAt: "the platform's name of the scope field `allowCli`, if its OpenAPI document has it",
    needs: "platform",
    run: scopeField,
  },
  { name: "key", looksAt: "whether the platform accepts the access key", needs: "platform", run: key },
  {
    name: "rights",
    looksAt: "what the key may do: list, get, create, patch and delete of each kind, without writing anything",
    needs: "key",
    run: rights,
  },
  {
    name: "identity",
    looksAt: "who uses which access key, with its scope and expiry (vCluster Platform), or the user that a 403 names",
    needs: "key",
    run: identity,
  },
  {
    name: "platformId",
    looksAt: "what identifies the platform, and whether it is the one that the setting `platformId` names",
    needs: "key",
    run: platformId,
  },
];
