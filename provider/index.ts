import { writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { onEngineExit } from "./adapters/plugin/engineWatchdog.js";
import { withPlainStructs } from "./adapters/plugin/structs.js";
import { pluginName } from "./packageNames.js";

// The engine's own limit. It sends a whole state in one message.
const maxMessageBytes = 400 * 1024 * 1024;

// V8 collects all garbage when the heap is twice the live objects. By default it waits longer: that
// takes a third more memory for thousands of objects, and saves no CPU time.
setFlagsFromString("--heap-growing-percent=100");

const server = new grpc.Server({
  "grpc.max_receive_message_length": maxMessageBytes,
  "grpc.max_send_message_length": maxMessageBytes,
});

// Absent if the plugin was started by hand: an engine then attaches by a request.
const engineAddress = process.argv[2];
onEngineExit(engineAddress, () => process.exit());

server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  try {
    if (error) throw error;
    // Synchronous, because loadService() blocks the event loop and would delay an asynchronous
    // write. The engine connects meanwhile.
    writeSync(1, `${port}\n`);
    // Structs become plain values, not protobuf objects: much faster for large states.
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
