import { settingKey } from "../settingNames.js";
import { messages } from "./message.js";

const retry = "Check the network and try again.";
const bypass = "or go around the proxy by the platform's host in NO_PROXY.";

/** Why a request got no usable response, by kind of failure. */
export const connectionMessages = messages({
  refused: {
    text: "connection refused",
    cause: "Nothing listens at that address and port.",
    remedy: `Check ${settingKey("baseUrl")} and that the platform is running.`,
  },
  dns: {
    text: "the host name was not found",
    cause: "The name service does not know the host.",
    remedy: `Check ${settingKey("baseUrl")} and the name service.`,
  },
  unreachable: {
    text: "the host cannot be reached",
    cause: "There is no route, or a firewall drops the connection. A VPN or [a proxy](../network.md#proxies) may help.",
    remedy: `Check ${settingKey("baseUrl")} and the network.`,
  },
  tls: {
    text: "no secure connection",
    cause:
      "No known authority signed the server's certificate (`SELF_SIGNED_CERT_IN_CHAIN`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, …).",
    remedy: `Check ${settingKey("baseUrl")}, or set ${settingKey("certificateAuthority")} to the authority of the server's certificate.`,
  },
  tlsName: {
    text: "no secure connection, because the server's certificate is for another name",
    cause: "The certificate does not hold the host of the address.",
    remedy: `Set ${settingKey("baseUrl")} to a name that the certificate holds, or have a certificate made for this one.`,
  },
  tlsTime: {
    text: "no secure connection, because the server's certificate has expired or is not valid yet",
    cause: "The certificate was not renewed, or the clock of this machine is wrong.",
    remedy: "Have the platform's certificate renewed, and check the clock of this machine.",
  },
  tlsClient: {
    text: "no secure connection, because the server asks for a client certificate that it trusts",
    cause: "The server accepts [known clients](../network.md#client-certificates) only.",
    remedy: `Set ${settingKey("clientCertificate")} and ${settingKey("clientKey")} to a pair that the platform accepts.`,
  },
  tlsOnPlainPort: {
    text: "the port does not speak TLS",
    cause: "The address has `https://`, and the port speaks plain HTTP.",
    remedy: `Set ${settingKey("baseUrl")} to a port that speaks TLS, or to http:// where the platform has no TLS.`,
  },
  plainOnTlsPort: {
    text: "the port speaks TLS",
    cause: "The address has `http://`.",
    remedy: `Set ${settingKey("baseUrl")} to the same address with https://.`,
  },
  proxy: {
    text: "the proxy cannot be reached",
    cause: "The proxy that the environment names does not respond.",
    remedy: `Check that variable, ${bypass}`,
  },
  proxyTls: {
    text: "no secure connection to the proxy",
    cause: "The proxy's certificate cannot be verified.",
    remedy: `Check that variable, also http or https, or set ${settingKey("certificateAuthority")} to the authority of the proxy's certificate, ${bypass}`,
  },
  proxyLogin: {
    text: "the proxy refuses to work without a valid login",
    cause: "The proxy returns 407.",
    remedy: `Put user and password into that variable, as in http://user:password@host:port, ${bypass}`,
  },
  proxyRefused: {
    text: "the proxy refuses to connect to the platform",
    cause: "The proxy does not allow this host or port.",
    remedy: `Check ${settingKey("baseUrl")} and what the proxy allows, ${bypass}`,
  },
  proxyFailed: {
    text: "the proxy could not connect to the platform",
    cause: "The proxy returns 5xx: it does not reach the platform.",
    remedy: `Check ${settingKey("baseUrl")} and the proxy, ${bypass}`,
  },
  reset: {
    text: "the connection was closed without a response",
    cause: "The platform, or something in between, closed the connection. Its logs may tell why.",
    remedy: retry,
  },
  truncated: {
    text: "the response was cut off",
    cause: "The platform, or something in between, closed the connection within a response.",
    remedy: retry,
  },
  timeout: {
    text: "no response in time",
    cause: "The platform took longer than a minute to respond.",
    remedy: "Check that the platform is healthy and try again.",
  },
  deadline: {
    text: "the operation's time ran out",
    cause: "Requests, repetitions and waits together took longer than the operation may.",
    remedy: "Try again, with a higher customTimeouts.",
  },
  tooLarge: {
    text: "the response is too large",
    cause:
      "An object of more than 8 MiB, or a list of more than 128 MiB or without an end. This is hardly the platform.",
    remedy: `Check ${settingKey("baseUrl")}.`,
  },
  headersTooLarge: {
    text: "the response headers are too large",
    cause: "More than 16 KiB of headers. This is hardly the platform.",
    remedy: `Check ${settingKey("baseUrl")}.`,
  },
  protocol: {
    text: "the response is not HTTP",
    cause: "Another service listens there, or `http://` meets a port that speaks TLS.",
    remedy: `Check ${settingKey("baseUrl")}, also http or https.`,
  },
  unknown: {
    text: "the request failed",
    cause: "The code in the message is one of Node.js or OpenSSL.",
    remedy: `Check ${settingKey("baseUrl")} and the network.`,
  },
});

/** Messages about sending a request: its URL, its repetitions and its end. */
export const requestMessages = messages({
  badSegment: {
    text: "Cannot build a URL from {value}: {problem}.",
    cause:
      "A name or an id would lead to another address. Nothing was sent. For an id in the state, delete the resource from the state and import it.",
    remedy: "Choose another name.",
  },
  badParameter: {
    text: "Cannot build a URL with {name}={value}: {problem}.",
    cause: "A selector or a token would not arrive unchanged. Nothing was sent.",
    remedy: "Correct {name}.",
  },
  badBaseUrl: {
    text: "Cannot use the base URL: it {problem}.",
    cause: "The address is no plain http:// or https:// URL.",
    remedy: `Set ${settingKey("baseUrl")} to the platform.`,
  },
  badProxy: {
    text: "{variable} cannot be used: it {problem}.",
    cause:
      "The variable holds no URL of a [proxy](../network.md#proxies). Its value is not shown: it can hold a password.",
    remedy: "Set it to a URL such as http://proxy.example.com:3128, or unset it.",
  },
  tryingAgain: {
    text: "Trying again in {seconds} s ({attempt} of {attempts}).",
    cause: "A failure that may pass. The request is repeated while the operation has time.",
  },
  notTriedAgain: {
    text: "Not tried again: the next attempt in {seconds} s would exceed the operation's timeout.",
    cause: "The operation has too little time left for the wait that the platform requests. Raise `customTimeouts`.",
  },
  canceled: { text: "was canceled.", cause: "Ctrl-C, or Pulumi stopped the operation." },
  canceledInDoubt: {
    text: "was canceled. The server may have received it:",
    cause: "Ctrl-C, or Pulumi stopped the operation, after a write was sent.",
    remedy: "run pulumi refresh.",
  },
  alsoBefore: {
    text: "Before that: {failure}",
    cause: "A delete failed, and so did the look at the object after it. This is the first failure.",
  },
});
