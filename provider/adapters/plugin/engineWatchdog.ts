import { Socket } from "node:net";
import * as grpc from "@grpc/grpc-js";

/** Connection options for the engine. It is on this machine, so proxy variables must not apply. */
export const noProxy = { "grpc.enable_http_proxy": 0 };

/** Milliseconds between two checks of the parent process. */
const parentPollMs = 500;

/** Calls back when the engine that started this process has ended, also if it was killed. */
export function onEngineExit(address: string | undefined, gone: () => void): void {
  // A plugin started by hand outlives the engines that attach to it, and its shell.
  if (!address) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), parentPollMs).unref();
  onAddressLost(address, gone);
  if (isPipe(process.stdin)) process.stdin.once("close", gone).once("error", gone).resume();
}

/**
 * Calls back when the engine's address is no longer reachable. The parent process does not show the
 * engine's end on Windows, or if the parent is a language host, which lives a minute longer.
 */
function onAddressLost(address: string, gone: () => void): void {
  const channel = new grpc.Client(address, grpc.credentials.createInsecure(), noProxy).getChannel();
  let wasReached = false;
  const look = () => {
    // An idle connection may end too, so it is opened again.
    const state = channel.getConnectivityState(true);
    if (state === grpc.connectivityState.READY) wasReached = true;
    if (wasReached && state === grpc.connectivityState.TRANSIENT_FAILURE) gone();
    else channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, look);
  };
  look();
}

/**
 * Only a pipe ends with the engine. No `fstat`: after an `fstat` of a pipe, Node.js loads packages
 * behind symbolic links twice.
 */
const isPipe = (stdin: NodeJS.ReadStream): boolean => stdin instanceof Socket && !stdin.isTTY;
