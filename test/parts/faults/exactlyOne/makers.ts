import { ApiClient } from "../../../../provider/api/client";
import { DryRunProbe } from "../../../../provider/api/dryRunProbe";
import type { Config } from "../../../../provider/config";
import { create, read, update } from "../../../../provider/engine";
import { InitializationError, type OperationContext } from "../../../../provider/objects/operation";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey";
import { initializationOf, startDriver } from "../../../support/pluginDriver";
import { type KeyMaker, patience } from "./keyRun";

/** The provider over gRPC; `folder` is the package, this one if absent. */
export async function pluginMaker(baseUrl: string, accessKey: string, folder?: string): Promise<KeyMaker> {
  const driver = await startDriver({ baseUrl, accessKey }, folder === undefined ? {} : { folder });
  return { ...driver, keptOf: (error) => initializationOf(error as object) };
}

/** Shorter than most delays, so that a create is retried while the first one is under way. */
const requestTimeoutMs = 150;

/** The engine in this process, with a request timeout that no setting of the provider allows. */
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
  // On a slow machine, the last command must not time out.
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
