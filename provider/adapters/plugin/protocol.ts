import * as grpc from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { isInitFailure, type Outcome } from "../../engine/engine.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { InitFailure } from "../../objects/operation.js";
import type { Marked, Path, Properties } from "../../objects/values.js";
import { decode, encode } from "../shared/wireValues.js";
import { membersOf, serialized, structOf } from "./structs.js";

/** Plain properties of a protobuf struct, and the paths of its secrets. */
export function fromStruct(struct: Struct | undefined): Marked {
  return decode(struct ? membersOf(struct) : {});
}

/** Properties as a protobuf struct, secret at the given paths. */
export function toStruct(properties: Properties, secrets: readonly Path[]): Struct {
  return structOf(encode(properties, secrets));
}

/** A failure as a gRPC error. An unfinished create or update carries the state to keep. */
function toServiceError(error: unknown): Partial<grpc.StatusObject> {
  const failed = { code: grpc.status.UNKNOWN, details: messageOf(error) };
  return isInitFailure(error) ? { ...failed, metadata: initializationDetails(error) } : failed;
}

function initializationDetails({ stored, reasons, message }: InitFailure<Outcome>): grpc.Metadata {
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

/** A unary gRPC method from a function. It responds after `last` has ended. */
export function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
  last: () => Promise<void> = async () => {},
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(handle)
      .finally(last)
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(toServiceError(error)),
      );
  };
}

/** A streaming gRPC method from a function that returns all messages. `last` runs before them. */
export function streaming<Request, Response>(
  handle: (request: Request) => Promise<readonly Response[]>,
  last: () => Promise<void>,
): grpc.handleServerStreamingCall<Request, Response> {
  return (call) => {
    const answered = Promise.resolve(call.request).then(handle).finally(last);
    answered.then(
      (responses) => {
        for (const response of responses) call.write(response);
        call.end();
      },
      (error: unknown) => call.emit("error", toServiceError(error)),
    );
  };
}
