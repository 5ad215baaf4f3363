import { envName, settingKey } from "../settingNames.js";
import { messages } from "./message.js";

/** Advice that fits the commands of Pulumi, which has this option. */
export const orLowerParallel = " or with a lower --parallel";

/** What to do where something other than the platform seems to respond. */
export const checkAddress = `Check that ${settingKey("baseUrl")} and ${settingKey("vendor")} are right.` as const;

const serverRemedy = "Try again later; if it stays, look at the platform's logs.";

/** Remedies for the status of a response. The text comes from the server. */
export const statusMessages = messages({
  403: {
    text: "403 Forbidden",
    cause:
      "The user of the key [lacks the right](../security.md#what-the-providers-key-may-do), or the key's scope leaves it out. A 403 never counts as gone.",
    remedy: "Give the access key's user this permission, or widen the key's scope.",
  },
  404: { text: "404 Not Found", cause: "The platform has no such path.", remedy: checkAddress },
  405: { text: "405 Method Not Allowed", cause: "The platform has no such verb.", remedy: checkAddress },
  408: { text: "408 Request Timeout", cause: "A proxy gave up.", remedy: serverRemedy },
  409: {
    text: "409 Conflict",
    cause: "Others write the object at the same time, again and again, or the platform has reasons that it names.",
    remedy: "The object exists already or was changed meanwhile: run pulumi refresh and try again.",
  },
  413: {
    text: "413 Request Entity Too Large",
    cause: "The platform takes no object of that size. Often `template.objects` is too long.",
    remedy: "Make the object smaller.",
  },
  415: {
    text: "415 Unsupported Media Type",
    cause: "The address leads to another server, or a proxy changes requests: a platform takes JSON Patch and YAML.",
    remedy: `${checkAddress} A proxy in between must keep the header Content-Type.`,
  },
  422: {
    text: "422 Unprocessable Entity",
    cause: "The platform's own rules refuse the object.",
    remedy: "Correct what the message names and try again.",
  },
  429: {
    text: "429 Too Many Requests",
    cause: "The platform limits requests. The provider has repeated this one already.",
    remedy: `The server limits requests: try again later${orLowerParallel}.`,
  },
  499: { text: "499", cause: "A proxy gave up.", remedy: serverRemedy },
  server: { text: "500 to 599", cause: "The platform failed.", remedy: serverRemedy },
  other: {
    text: "400 to 499",
    cause: "The platform refuses the request.",
    remedy: "Correct the request the message names and try again.",
  },
});

const keyRefused = "The access key was refused: it may be wrong, disabled or expired.";

/** What a status means beyond its remedy. */
export const refusalMessages = messages({
  keyRefused: {
    text: keyRefused,
    cause: "The platform returns 401. See [what is frozen in the state](../settings.md#what-is-frozen-in-the-state).",
    remedy: `Set a valid one, preferably as ${envName("accessKey")}: a key in stack configuration is frozen into the provider's state, so refresh and destroy use the old one unless run with --run-program.`,
  },
  keyOfProviderRefused: {
    text: keyRefused,
    cause: "The platform returns 401 to the key of a `Provider` in the program, often an output of another resource.",
    remedy:
      "It is the accessKey of a Provider in the program: give that a valid one. If it is the output of an OwnedAccessKey, change the rotationTriggers of that key and run pulumi up. refresh and destroy use the key of the last pulumi up unless run with --run-program.",
  },
  plainOnTlsPort: {
    text: "400 without a Status, to an `http://` address",
    cause: "The port speaks TLS.",
    remedy: `If the port speaks TLS, set ${settingKey("baseUrl")} to https://.`,
  },
  anotherMissing: {
    text: "The response does not name this object, so it does not prove that the object is gone.",
    cause: "The 404 is about another object. The state stays as it was.",
    remedy: `Look at the platform's logs, and check where ${settingKey("baseUrl")} leads.`,
  },
});
