import { envName, settingKey } from "../../settingNames.js";

/** Advice that fits the commands of Pulumi, which has this option. */
export const orLowerParallel = " or with a lower --parallel";

/** What to do where something other than the platform seems to respond. */
export const checkAddress = `Check that ${settingKey("baseUrl")} and ${settingKey("vendor")} are right.`;

/** What to do about a refused access key. */
export const keyRemedy =
  `Set a valid one, preferably as ${envName("accessKey")}: a key in stack configuration is frozen into the ` +
  "provider's state, so refresh and destroy use the old one unless run with --run-program.";

/** The same, for the key of a Provider in the program. */
export const providerKeyRemedy =
  "It is the accessKey of a Provider in the program: give that a valid one. If it is the output of an OwnedAccessKey, " +
  "change the rotationTriggers of that key and run pulumi up. refresh and destroy use the key of the last pulumi up " +
  "unless run with --run-program.";

/** What to do about a 400 that is no Status, from an `http://` address. */
export const httpsRemedy = `If the port speaks TLS, set ${settingKey("baseUrl")} to https://.`;

const later = "Try again later; if it stays, look at the platform's logs.";

const remedies: Readonly<Record<number, string>> = {
  403: "Give the access key's user this permission, or widen the key's scope.",
  404: checkAddress,
  405: checkAddress,
  408: later,
  409: "The object exists already or was changed meanwhile: run pulumi refresh and try again.",
  413: "Make the object smaller.",
  415: `${checkAddress} A proxy in between must keep the header Content-Type.`,
  422: "Correct what the message names and try again.",
  429: `The server limits requests: try again later${orLowerParallel}.`,
  499: later,
};

/** What to do about the status of an error response, if nothing else is known. */
export const statusRemedy = (status: number): string =>
  remedies[status] ?? (status >= 500 ? later : "Correct the request the message names and try again.");
