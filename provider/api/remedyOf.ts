import type { Denial } from "./denialIn.js";

/** The reason of an answer that is no answer of this API: its status may be 200. */
export const invalidAnswer = "InvalidAnswer";

const checkAddress = "Check that platform:baseUrl and platform:vendor are right.";

/** Advice that fits the commands of Pulumi, which has this option. */
export const orLowerParallel = " or with a lower --parallel";

const serverRemedy = "Try again later; if it stays, look at the platform's logs.";

const refusedKey = "The access key was refused: it may be wrong, disabled or expired.";

const newKey =
  "Set a valid one, preferably as PLATFORM_ACCESS_KEY: a key in stack configuration is frozen into the provider's state, so " +
  "refresh and destroy use the old one unless run with --run-program.";

const remedies: Readonly<Record<number, string>> = {
  403: "Give the access key's user this permission, or widen the key's scope.",
  404: checkAddress,
  405: checkAddress,
  408: serverRemedy,
  409: "The object exists already or was changed meanwhile: run pulumi refresh and try again.",
  413: "Make the object smaller.",
  422: "Correct what the message names and try again.",
  429: `The server limits requests: try again later${orLowerParallel}.`,
  499: serverRemedy,
};

const aboutAnother =
  "That does not name the object that was asked for, so it does not say that this one is gone. Look at the platform's logs, and " +
  "check where platform:baseUrl leads.";

/** What to do about an answer with this status, for this reason; `keyRemedy` is what to do about a refused access key. */
export const remedyOf = (
  status: number,
  reason: string | undefined,
  denies?: Denial,
  keyRemedy: string = newKey,
): string => {
  if (denies === "another") return aboutAnother;
  if (status === 401) return `${refusedKey} ${keyRemedy}`;
  if (reason === invalidAnswer || (status >= 300 && status < 400)) return checkAddress;
  return remedies[status] ?? (status >= 500 ? serverRemedy : "Correct the request the message names and try again.");
};
