import type * as grpc from "@grpc/grpc-js";
import { toServiceError } from "./grpcErrors.js";

/** A unary gRPC method from a function. It responds after `last` has ended. */
export function unary<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
  last: () => Promise<void> = async () => {},
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(handle)
      .finally(last)
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(toServiceError(error)),
      );
  };
}

/** A streaming gRPC method from a function that returns all messages. `last` runs before them. */
export function streaming<Request, Response>(
  handle: (request: Request) => Promise<readonly Response[]>,
  last: () => Promise<void>,
): grpc.handleServerStreamingCall<Request, Response> {
  return (call) => {
    const answered = Promise.resolve(call.request).then(handle).finally(last);
    answered.then(
      (responses) => {
        for (const response of responses) call.write(response);
        call.end();
      },
      (error: unknown) => call.emit("error", toServiceError(error)),
    );
  };
}
