import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** A fake engine that records a plugin's messages. */
export interface FakeEngine {
  address: string;
  /** The recorded messages, oldest first. */
  messages: string[];
  /** Resolves when a message with this text was received. */
  received(text: string): Promise<void>;
  close(): void;
}

/** Starts a fake engine that answers each message after this many milliseconds. */
export async function startFakeEngine(slowMs = 0): Promise<FakeEngine> {
  const messages: string[] = [];
  const waiting = new Set<() => void>();
  const { address, close } = await listen((call, answer) => {
    const receive = () => {
      messages.push(call.request.getMessage());
      for (const check of waiting) check();
      answer(null, new Empty());
    };
    if (slowMs > 0) setTimeout(receive, slowMs);
    else receive();
  });
  const received = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (messages.some((message) => message.includes(text))) resolve();
      };
      waiting.add(check);
      check();
    });
  return { address, messages, received, close };
}

/** Starts an engine that refuses every message. */
export const startRefusingEngine = () => listen((_call, answer) => answer({ code: grpc.status.RESOURCE_EXHAUSTED }));

async function listen(log: grpc.handleUnaryCall<LogRequest, Empty>): Promise<Pick<FakeEngine, "address" | "close">> {
  const server = new grpc.Server();
  server.addService({ log: EngineService.log } as unknown as grpc.ServiceDefinition, { log });
  const port = await new Promise<number>((resolve, reject) => {
    const bound = (error: Error | null, at: number) => (error ? reject(error) : resolve(at));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), bound);
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
