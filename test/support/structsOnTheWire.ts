import type { MethodDefinition, ServiceDefinition } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { BinaryWriter } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { withPlainStructs } from "../../provider/adapters/plugin/structs";

const generated = ResourceProviderService as unknown as ServiceDefinition;
const check = withPlainStructs(generated).check as MethodDefinition<rpc.CheckRequest, rpc.CheckResponse>;
const newsOfCheck = 3;

/** The struct that the plugin decodes from the bytes of a request. */
export function receivedStruct(bytes: Uint8Array): Struct {
  const request = new BinaryWriter();
  request.writeBytes(newsOfCheck, bytes);
  return check.requestDeserialize(Buffer.from(request.getResultBuffer())).getNews() as Struct;
}

/** The value that the generated code decodes from a struct in a response of the plugin. */
export function answeredStruct(struct: Struct): unknown {
  const response = new rpc.CheckResponse();
  response.setInputs(struct);
  return rpc.CheckResponse.deserializeBinary(check.responseSerialize(response)).getInputs()?.toJavaScript();
}
