import { ownPrincipal, type Principal, principalsIn, type Session } from "../../provider/cliFacade";
import { envName } from "../../provider/settingNames.js";
import { type CliCommand, UsageError } from "../program";
import { readContext } from "../readContext";
import { failureExitCode, sessionOf, withSession } from "../session";
import { oneLine } from "../words";
import { codeOfSignal, SignalForwarder } from "./childProcess";
import { type KubeconfigFile, writeKubeconfig } from "./kubeconfigFile";
import { checkExec, defaultTtl, type ExecValues, execOptions, keyInputs } from "./options";
import { createKey, deleteKey, deleteLeftKeys, endOfKey, notDeleted, type TemporaryKey } from "./temporaryKey";

const notify = (text: string) => console.error(`note: ${oneLine(text)}`);

/** The command `exec`. */
export const exec: CliCommand<ExecValues> = {
  name: "exec",
  summary: "Run a command with an access key that lives as long as the command",
  argument: { flags: "<command...>", help: "The command and its arguments, after --" },
  options: execOptions,
  exitCodes: {
    0: "the command ended with 0; its other exit codes are passed on, too",
    1: "no key could be made",
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
  const key = await createKey(session, keyInputs({ ...values, [principal.kind]: principal.name }, program), notify);
  let file: KubeconfigFile | undefined;
  try {
    file = await kubeconfigFile(session, values, key);
    if (signals.received) return codeOfSignal(signals.received);
    const timer = warnBeforeEnd(values, key);
    const env = environment(values, key, file);
    return await signals.run({ program, args, env }).finally(() => clearTimeout(timer));
  } finally {
    file?.remove();
    await endKey(session, key);
    // Expired keys grant no access, and the next exec looks again.
    await deleteLeftKeys(session, principal).catch(() => {});
  }
}

/** Whom the key acts for. */
async function principalOf(session: Session, values: ExecValues): Promise<Principal> {
  const [given] = principalsIn({ user: values.user, team: values.team });
  const principal = given ?? (await ownPrincipal(readContext(session, { notify })));
  if (principal) return principal;
  throw new UsageError(
    "The platform does not tell whom your access key acts for: name the user or team with --user or --team",
  );
}

async function kubeconfigFile(
  session: Session,
  { kubeconfig, virtualCluster }: ExecValues,
  { value: key }: TemporaryKey,
) {
  const [place] = virtualCluster;
  return kubeconfig && place ? writeKubeconfig(session, { ...place, key }, notify) : undefined;
}

/** The variables of the command. The key of this process, which may do more, is not among them. */
function environment({ env: name = envName("accessKey") }: ExecValues, { value }: TemporaryKey, file?: KubeconfigFile) {
  const { [envName("accessKey")]: _ours, ...inherited } = process.env;
  return { ...inherited, [name]: value, ...(file && { KUBECONFIG: file.path }) };
}

/** Warns when three quarters of the key's life are over. */
function warnBeforeEnd({ ttl = defaultTtl }: ExecValues, key: TemporaryKey): NodeJS.Timeout {
  const text = `The command still runs, and its access key ends at ${endOfKey(key)}. Give it more time with --ttl.`;
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
