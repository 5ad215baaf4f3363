import { Socket } from "node:net";
import * as grpc from "@grpc/grpc-js";
import { direct } from "./direct.js";

/** How often to look whether whoever started the plugin is still there, in milliseconds. */
const parentMs = 500;

/** Calls back when the engine that started this process is there no more: a killed engine cannot say goodbye. */
export function whenEngineIsGone(address: string | undefined, gone: () => void): void {
  // Started by hand, the plugin outlives the engines that attach to it, and the shell that it was started from.
  if (!address) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), parentMs).unref();
  whenAddressIsLeft(address, gone);
  if (isPipe(process.stdin)) process.stdin.once("close", gone).once("error", gone).resume();
}

/**
 * A plugin from its source is started by a language host, which lives on for a minute, and on Windows no parent's end shows: the
 * engine's own address tells it in both cases. What was never reached tells nothing.
 */
function whenAddressIsLeft(address: string, gone: () => void): void {
  const channel = new grpc.Client(address, grpc.credentials.createInsecure(), direct).getChannel();
  let wasReached = false;
  const look = () => {
    // A connection may also end by idleness, so one that is lost is made again.
    const state = channel.getConnectivityState(true);
    if (state === grpc.connectivityState.READY) wasReached = true;
    if (wasReached && state === grpc.connectivityState.TRANSIENT_FAILURE) gone();
    else channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, look);
  };
  look();
}

/**
 * The engine holds the other end of a pipe; a terminal or an empty device ends for other reasons. Never asked with fstat: where the last
 * file that was asked for is a pipe, Node.js takes packages behind symbolic links for second ones from then on.
 */
const isPipe = (stdin: NodeJS.ReadStream): boolean => stdin instanceof Socket && !stdin.isTTY;
