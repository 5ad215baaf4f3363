import * as grpc from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { messageOf } from "../../objects/messages.js";
import { InitializationError } from "../../objects/operation.js";
import type { Path, Properties } from "../../objects/values.js";
import { type Decoded, decode, encode } from "../values.js";
import { membersOf, serialized, structOf } from "./structs.js";

/** Plain properties of a protobuf struct, and where its secrets stood. */
export function fromStruct(struct: Struct | undefined): Decoded {
  return decode(struct ? membersOf(struct) : {});
}

/** Properties as a protobuf struct, secret at the given paths. */
export function toStruct(properties: Properties, secrets: readonly Path[]): Struct {
  return structOf(encode(properties, secrets));
}

/** A failure as a gRPC error. An unfinished create or update carries the state to keep. */
export function toServiceError(
  error: unknown,
  secrets: readonly Path[],
  readsFirst = false,
): Partial<grpc.StatusObject> {
  const message = messageOf(error);
  const code = grpc.status.UNKNOWN;
  if (!(error instanceof InitializationError)) return { code, details: message };
  return { code, details: message, metadata: initializationDetails(error, secrets, readsFirst) };
}

function initializationDetails(
  { stored, reasons, message }: InitializationError,
  secrets: readonly Path[],
  readsFirst: boolean,
): grpc.Metadata {
  const detail = new rpc.ErrorResourceInitFailed();
  detail.setId(stored.id);
  detail.setProperties(toStruct(stored.state, secrets));
  detail.setInputs(toStruct(stored.inputs, secrets));
  detail.setReasonsList([...reasons]);
  detail.setRefreshBeforeUpdate(readsFirst);
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
        (error: unknown) => callback(isServiceError(error) ? error : toServiceError(error, [])),
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
      (error: unknown) => call.emit("error", toServiceError(error, [])),
    );
  };
}

const isServiceError = (error: unknown): error is Partial<grpc.StatusObject> =>
  typeof error === "object" && error !== null && "code" in error && "details" in error;
