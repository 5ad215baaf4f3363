import * as grpc from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import * as status from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { isInitFailure, type Outcome } from "../../engine/engine.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { InitFailure } from "../../objects/operation.js";
import { withState } from "./responses.js";
import { serialized, toStruct } from "./structs.js";

/** A failure as a gRPC error. An unfinished create or update carries the state to keep. */
export function toServiceError(error: unknown): Partial<grpc.StatusObject> {
  const failed = { code: grpc.status.UNKNOWN, details: messageOf(error) };
  return isInitFailure(error) ? { ...failed, metadata: initFailureDetails(error) } : failed;
}

function initFailureDetails({ stored, reasons, message }: InitFailure<Outcome>): grpc.Metadata {
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
