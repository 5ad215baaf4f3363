import type { Metadata } from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { AdapterDriver, WriteOptions } from "./adapterDriver";
import { type Plugin, type PluginOptions, startPlugin } from "./plugin";

/** A plain JSON object, with Pulumi's wire marks for secrets and unknowns where there are any. */
export type Wire = Record<string, unknown>;

/** How Pulumi writes a value that is not known yet. */
export const unknownOnWire = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The member that tells a secret from other objects. */
export const secretMark = "4dabf18193072939515e22adb298388d";

/** How Pulumi writes a secret. */
export const secretOnWire = (value: unknown) => ({
  [secretMark]: "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** Whether a value is a secret as Pulumi writes it. */
export const isSecret = (value: unknown): value is { value?: unknown } =>
  typeof value === "object" && value !== null && Object.hasOwn(value, secretMark);

/** A value without Pulumi's secret marks. */
export function withoutMarks(value: unknown): unknown {
  if (isSecret(value)) return withoutMarks(value.value);
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutMarks(member)]));
}

/** A resource after a write or a read. */
export interface Kept {
  id: string;
  inputs: Wire;
  state: Wire;
  /** Whether the engine is told to read it before it compares it; the plugin alone can say so. */
  refreshBeforeUpdate?: boolean;
}

/** A change as the engine hears of it. */
export interface SeenDiff {
  changes: boolean;
  replaces: boolean;
  /** Property paths with what happens to them, such as `description: update`. */
  detailed: string[];
  deleteBeforeReplace: boolean;
}

type Preview = { preview?: boolean };

/** The provider, asked over gRPC as the engine asks it. */
export interface PluginDriver extends AdapterDriver {
  plugin: Plugin;
  diff(type: string, kept: Kept, news: Wire, ignoreChanges?: string[]): Promise<SeenDiff>;
  create(type: string, news: Wire, options?: Preview & Pick<WriteOptions, "timeout">): Promise<Kept>;
  update(type: string, kept: Kept, news: Wire, options?: Preview & WriteOptions): Promise<Kept>;
  /** Reads as `pulumi import` does, without inputs and state. A `get` sends empty inputs. */
  import(type: string, id: string): Promise<Kept | undefined>;
  invoke(name: string, args: Wire): Promise<Wire>;
  list(
    type: string,
    options?: { query?: Wire; limit?: number; pageSize?: number; token?: string },
  ): Promise<{ ids: string[]; token: string; isComputed: boolean }>;
}

/** URN of the one resource that a test looks at. */
export const urnOf = (type: string) => `urn:pulumi:dev::test::vcluster-platform:index:${type}::res`;

/** An object as requests hold it. */
export const struct = (value: Wire) => Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]);
const plain = (value: Struct | undefined): Wire => (value ? value.toJavaScript() : {});

/** Starts the plugin and configures it. */
export async function startDriver(config: Record<string, string>, options: PluginOptions = {}): Promise<PluginDriver> {
  const plugin = await startPlugin(options);
  try {
    await configurePlugin(plugin, config);
  } catch (error) {
    await plugin.close();
    throw error;
  }
  return driverOf(plugin);
}

/** Configures a plugin. If it was configured before, it forgets what it knows of the platform. */
export async function configurePlugin({ client }: Plugin, config: Record<string, string>): Promise<void> {
  await client.configure(filled(new rpc.ConfigureRequest(), { Args: struct(config) }));
}

/** What a request has setters for. */
type Fields<Request> = {
  [Name in keyof Request as Name extends `set${infer Field}` ? Field : never]?: Request[Name] extends (
    value: infer Value,
  ) => unknown
    ? Value
    : never;
};

/** A request with these fields. */
export function filled<Request extends object>(request: Request, fields: Fields<Request>): Request {
  const setters = request as Record<string, (value: unknown) => unknown>;
  for (const [field, value] of Object.entries(fields)) setters[`set${field}`]?.call(request, value);
  return request;
}

type Answer = Pick<rpc.ReadResponse, "getProperties" | "getRefreshBeforeUpdate">;

/** The resource as a response leaves it. */
const keptFrom = (answer: Answer, id: string, inputs: Wire): Kept => ({
  id,
  inputs,
  state: plain(answer.getProperties()),
  refreshBeforeUpdate: answer.getRefreshBeforeUpdate(),
});

/** Drives a configured plugin. `urn` maps a type to its URN; `seed` determines generated names. */
export function driverOf(plugin: Plugin, urn = urnOf, seed = "seed"): PluginDriver {
  const { client } = plugin;
  const idOf = (type: string, { id }: Kept) => ({ Id: id, Urn: urn(type) });
  const olds = ({ inputs, state }: Kept) => ({ Olds: struct(state), OldInputs: struct(inputs) });
  const read = async (fields: Fields<rpc.ReadRequest>) => {
    const response = await client.read(filled(new rpc.ReadRequest(), fields));
    return response.getId() === "" ? undefined : keptFrom(response, response.getId(), plain(response.getInputs()));
  };
  return {
    plugin,
    close: plugin.close,
    async check(type, news, before) {
      const fields = { Urn: urn(type), News: struct(news), ...(before && { Olds: struct(before) }) };
      const response = await client.check(filled(new rpc.CheckRequest(), { ...fields, Randomseed: Buffer.from(seed) }));
      return {
        inputs: plain(response.getInputs()),
        failures: response.getFailuresList().map((each) => each.getReason()),
      };
    },
    async diff(type, kept, news, ignoreChanges = []) {
      const fields = { ...idOf(type, kept), ...olds(kept), News: struct(news), IgnorechangesList: ignoreChanges };
      return seen(await client.diff(filled(new rpc.DiffRequest(), fields)));
    },
    async create(type, news, { preview = false, timeout = 0 } = {}) {
      const fields = { Urn: urn(type), Properties: struct(news), Preview: preview, Timeout: timeout };
      const response = await client.create(filled(new rpc.CreateRequest(), fields));
      return keptFrom(response, response.getId(), news);
    },
    async read(type, kept, timeout = 0) {
      const fields = { Properties: struct(kept.state), Inputs: struct(kept.inputs), Timeout: timeout };
      return read({ ...idOf(type, kept), ...fields });
    },
    import: (type, id) => read({ Urn: urn(type), Id: id, Properties: struct({}) }),
    async update(type, kept, news, { preview = false, ignoreChanges = [], timeout = 0 } = {}) {
      const options = { Preview: preview, IgnorechangesList: ignoreChanges, Timeout: timeout };
      const fields = { ...idOf(type, kept), ...olds(kept), News: struct(news), ...options };
      return keptFrom(await client.update(filled(new rpc.UpdateRequest(), fields)), kept.id, news);
    },
    async invoke(name, args) {
      const fields = { Tok: `vcluster-platform:index:${name}`, Args: struct(args) };
      return plain((await client.invoke(filled(new rpc.InvokeRequest(), fields))).getReturn());
    },
    async list(type, { query = {}, limit = 0, pageSize = 0, token = "" } = {}) {
      const page = { Limit: limit, PageSize: pageSize, ContinuationToken: token };
      const fields = { Token: `vcluster-platform:index:${type}`, Query: struct(query), ...page };
      const answers = await client.list(filled(new rpc.ListRequest(), fields));
      return {
        ids: answers.flatMap((answer) => answer.getResult()?.getId() ?? []),
        token: answers.at(-1)?.getContinuation()?.getContinuationToken() ?? "",
        isComputed: answers.some((answer) => answer.hasComputed()),
      };
    },
    async delete(type, kept, timeout = 0) {
      const fields = { Properties: struct(kept.state), OldInputs: struct(kept.inputs), Timeout: timeout };
      await client.delete(filled(new rpc.DeleteRequest(), { ...idOf(type, kept), ...fields }));
    },
  };
}

const kindNames = ["add", "add-replace", "delete", "delete-replace", "update", "update-replace"];

function seen(response: rpc.DiffResponse): SeenDiff {
  const detailed = response.getDetaileddiffMap().toArray() as unknown as [string, unknown[]][];
  const entries = [...response.getDetaileddiffMap().entries()] as [string, rpc.PropertyDiff][];
  return {
    changes: response.getChanges() === rpc.DiffResponse.DiffChanges.DIFF_SOME,
    replaces: response.getReplacesList().length > 0,
    detailed:
      detailed.length === 0 ? [] : entries.map(([path, each]) => `${path}: ${kindNames[each.getKind()]}`).sort(),
    deleteBeforeReplace: response.getDeletebeforereplace(),
  };
}

/** The resource that a failed create, read or update asks the engine to keep. */
export function initializationOf(error: { metadata?: Metadata }): Kept & { reasons: string[] } {
  const [bytes] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!(bytes instanceof Buffer)) throw error;
  const detail = status.Status.deserializeBinary(bytes).getDetailsList()[0]?.getValue_asU8() ?? new Uint8Array();
  const failed = rpc.ErrorResourceInitFailed.deserializeBinary(detail);
  const [inputs, state] = [failed.getInputs(), failed.getProperties()].map(plain) as [Wire, Wire];
  const refreshBeforeUpdate = failed.getRefreshBeforeUpdate();
  return { id: failed.getId(), inputs, state, refreshBeforeUpdate, reasons: failed.getReasonsList() };
}
