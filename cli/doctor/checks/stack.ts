import { settingKey } from "../../../provider/settingNames.js";
import { PulumiFailure } from "../../pulumiProject";
import { type Facts, type Line, namedCauseRemedy, ok, problem, type Result, skipped, warning } from "../check";
import { configurationOf, type StackConfiguration } from "../stack";

/** The configuration of the stack. */
export async function stack(facts: Facts): Promise<Result> {
  const { explicit, machine, stackName } = facts;
  if (explicit.baseUrl) return skipped("--base-url says which platform, so no stack is looked at");
  try {
    const found = await configurationOf(stackName, machine);
    if (!found) return skipped("this folder belongs to no Pulumi project");
    return { lines: linesOf(found), facts: { stack: found } };
  } catch (error) {
    if (!(error instanceof PulumiFailure)) throw error;
    return unread(error.message, facts);
  }
}

/** A warning, since the environment or a login file may suffice; a problem if --stack was given. */
function unread(why: string, { stackName }: Facts): Line {
  const judge = stackName === undefined ? warning : problem;
  const none = "no stack is selected in this folder, so no stack's configuration is known";
  if (/no stack selected/.test(why)) return judge(none, "Say which one: --stack <name>");
  return judge(`the stack's configuration could not be read, so it is not known: ${why}`, namedCauseRemedy);
}

function linesOf(found: StackConfiguration): Line[] {
  const unknown = found.unknown.map((key) =>
    warning(
      `${settingKey(key)} is not a setting of this provider: the plugin refuses it, and dynamic resources do not read it`,
      "Correct its name, or remove it.",
      found.name,
    ),
  );
  return [
    found.undecrypted.length > 0
      ? undecryptedLine(found)
      : ok(`it sets ${listed(Object.keys(found.given))}`, found.name),
    ...unknown,
  ];
}

const undecryptedLine = ({ name, undecrypted, decryptionError }: StackConfiguration): Line =>
  warning(`${listed(undecrypted)} could not be decrypted: ${decryptionError}`, decryptionRemedy(decryptionError), name);

function decryptionRemedy(why: string): string {
  if (/encryptionsalt/.test(why)) return "Put back the one that the secrets were encrypted with.";
  const passphrase = "Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE, to that of the stack.";
  if (/passphrase/.test(why)) return passphrase;
  return "See that the stack's secrets provider can be used from here: pulumi up needs it, too.";
}

const listed = (names: readonly string[]): string => names.join(", ") || "nothing of the provider";
