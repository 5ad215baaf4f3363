import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as engine from "../../engine/engine.js";
import { pathsWith } from "../../objects/fields/fieldRules.js";
import type { Context } from "../../objects/operation.js";
import type { PlatformFunction, Resource } from "../../objects/resource.js";
import { containsUnknown, type MarkedProperties, type Properties } from "../../objects/values.js";
import { fromStruct, toStruct } from "./structs.js";

/** Returns the context of a lookup with these arguments; undefined while a setting is unknown. */
type ContextFor = (args: MarkedProperties) => Context | undefined;

/** Calls a function. While a setting or an argument is unknown, all its outputs are. */
export async function invoke(
  functions: readonly PlatformFunction[],
  contextFor: ContextFor,
  request: rpc.InvokeRequest,
): Promise<rpc.InvokeResponse> {
  const platformFunction = engine.functionOf(functions, request.getTok().split(":").at(-1) ?? "");
  const { properties, secrets } = fromStruct(request.getArgs());
  const context = contextFor({ properties, secrets: [...secrets, ...pathsWith(platformFunction.inputs, "secret")] });
  // Functions leave nested secrets out of their results.
  const secretResults = pathsWith(platformFunction.outputs, "secret").filter((path) => path.length === 1);
  const response = new rpc.InvokeResponse();
  response.setReturn(toStruct(await engine.invokeFunction(context, platformFunction, properties), secretResults));
  return response;
}

/** One page of a list, and the token of the next page, if any. */
export async function listResponses(
  resource: Resource,
  contextFor: ContextFor,
  request: rpc.ListRequest,
): Promise<rpc.ListResponse[]> {
  const query = fromStruct(request.getQuery());
  const context = contextFor(query);
  const filter = query.properties;
  if (!context || containsUnknown(filter)) return [computedResponse()];
  const limits = [request.getLimit(), request.getPageSize()].filter((limit) => limit > 0);
  const page = {
    filter,
    limit: limits.length > 0 ? Math.min(...limits) : undefined,
    token: request.getContinuationToken(),
    idsOnly: true,
  };
  const { items, token } = await engine.list(context, resource, page);
  return [...items.map(({ id, properties }) => resultOf(id, properties)), ...(token ? [continuation(token)] : [])];
}

function resultOf(id: string, { name }: Properties): rpc.ListResponse {
  const result = new rpc.ListResponse.Result();
  result.setId(id);
  result.setName(String(name ?? id));
  const response = new rpc.ListResponse();
  response.setResult(result);
  return response;
}

function continuation(token: string): rpc.ListResponse {
  const next = new rpc.ListResponse.Continuation();
  next.setContinuationToken(token);
  const response = new rpc.ListResponse();
  response.setContinuation(next);
  return response;
}

/** The answer while the settings or the query are unknown. */
function computedResponse(): rpc.ListResponse {
  const response = new rpc.ListResponse();
  response.setComputed(new rpc.ListResponse.Computed());
  return response;
}
