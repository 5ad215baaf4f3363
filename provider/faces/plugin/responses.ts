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
