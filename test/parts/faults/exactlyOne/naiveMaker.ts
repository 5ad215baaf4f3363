import { groupPath } from "../../../support/http";
import { type Kept, secretOnWire, type Wire } from "../../../support/pluginDriver";
import type { KeyMaker } from "./keyRun";

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
