import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** Stands for the engine where a plugin only has something to tell it. */
export interface FakeEngine {
  address: string;
  /** What the user would see, the oldest first. */
  messages: string[];
  /** Resolves when a message with this text has come. */
  heard(text: string): Promise<void>;
  close(): void;
}

/** Starts an engine that only listens, and takes so many milliseconds for each message. */
export async function startFakeEngine(slowMs = 0): Promise<FakeEngine> {
  const messages: string[] = [];
  const waiting = new Set<() => void>();
  const { address, close } = await listen((call, answer) => {
    const hear = () => {
      messages.push(call.request.getMessage());
      for (const look of waiting) look();
      answer(null, new Empty());
    };
    if (slowMs > 0) setTimeout(hear, slowMs);
    else hear();
  });
  const heard = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (messages.some((message) => message.includes(text))) resolve();
      };
      waiting.add(look);
      look();
    });
  return { address, messages, heard, close };
}

/** Starts an engine that is there and refuses whatever it is told. */
export const startDeafEngine = () => listen((_call, answer) => answer({ code: grpc.status.RESOURCE_EXHAUSTED }));

async function listen(log: grpc.handleUnaryCall<LogRequest, Empty>): Promise<Pick<FakeEngine, "address" | "close">> {
  const server = new grpc.Server();
  server.addService({ log: EngineService.log } as unknown as grpc.ServiceDefinition, { log });
  const port = await new Promise<number>((resolve, reject) => {
    const bound = (error: Error | null, at: number) => (error ? reject(error) : resolve(at));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), bound);
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
