import { ownPrincipal, type Principal, principalsIn, type Session } from "../../provider/cliFacade";
import { envName } from "../../provider/settingNames.js";
import { type CliCommand, UsageError } from "../program";
import { readContext } from "../readContext";
import { failureExitCode, sessionOf, withSession } from "../session";
import { notify, oneLine } from "../words";
import { type KubeconfigFile, writeKubeconfig } from "./kubeconfigFile";
import { checkExec, defaultTtl, type ExecValues, execOptions, keyInputs, kubeconfigVariable } from "./options";
import { codeOfSignal, SignalForwarder } from "./signalForwarder";
import { createKey, deleteExpiredKeys, deleteKey, endOfKey, notDeleted, type TemporaryKey } from "./temporaryKey";

/** The command `exec`. */
export const exec: CliCommand<ExecValues> = {
  name: "exec",
  summary: "Run a command with an access key that lives as long as the command",
  argument: { flags: "<command...>", help: "The command and its arguments, after --" },
  options: execOptions,
  exitCodes: {
    0: "the command ended with 0; exec returns each other exit code of the command, too",
    1: "no key could be created",
    3: "not authorized: the platform refused the access key, or there is none",
    126: "the command cannot be executed",
    127: "there is no such command",
  },
  run: async (values, [program = "", ...args]) => {
    checkExec(values);
    if (program === "") throw new UsageError("Name the command after --");
    const signals = new SignalForwarder();
    const work = (session: Session) => execute(session, { values, program, args, signals });
    return withSession(sessionOf(values, notify), work).finally(() => signals.stop());
  },
  failureExitCode,
};

interface Execution {
  readonly values: ExecValues;
  readonly program: string;
  readonly args: readonly string[];
  readonly signals: SignalForwarder;
}

/** Creates the key, runs the command with it, and deletes the key. Returns the exit code. */
async function execute(session: Session, { values, program, args, signals }: Execution): Promise<number> {
  const principal = await principalOf(session, values);
  const key = await createKey(session, keyInputs(values, principal, program), notify);
  let file: KubeconfigFile | undefined;
  try {
    file = await kubeconfigFile(session, values, key);
    if (signals.received) return codeOfSignal(signals.received);
    const timer = warnBeforeExpiry(values, key);
    const env = environment(values, key, file);
    return await signals.run({ program, args, env }).finally(() => clearTimeout(timer));
  } finally {
    file?.remove();
    await endKey(session, key);
    // Expired keys grant no access, and the next exec tries again.
    await deleteExpiredKeys(session, principal, key).catch(() => {});
  }
}

/** Whom the key acts for. */
async function principalOf(session: Session, values: ExecValues): Promise<Principal> {
  const [given] = principalsIn({ user: values.user, team: values.team });
  const principal = given ?? (await ownPrincipal(readContext(session, { notify })));
  if (principal) return principal;
  const cause = "The platform does not show the user or team of your access key";
  throw new UsageError(`${cause}: name the user or team with --user or --team`);
}

async function kubeconfigFile(
  session: Session,
  { kubeconfig, virtualCluster }: ExecValues,
  { value: key }: TemporaryKey,
) {
  const [place] = virtualCluster;
  return kubeconfig && place ? writeKubeconfig(session, { ...place, key }, notify) : undefined;
}

/** The environment of the command, without the key of this process, which may have more access. */
function environment({ env: name = envName("accessKey") }: ExecValues, { value }: TemporaryKey, file?: KubeconfigFile) {
  const { [envName("accessKey")]: _ours, ...inherited } = process.env;
  return { ...inherited, [name]: value, ...(file && { [kubeconfigVariable]: file.path }) };
}

/** Warns after three quarters of the key's lifetime. */
function warnBeforeExpiry({ ttl = defaultTtl }: ExecValues, key: TemporaryKey): NodeJS.Timeout {
  const text = `The command still runs, and its access key expires at ${endOfKey(key)}. Set a longer lifetime with --ttl.`;
  return setTimeout(() => notify(text), ttl * 750).unref();
}

/** Deletes the key. A failure does not change the exit code of the command. */
async function endKey(session: Session, key: TemporaryKey): Promise<void> {
  try {
    await deleteKey(session, key, notify);
  } catch (error) {
    console.error(`exec: ${oneLine(notDeleted(key, error))}`);
  }
}
