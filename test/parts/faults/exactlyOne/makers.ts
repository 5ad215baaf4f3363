import { ApiClient } from "../../../../provider/api/client";
import { DryRunProbe } from "../../../../provider/api/dryRunProbe";
import type { Config } from "../../../../provider/config";
import { create, read, update } from "../../../../provider/engine";
import { InitializationError, type OperationContext } from "../../../../provider/objects/operation";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey";
import { groupPath } from "../../../support/http";
import { initializationOf, type Kept, secretOnWire, startDriver, type Wire } from "../../../support/pluginDriver";
import { type KeyMaker, patience } from "./keyRun";

/** The provider over gRPC. */
export async function pluginMaker(baseUrl: string, accessKey: string): Promise<KeyMaker> {
  const driver = await startDriver({ baseUrl, accessKey });
  return { ...driver, keptOf: (error) => initializationOf(error as object) };
}

/** Shorter than most of what is late, so that a create is sent again while the first one is under way. */
const requestTimeoutMs = 150;

/** The engine in this process, with a client that waits for an answer but a moment: no setting of the provider does that. */
export async function impatientMaker(baseUrl: string, accessKey: string): Promise<KeyMaker> {
  const config = {
    baseUrl,
    accessKey,
    vendor: "loft.sh",
    cliScopeField: "allowLoftCli",
    conflictPolicy: "merge",
  } as Config;
  const impatient = new ApiClient({ ...config, userAgent: "test", requestTimeoutMs });
  const patient = new ApiClient({ ...config, userAgent: "test" });
  // In the last command nothing goes wrong, so a slow machine must not either.
  const clientFor = (timeout: number) => (timeout === patience ? patient : impatient);
  const context = (timeout: number): OperationContext => ({
    client: clientFor(timeout),
    config,
    dryRunProbe: new DryRunProbe(clientFor(timeout)),
    owner: { project: "test", stack: "dev", type: "", name: "" },
    secretPaths: [],
    ignored: [],
    call: { deadline: Date.now() + timeout * 1000 },
    warn: () => {},
    warnOnce: () => {},

    status: () => {},
  });
  return {
    create: (_type, inputs, { timeout }) => create(ownedAccessKey, context(timeout), inputs),
    update: (_type, kept, inputs, { timeout }) => update(ownedAccessKey, context(timeout), kept.id, kept, inputs),
    read: (_type, kept, timeout) => read(ownedAccessKey, context(timeout), kept.id, kept),
    keptOf: (error) => {
      if (error instanceof InitializationError) return error.stored;
      throw error;
    },
    close: async () => {
      await impatient.close();
      await patient.close();
    },
  };
}

const attempts = 3;

/** The create that everybody writes first: POST, and POST again when that failed. A name that is taken is taken for our own. */
export async function naiveMaker(baseUrl: string, accessKey: string): Promise<KeyMaker> {
  const send = async (path: string, timeout: number, body?: object) => {
    const response = await fetch(`${baseUrl}${groupPath}/ownedaccesskeys${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${accessKey}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeout * 1000),
    });
    if (!response.ok && response.status !== 409) throw new Error(`answered ${response.status}`);
    return {
      isTaken: response.status === 409,
      object: (await response.json()) as Wire & { metadata: Wire; spec: Wire },
    };
  };
  const create = async (inputs: Wire, timeout: number): Promise<Kept> => {
    const { name, ...spec } = inputs;
    const answer = await send("", timeout, {
      apiVersion: "management.loft.sh/v1",
      kind: "OwnedAccessKey",
      metadata: { name },
      spec,
    });
    const { object } = answer.isTaken ? await send(`/${name}`, timeout) : answer;
    const key = object.spec.key ?? inputs.key;
    return { id: String(name), inputs, state: { uid: object.metadata.uid, key: secretOnWire(key) } };
  };
  return {
    async create(_type, inputs, { timeout }) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await create(inputs, timeout);
        } catch (error) {
          if (attempt === attempts) throw error;
        }
      }
    },
    update: async (_type, kept) => kept,
    read: async (_type, kept) => kept,
    keptOf: (error) => {
      throw error;
    },
  };
}
