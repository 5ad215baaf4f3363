import type * as grpc from "@grpc/grpc-js";
import { offer } from "../../resources/offer.js";
import { PluginFace } from "../plugin.js";

/** Makes what answers the engine. It is most of the provider, so it is loaded late: the engine waits for the port. */
export function startFace(engineAddress: string | undefined): grpc.UntypedServiceImplementation {
  const face = new PluginFace(offer);
  if (engineAddress) face.attachTo(engineAddress);
  return face.service();
}
