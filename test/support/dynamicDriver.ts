import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { dynamicAdapter } from "../../provider/adapters/dynamic/dynamicAdapter.js";
import { contextKey, type DynamicContext, inputsKey } from "../../provider/adapters/dynamic/dynamicContext.js";
import type { AdapterDriver } from "./adapterDriver";
import "./withoutLogin";
import { isSecret, type Wire, withoutMarks } from "./pluginDriver";

type Adapter = ReturnType<typeof dynamicAdapter>;

/** The provider as the SDK serialises it, which the host puts into everything that state keeps. */
const serialised = { __provider: "exports.handler = …" };

/** Dynamic resources in this process, with the calls of their host and the inputs of the SDK. */
export async function startDynamicDriver(config: Record<string, string>): Promise<AdapterDriver> {
  const settings = { get: (key: string) => config[key.replace(/^vcluster-platform:/, "")] };
  const adapters = new Map<string, Adapter>();
  // The host makes one provider of each type.
  const adapterOf = (type: string): Adapter => {
    const adapter = adapters.get(type) ?? dynamicAdapter(type, settings);
    adapters.set(type, adapter);
    return adapter;
  };
  return {
    async check(type, news, olds = {}) {
      const { inputs, failures } = await adapterOf(type).check(sent(olds), declared(news));
      return { inputs: kept(inputs), failures: failures.map(({ reason }) => reason) };
    },
    async diff(type, { id, state }, news, ignoreChanges = []) {
      const { changes, replaces, deleteBeforeReplace } = await adapterOf(type).diff(
        id,
        sent(state),
        declared(news, { ignoreChanges }),
      );
      return { changes, replaces: replaces.length > 0, deleteBeforeReplace };
    },
    async create(type, news, { timeout } = {}) {
      const timeouts = timeout ? { create: `${timeout}s` } : {};
      const inputs = declared(news, { timeouts });
      const { id, outs } = await adapterOf(type).create(inputs);
      return { id, inputs, state: kept(outs) };
    },
    async read(type, { id, state }, timeout) {
      const read = await adapterOf(type).read(id, sent(timed(state, "read", timeout)));
      if (read.id === "") return undefined;
      return { id: read.id, inputs: kept(read.inputs ?? {}), state: kept(read.props) };
    },
    async update(type, { id, state }, news, { ignoreChanges = [], timeout } = {}) {
      const timeouts = timeout ? { update: `${timeout}s` } : {};
      const inputs = declared(news, { ignoreChanges, timeouts });
      const { outs } = await adapterOf(type).update(id, sent(state), inputs);
      return { id, inputs, state: kept(outs) };
    },
    delete: async (type, { id, state }, timeout) => adapterOf(type).delete(id, sent(timed(state, "delete", timeout))),
    close: async () => {},
  };
}

/** The inputs as the host passes them: secrets unwrapped, and only their names in the context. */
function declared(news: Wire, options: Partial<DynamicContext> = {}): Wire {
  const { [contextKey]: before, ...given } = news;
  const marked = Object.keys(given).filter((name) => isMarked(given[name]));
  // An input that was once marked secret stays secret when a test passes stored inputs on.
  const secrets = [...new Set([...((before as DynamicContext | undefined)?.secrets ?? []), ...marked])];
  const resource = { project: "test", stack: "dev", name: "res", secrets, ...options };
  return kept({ ...(withoutMarks(given) as Wire), [contextKey]: resource });
}

/** The state as a write leaves it whose program gives an operation so many seconds. */
function timed(state: Wire, kind: "read" | "delete", timeout: number | undefined): Wire {
  if (!timeout) return state;
  const inputs = { ...(state[inputsKey] as Wire | undefined) };
  const resource = { ...(inputs[contextKey] as Wire | undefined), timeouts: { [kind]: `${timeout}s` } };
  return { ...state, [inputsKey]: { ...inputs, [contextKey]: resource } };
}

/** The part of the host's response that the engine keeps. */
const kept = (answer: Wire): Wire => sent({ ...answer, ...serialised });

/** A copy as the wire makes it, which knows no undefined. */
const sent = (properties: Wire): Wire =>
  Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]).toJavaScript();

function isMarked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(isMarked);
}
