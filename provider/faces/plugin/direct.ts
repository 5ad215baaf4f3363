/** Connection options for the engine. It is on this machine, so proxy variables must not apply. */
export const direct = { "grpc.enable_http_proxy": 0 };
