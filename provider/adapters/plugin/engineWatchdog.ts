import { Socket } from "node:net";
import * as grpc from "@grpc/grpc-js";

/** Options of channels to the engine. It is on this machine, so proxy variables must not apply. */
export const engineChannelOptions = { "grpc.enable_http_proxy": 0 };

/** Milliseconds between two checks of the parent process. */
const parentPollMs = 500;

/** Calls back when the engine that started this process has ended, also if it was killed. */
export function onEngineExit(address: string | undefined, onExit: () => void): void {
  // Without an address, a user started the plugin: it outlives the engines that attach to it.
  if (!address) return;
  const parent = process.ppid;
  // A process whose parent has ended gets another parent.
  setInterval(() => process.ppid !== parent && onExit(), parentPollMs).unref();
  onAddressLost(address, onExit);
  // A pipe from the engine closes with it. Reading shows the end.
  if (isPipe(process.stdin)) process.stdin.once("close", onExit).once("error", onExit).resume();
}

/**
 * Calls back when the engine's address is no longer reachable. The parent process does not show the
 * engine's end on Windows, nor if the parent is a language host, which lives a minute longer.
 */
function onAddressLost(address: string, onLost: () => void): void {
  const channel = new grpc.Client(address, grpc.credentials.createInsecure(), engineChannelOptions).getChannel();
  let wasReached = false;
  const watch = () => {
    // `true` reconnects: gRPC also closes an idle connection while the engine still runs.
    const state = channel.getConnectivityState(true);
    if (state === grpc.connectivityState.READY) wasReached = true;
    if (wasReached && state === grpc.connectivityState.TRANSIENT_FAILURE) onLost();
    else channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, watch);
  };
  watch();
}

/**
 * Whether stdin is a pipe or a socket. Does not use fstat: after fstat of a pipe, Node.js no longer
 * resolves symbolic links to packages, and loads such a package a second time.
 */
const isPipe = (stdin: NodeJS.ReadStream): boolean => stdin instanceof Socket && !stdin.isTTY;
