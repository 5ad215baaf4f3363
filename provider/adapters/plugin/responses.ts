import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as grpc from "@grpc/grpc-js";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type DiffResult, isInitFailure, type Outcome, type PropertyChange } from "../../engine/engine.js";
import type { InitFailure } from "../../objects/lifecycle/initFailure.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { Naming } from "../../objects/operation.js";
import { formatPath } from "../../objects/values.js";
import { npmName, version } from "../../packageNames.js";
import { serialized, toStruct } from "./structs.js";

/** The version of the plugin. */
export function pluginInfo(): plugin.PluginInfo {
  const info = new plugin.PluginInfo();
  info.setVersion(version);
  return info;
}

/** The features of the plugin, for the handshake. */
export function handshakeResponse(): rpc.ProviderHandshakeResponse {
  const response = new rpc.ProviderHandshakeResponse();
  response.setAcceptSecrets(true);
  response.setSupportsAutonamingConfiguration(true);
  return response;
}

/** The features of the configured plugin. */
export function configureResponse(): rpc.ConfigureResponse {
  const response = new rpc.ConfigureResponse();
  response.setAcceptsecrets(true);
  response.setSupportspreview(true);
  response.setSupportsAutonamingConfiguration(true);
  return response;
}

/** The published schema of the package, examples included. */
export function schemaResponse(): rpc.GetSchemaResponse {
  const response = new rpc.GetSchemaResponse();
  response.setSchema(readFileSync(require.resolve(`${npmName}/schema.json`), "utf8"));
  return response;
}

/** A response with the state of an operation. */
export function withState<Response extends StateResponse>(response: Response, outcome: Outcome): Response {
  response.setProperties(toStruct(outcome.state, outcome.secrets));
  response.setRefreshBeforeUpdate(outcome.readsFirst);
  return response;
}

interface StateResponse {
  setProperties(value: Struct): unknown;
  setRefreshBeforeUpdate(value: boolean): unknown;
}

/** The response to a read; an empty id says that the resource is gone. */
export function readResponse(outcome: Outcome | undefined): rpc.ReadResponse {
  const response = new rpc.ReadResponse();
  if (!outcome) return response;
  response.setId(outcome.id);
  response.setInputs(toStruct(outcome.inputs, outcome.secrets));
  return withState(response, outcome);
}

const { Kind } = rpc.PropertyDiff;

/** The kind of a change in place, and of one that replaces. */
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
} as const;

/** A detailed diff, with a kind for each property path. */
export function diffResponse({ changes, deleteBeforeReplace }: DiffResult): rpc.DiffResponse {
  const response = new rpc.DiffResponse();
  const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
  response.setChanges(changes.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setHasdetaileddiff(true);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setDiffsList(topLevel(changes));
  response.setReplacesList(changes.filter(({ replaces }) => replaces).map(({ path }) => formatPath(path)));
  for (const change of changes) response.getDetaileddiffMap().set(formatPath(change.path), propertyDiff(change));
  return response;
}

const topLevel = (changes: readonly PropertyChange[]) => [...new Set(changes.map(({ path }) => String(path[0])))];

function propertyDiff({ action, replaces, isInput }: PropertyChange): rpc.PropertyDiff {
  const difference = new rpc.PropertyDiff();
  difference.setKind(kinds[action][replaces ? 1 : 0]);
  difference.setInputdiff(isInput);
  return difference;
}

const { Mode } = rpc.CheckRequest.AutonamingOptions;
// As many characters as Pulumi's own autonaming uses.
const seedSuffixLength = 7;

/** The input of autonaming. The suffix follows from the seed: a saved plan keeps its name. */
export function namingOf(request: rpc.CheckRequest, resourceName: string): Naming {
  const seed = request.getRandomseed_asU8();
  const suffix = createHash("sha256")
    .update(seed.length > 0 ? seed : randomBytes(32))
    .digest("hex")
    .slice(0, seedSuffixLength);
  const proposal = proposalOf(request.getAutonaming());
  return { resourceName, suffix, ...(proposal && { proposal }) };
}

function proposalOf(autonaming: rpc.CheckRequest.AutonamingOptions | undefined): Naming["proposal"] {
  if (!autonaming) return undefined;
  if (autonaming.getMode() === Mode.DISABLE) return "disabled";
  return { name: autonaming.getProposedName(), enforced: autonaming.getMode() === Mode.ENFORCE };
}

/** A unary gRPC method from a function. `beforeResponse` runs also after an error. */
export function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
  beforeResponse: () => Promise<void> = async () => {},
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(handle)
      .finally(beforeResponse)
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(toServiceError(error)),
      );
  };
}

/** A streaming gRPC method from a function that returns all responses. See {@link unary}. */
export function streaming<Request, Response>(
  handle: (request: Request) => Promise<readonly Response[]>,
  beforeResponse: () => Promise<void>,
): grpc.handleServerStreamingCall<Request, Response> {
  return (call) => {
    const result = Promise.resolve(call.request).then(handle).finally(beforeResponse);
    result.then(
      (responses) => {
        for (const response of responses) call.write(response);
        call.end();
      },
      (error: unknown) => call.emit("error", toServiceError(error)),
    );
  };
}

/** An error for gRPC. That of an init failure has the state to keep in its metadata. */
function toServiceError(error: unknown): Partial<grpc.StatusObject> {
  const serviceError = { code: grpc.status.UNKNOWN, details: messageOf(error) };
  return isInitFailure(error) ? { ...serviceError, metadata: initFailureMetadata(error) } : serviceError;
}

/** The header for details of a gRPC error: a Status with an ErrorResourceInitFailed. */
function initFailureMetadata({ stored, reasons, message }: InitFailure<Outcome>): grpc.Metadata {
  const detail = withState(new rpc.ErrorResourceInitFailed(), stored);
  detail.setId(stored.id);
  detail.setInputs(toStruct(stored.inputs, stored.secrets));
  detail.setReasonsList([...reasons]);
  const any = new Any();
  any.pack(serialized(rpc.ErrorResourceInitFailed, detail), "pulumirpc.ErrorResourceInitFailed");
  const envelope = new status.Status();
  envelope.setCode(grpc.status.UNKNOWN);
  envelope.setMessage(message);
  envelope.addDetails(any);
  const metadata = new grpc.Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(envelope.serializeBinary()));
  return metadata;
}
