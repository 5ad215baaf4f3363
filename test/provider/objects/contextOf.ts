import type { ApiClient, Call } from "../../../provider/api/client.js";
import { Discovery, PlatformIdentity } from "../../../provider/api/platformIdentity.js";
import type { Config } from "../../../provider/config/config.js";
import type { Context } from "../../../provider/objects/operation.js";
import type { StoredOperation, StoredResource, StoredType } from "../../../provider/objects/resource.js";
import { fakeClock, type Reply } from "../api/scriptedServer";

/** The context of an operation of the stack test/dev, and its diagnostics. */
export function contextOf(client: ApiClient, call: Call = {}) {
  const output = { warnings: [] as string[], statuses: [] as string[] };
  const discovery = new Discovery(client);
  const context: Context = {
    client,
    config: {
      baseUrl: "https://platform.test",
      accessKey: "the-access-key",
      vendor: "loft.sh",
      conflictPolicy: "merge",
    } as Config,
    discovery,
    identity: new PlatformIdentity(client, discovery),
    owner: { project: "test", stack: "dev", type: "vcluster-platform:index:SpaceTemplate", name: "res" },
    secretPaths: [],
    call,
    warn: (message) => output.warnings.push(message),
    warnOnce: (message) => output.warnings.push(message),
    inform: (message) => output.warnings.push(message),
    status: (message) => output.statuses.push(message),
  };
  return { context, ...output };
}

/** An operation on a resource, with these values. */
export const operationOn = (
  context: Context & Partial<StoredOperation>,
  resource: StoredType,
  values: Partial<Pick<StoredOperation, "id" | "inputs" | "recorded" | "ignored">> = {},
): StoredOperation => ({
  ...{ inputs: {}, recorded: { inputs: {}, state: {} }, ignored: [] },
  ...context,
  resource: resource as StoredResource,
  ...placed(resource, values.id ?? String(values.inputs?.name ?? "")),
  ...values,
});

/** The id of an object in no namespace, and its place. */
const placed = ({ plural }: StoredType, id: string) => ({
  id,
  place: { name: id, collection: [plural], inputs: {}, outputs: {} },
});

/** A clock whose sleep cancels the operation, and the abort signal. */
export function cancelledSleep() {
  const abort = new AbortController();
  const sleep = async () => {
    abort.abort();
    abort.signal.throwIfAborted();
  };
  return { clock: { ...fakeClock(), sleep }, signal: abort.signal };
}

/** A script such as "GET gone, POST lost": the expected requests with their named responses. */
export function scriptOf(answers: Readonly<Record<string, Reply>>, script: string) {
  const steps = script.split(", ").map((step) => step.split(" "));
  const replies = steps.map(([, name = ""]) => {
    const reply = answers[name];
    if (!reply) throw new Error(`No answer is called "${name}" in "${script}"`);
    return reply;
  });
  return { requests: steps.map(([request]) => request), replies };
}
