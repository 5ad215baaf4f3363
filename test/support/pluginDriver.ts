import type { Metadata } from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
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

/** The provider, asked over gRPC as the engine asks it. */
export interface PluginDriver {
  plugin: Plugin;
  check(type: string, news: Wire, olds?: Wire): Promise<{ inputs: Wire; failures: string[] }>;
  diff(type: string, kept: Kept, news: Wire, ignoreChanges?: string[]): Promise<SeenDiff>;
  create(type: string, news: Wire, options?: { preview?: boolean; timeout?: number }): Promise<Kept>;
  read(type: string, kept: Kept, timeout?: number): Promise<Kept | undefined>;
  update(
    type: string,
    kept: Kept,
    news: Wire,
    options?: { preview?: boolean; ignoreChanges?: string[]; timeout?: number },
  ): Promise<Kept>;
  delete(type: string, kept: Kept, timeout?: number): Promise<void>;
  invoke(name: string, args: Wire): Promise<Wire>;
  list(
    type: string,
    options?: { query?: Wire; limit?: number; pageSize?: number; token?: string },
  ): Promise<{ ids: string[]; token: string; isComputed: boolean }>;
  close(): Promise<void>;
}

/** URN of the one resource that a test looks at. */
export const urnOf = (type: string) => `urn:pulumi:dev::test::platform:index:${type}::res`;

const struct = (value: Wire) => Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]);
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

/** Configures a plugin, also one that was configured before: what it knows of the platform is forgotten. */
export async function configurePlugin({ client }: Plugin, config: Record<string, string>): Promise<void> {
  const request = new rpc.ConfigureRequest();
  request.setArgs(struct(config));
  await client.configure(request);
}

/** Asks a plugin that is configured already; `urn` names the resource of a type, made-up names come from the seed. */
export function driverOf(plugin: Plugin, urn = urnOf, seed = "seed"): PluginDriver {
  const { client } = plugin;
  return {
    plugin,
    close: plugin.close,
    async check(type, news, olds) {
      const request = new rpc.CheckRequest();
      request.setUrn(urn(type));
      request.setNews(struct(news));
      if (olds) request.setOlds(struct(olds));
      request.setRandomseed(Buffer.from(seed));
      const response = await client.check(request);
      return {
        inputs: plain(response.getInputs()),
        failures: response.getFailuresList().map((each) => each.getReason()),
      };
    },
    async diff(type, kept, news, ignoreChanges = []) {
      const request = new rpc.DiffRequest();
      request.setId(kept.id);
      request.setUrn(urn(type));
      request.setOlds(struct(kept.state));
      request.setOldInputs(struct(kept.inputs));
      request.setNews(struct(news));
      request.setIgnorechangesList(ignoreChanges);
      return seen(await client.diff(request));
    },
    async create(type, news, { preview = false, timeout = 0 } = {}) {
      const request = new rpc.CreateRequest();
      request.setUrn(urn(type));
      request.setProperties(struct(news));
      request.setPreview(preview);
      request.setTimeout(timeout);
      const response = await client.create(request);
      return {
        id: response.getId(),
        inputs: news,
        state: plain(response.getProperties()),
        refreshBeforeUpdate: response.getRefreshBeforeUpdate(),
      };
    },
    async read(type, kept, timeout = 0) {
      const request = new rpc.ReadRequest();
      request.setTimeout(timeout);
      request.setId(kept.id);
      request.setUrn(urn(type));
      request.setProperties(struct(kept.state));
      request.setInputs(struct(kept.inputs));
      const response = await client.read(request);
      if (response.getId() === "") return undefined;
      return {
        id: response.getId(),
        inputs: plain(response.getInputs()),
        state: plain(response.getProperties()),
        refreshBeforeUpdate: response.getRefreshBeforeUpdate(),
      };
    },
    async update(type, kept, news, { preview = false, ignoreChanges = [], timeout = 0 } = {}) {
      const request = new rpc.UpdateRequest();
      request.setId(kept.id);
      request.setUrn(urn(type));
      request.setOlds(struct(kept.state));
      request.setOldInputs(struct(kept.inputs));
      request.setNews(struct(news));
      request.setPreview(preview);
      request.setIgnorechangesList(ignoreChanges);
      request.setTimeout(timeout);
      const response = await client.update(request);
      return {
        id: kept.id,
        inputs: news,
        state: plain(response.getProperties()),
        refreshBeforeUpdate: response.getRefreshBeforeUpdate(),
      };
    },
    async invoke(name, args) {
      const request = new rpc.InvokeRequest();
      request.setTok(`platform:index:${name}`);
      request.setArgs(struct(args));
      return plain((await client.invoke(request)).getReturn());
    },
    async list(type, { query = {}, limit = 0, pageSize = 0, token = "" } = {}) {
      const request = new rpc.ListRequest();
      request.setToken(`platform:index:${type}`);
      request.setQuery(struct(query));
      request.setLimit(limit);
      request.setPageSize(pageSize);
      request.setContinuationToken(token);
      const answers = await client.list(request);
      return {
        ids: answers.flatMap((answer) => answer.getResult()?.getId() ?? []),
        token: answers.at(-1)?.getContinuation()?.getContinuationToken() ?? "",
        isComputed: answers.some((answer) => answer.hasComputed()),
      };
    },
    async delete(type, kept, timeout = 0) {
      const request = new rpc.DeleteRequest();
      request.setId(kept.id);
      request.setUrn(urn(type));
      request.setProperties(struct(kept.state));
      request.setOldInputs(struct(kept.inputs));
      request.setTimeout(timeout);
      await client.delete(request);
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
