import { writeSync } from "node:fs";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { onEngineExit } from "./adapters/plugin/engineWatchdog.js";
import { withPlainStructs } from "./adapters/plugin/structs.js";
import { pluginName } from "./packageNames.js";

// The engine sends whole states in one message; its own limit is 400 MiB.
const maxMessageBytes = 400 * 1024 * 1024;

const server = new grpc.Server({
  "grpc.max_receive_message_length": maxMessageBytes,
  "grpc.max_send_message_length": maxMessageBytes,
});

// Without an address, the engine attaches later.
const engineAddress = process.argv[2];
onEngineExit(engineAddress, () => process.exit());

server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  try {
    if (error) throw error;
    // Synchronous: loading blocks the event loop, and an asynchronous write might wait for it. The
    // engine connects while the provider loads.
    writeSync(1, `${port}\n`);
    // Plain values instead of protobuf Struct objects: much faster for large states.
    const definition = withPlainStructs(ResourceProviderService as unknown as grpc.ServiceDefinition);
    server.addService(definition, loadService());
  } catch (error) {
    const message = `${pluginName} cannot start: ${(error as Error).message}`;
    process.stderr.write(`${message}\n`, () => process.exit(1));
  }
});

/** Loads most of the code. Requests wait in the socket while this blocks the event loop. */
function loadService(): grpc.UntypedServiceImplementation {
  const { PluginAdapter } =
    require("./adapters/plugin/pluginAdapter.js") as typeof import("./adapters/plugin/pluginAdapter.js");
  const { registry } = require("./resources/registry.js") as typeof import("./resources/registry.js");
  const adapter = new PluginAdapter(registry);
  if (engineAddress) adapter.attachTo(engineAddress);
  return adapter.service();
}
