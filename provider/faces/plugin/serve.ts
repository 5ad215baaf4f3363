import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { isOn } from "../../optimisations.js";
import { LateService } from "./lateService.js";
import { withPlainStructs } from "./structs.js";

// The engine sends whole states in one message; its own limit is 400 MiB.
const maxMessageBytes = 400 * 1024 * 1024;

const options: grpc.ServerOptions = {
  "grpc.max_receive_message_length": maxMessageBytes,
  "grpc.max_send_message_length": maxMessageBytes,
};

/** Serves the provider on a free loopback port. Without an address, the engine attaches later. */
export async function serve(engineAddress: string | undefined): Promise<number> {
  const definition = withPlainStructs(ResourceProviderService as unknown as grpc.ServiceDefinition);
  const service = new LateService(definition, () => startFace(engineAddress));
  if (!isOn("lateLoading")) service.load();
  const server = new grpc.Server(options);
  server.addService(definition, service.methods);
  const port = await listen(server);
  service.loadSoon();
  return port;
}

/** Here and not above, so that the port is told before it is loaded. */
function startFace(engineAddress: string | undefined): grpc.UntypedServiceImplementation {
  const late = require("./startFace.js") as typeof import("./startFace.js");
  return late.startFace(engineAddress);
}

function listen(server: grpc.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}
