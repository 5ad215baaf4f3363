import { settingKey } from "../identity.js";
import { messages } from "./message.js";

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
      "The variable holds no URL of a [proxy](../network.md#through-what). Its value is not shown: it can hold a password.",
    remedy: "Set it to a URL such as http://proxy.example.com:3128, or unset it.",
  },
  tryingAgain: {
    text: "Trying again in {seconds} s ({attempt} of {attempts}).",
    cause: "A failure that may pass. The request is repeated while the operation has time.",
  },
  notTriedAgain: {
    text: "Not tried again: the next try in {seconds} s would be after the operation's time is over.",
    cause: "The operation has too little time left for the wait that the platform asks for. Raise `customTimeouts`.",
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
