import type * as grpc from "@grpc/grpc-js";
import { offer } from "../../resources/offer.js";
import { PluginFace } from "../plugin.js";

/** Creates the service. It is most of the code, so it is loaded after the engine knows the port. */
export function startFace(engineAddress: string | undefined): grpc.UntypedServiceImplementation {
  const face = new PluginFace(offer);
  if (engineAddress) face.attachTo(engineAddress);
  return face.service();
}
