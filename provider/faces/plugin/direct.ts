/** Options of a connection to the engine. It is on this machine; without this, proxy variables would send its address to the proxy. */
export const direct = { "grpc.enable_http_proxy": 0 };
