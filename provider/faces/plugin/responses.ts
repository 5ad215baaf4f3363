import { readFileSync } from "node:fs";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import type { Stored } from "../../objects/operation.js";
import type { Path } from "../../objects/values.js";
import { version } from "../../version.js";
import { toStruct } from "./protocol.js";

/** What the plugin says of itself. */
export function pluginInfo(): plugin.PluginInfo {
  const info = new plugin.PluginInfo();
  info.setVersion(version);
  return info;
}

/** What the plugin can do, as the engine asks before all else. */
export function handshakeResponse(): rpc.ProviderHandshakeResponse {
  const response = new rpc.ProviderHandshakeResponse();
  response.setAcceptSecrets(true);
  response.setSupportsAutonamingConfiguration(true);
  return response;
}

/** What the configured plugin can do. */
export function configureResponse(): rpc.ConfigureResponse {
  const response = new rpc.ConfigureResponse();
  response.setAcceptsecrets(true);
  response.setSupportspreview(true);
  response.setSupportsAutonamingConfiguration(true);
  return response;
}

/** The package's schema as it was reviewed and published, examples included. */
export function schemaResponse(): rpc.GetSchemaResponse {
  const response = new rpc.GetSchemaResponse();
  response.setSchema(readFileSync(require.resolve("pulumi-platform/schema.json"), "utf8"));
  return response;
}

/** The answer to a read; an empty id says that the resource is gone. */
export function readResponse(
  stored: Stored | undefined,
  secrets: readonly Path[],
  readsFirst: boolean,
): rpc.ReadResponse {
  const response = new rpc.ReadResponse();
  if (!stored) return response;
  response.setId(stored.id);
  response.setProperties(toStruct(stored.state, secrets));
  response.setInputs(toStruct(stored.inputs, secrets));
  response.setRefreshBeforeUpdate(readsFirst);
  return response;
}
