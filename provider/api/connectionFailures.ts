const aroundProxy = "or go around the proxy by the platform's host in NO_PROXY.";

/** What can go wrong between us and the server. `retry`: the same request may succeed later. */
export const connectionFailures = {
  refused: {
    cause: "connection refused",
    remedy: "Check platform:baseUrl and that the platform is running.",
    retry: true,
  },
  dns: { cause: "the host name was not found", remedy: "Check platform:baseUrl and the name service.", retry: true },
  unreachable: { cause: "the host cannot be reached", remedy: "Check platform:baseUrl and the network.", retry: true },
  tls: {
    cause: "no secure connection",
    remedy:
      "Check platform:baseUrl, or set platform:certificateAuthority to the authority of the server's certificate.",
    retry: false,
  },
  tlsName: {
    cause: "no secure connection, since the server's certificate is for another name",
    remedy: "Set platform:baseUrl to a name that the certificate holds, or have a certificate made for this one.",
    retry: false,
  },
  tlsTime: {
    cause: "no secure connection, since the server's certificate has expired or is not valid yet",
    remedy: "Have the platform's certificate renewed, and check the clock of this machine.",
    retry: false,
  },
  tlsClient: {
    cause: "no secure connection, since the server asks for a client certificate that it trusts",
    remedy: "Set platform:clientCertificate and platform:clientKey to a pair that the platform accepts.",
    retry: false,
  },
  proxy: { cause: "the proxy cannot be reached", remedy: `Check that variable, ${aroundProxy}`, retry: true },
  proxyTls: {
    cause: "no secure connection to the proxy",
    remedy: `Check that variable, or set platform:certificateAuthority to the authority of the proxy's certificate, ${aroundProxy}`,
    retry: false,
  },
  proxyLogin: {
    cause: "the proxy refuses to work without a valid login",
    remedy: `Put user and password into that variable, as in http://user:password@host:port, ${aroundProxy}`,
    retry: false,
  },
  proxyRefused: {
    cause: "the proxy refuses to connect to the platform",
    remedy: `Check platform:baseUrl and what the proxy allows, ${aroundProxy}`,
    retry: false,
  },
  proxyFailed: {
    cause: "the proxy could not connect to the platform",
    remedy: `Check platform:baseUrl and the proxy, ${aroundProxy}`,
    retry: true,
  },
  reset: {
    cause: "the connection was closed without an answer",
    remedy: "Check the network and try again.",
    retry: true,
  },
  truncated: { cause: "the answer was cut off", remedy: "Check the network and try again.", retry: true },
  timeout: { cause: "no answer in time", remedy: "Check that the platform is healthy and try again.", retry: true },
  deadline: { cause: "the operation's time ran out", remedy: "Try again, with a higher customTimeouts.", retry: false },
  tooLarge: { cause: "the answer is too large", remedy: "Check platform:baseUrl.", retry: false },
  headersTooLarge: {
    cause: "the headers of the answer are too large",
    remedy: "Check platform:baseUrl.",
    retry: false,
  },
  protocol: { cause: "the answer is not HTTP", remedy: "Check platform:baseUrl, also http or https.", retry: false },
  unknown: { cause: "the request failed", remedy: "Check platform:baseUrl and the network.", retry: false },
} as const;

/** How a connection failed. */
export type ConnectionFailure = keyof typeof connectionFailures;
