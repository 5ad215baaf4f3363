// The engine's requests to a provider in each operation, without the engine.
import rpc from "@pulumi/pulumi/proto/provider_pb.js";
import structs from "google-protobuf/google/protobuf/struct_pb.js";
import { declared } from "../engineStack.mjs";

const { Struct } = structs;

/** @typedef {{ index: number, urn: string, inputs: any, id: string, state: any }} Asked one resource with what the plugin answered last */

/**
 * Resources that nobody has created yet.
 * @param {number} count
 * @returns {Asked[]}
 */
export const resourcesToAsk = (count) =>
  declared(count).map(({ name }, index) => ({
    index,
    urn: `urn:pulumi:bench::bench::vcluster-platform:index:SpaceTemplate::${name}`,
    inputs: undefined,
    id: "",
    state: undefined,
  }));

/**
 * Says where the platform is, as the engine does before all else.
 * @param {import("./plugins.mjs").RunningPlugin} plugin
 * @param {{ baseUrl: string, accessKey: string }} platform
 */
export async function configure(plugin, { baseUrl, accessKey }) {
  const request = new rpc.ConfigureRequest();
  request.setArgs(Struct.fromJavaScript({ baseUrl, accessKey }));
  await plugin.ask("configure", request);
}

/** @typedef {(plugin: import("./plugins.mjs").RunningPlugin, resource: Asked) => Promise<void>} Ask */

/** @type {Record<import("./commands.mjs").Operation, Ask>} */
export const ask = {
  create: async (plugin, resource) => {
    await check(plugin, resource);
    const request = new rpc.CreateRequest();
    request.setUrn(resource.urn);
    request.setProperties(resource.inputs);
    const answer = await plugin.ask("create", request);
    resource.id = answer.getId();
    resource.state = answer.getProperties();
  },
  refresh: async (plugin, resource) => {
    const request = new rpc.ReadRequest();
    request.setUrn(resource.urn);
    request.setId(resource.id);
    request.setInputs(resource.inputs);
    request.setProperties(resource.state);
    const answer = await plugin.ask("read", request);
    resource.inputs = answer.getInputs();
    resource.state = answer.getProperties();
  },
  update: async (plugin, resource) => {
    const before = resource.inputs;
    await check(plugin, resource, "Changed over gRPC");
    await plugin.ask("diff", change(new rpc.DiffRequest(), before, resource));
    const answer = await plugin.ask("update", change(new rpc.UpdateRequest(), before, resource));
    resource.state = answer.getProperties();
  },
  delete: async (plugin, { urn, id, inputs, state }) => {
    const request = new rpc.DeleteRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOldInputs(inputs);
    request.setProperties(state);
    await plugin.ask("delete", request);
  },
};

/**
 * @template {import("@pulumi/pulumi/proto/provider_pb.js").DiffRequest | import("@pulumi/pulumi/proto/provider_pb.js").UpdateRequest} Request
 * @param {Request} request
 * @param {any} before
 * @param {Asked} resource
 */
function change(request, before, { urn, id, inputs, state }) {
  request.setUrn(urn);
  request.setId(id);
  request.setOldInputs(before);
  request.setOlds(state);
  request.setNews(inputs);
  return request;
}

/**
 * @param {import("./plugins.mjs").RunningPlugin} plugin
 * @param {Asked} resource
 * @param {string} [description]
 */
async function check(plugin, resource, description) {
  const request = new rpc.CheckRequest();
  request.setUrn(resource.urn);
  request.setNews(newsOf(resource, description));
  if (resource.inputs) request.setOlds(resource.inputs);
  request.setRandomseed(Buffer.from("seed"));
  resource.inputs = (await plugin.ask("check", request)).getInputs();
}

/**
 * @param {Asked} resource
 * @param {string} [description]
 */
function newsOf({ index }, description) {
  return Struct.fromJavaScript(/** @type {any} */ (declared(1, description, index)[0]));
}

/**
 * Does one operation of all resources, so many at once.
 * @param {import("./plugins.mjs").RunningPlugin} plugin
 * @param {import("./commands.mjs").Operation} operation
 * @param {readonly Asked[]} resources
 * @param {number} atOnce
 */
export async function askAll(plugin, operation, resources, atOnce) {
  const waiting = [...resources];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await ask[operation](plugin, next);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, resources.length) }, worker));
}
