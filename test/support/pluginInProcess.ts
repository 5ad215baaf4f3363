import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { PluginFace } from "../../provider/faces/plugin.js";
import { offer } from "../../provider/resources/offer.js";

/** Serves the plugin from its sources in this process: mutants of them are then seen through it as well. */
export async function pluginInProcess(engineAddress: string | undefined): Promise<{ port: number; end(): void }> {
  const face = new PluginFace(offer);
  if (engineAddress) face.attachTo(engineAddress);
  const server = new grpc.Server();
  server.addService(ResourceProviderService as unknown as grpc.ServiceDefinition, face.service());
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, end: () => server.forceShutdown() };
}
