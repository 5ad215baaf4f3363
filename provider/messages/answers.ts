import { settingKey } from "../identity.js";
import { messages } from "./message.js";

/** What to do where something else than the platform seems to answer. */
export const checkAddress = `Check that ${settingKey("baseUrl")} and ${settingKey("vendor")} are right.` as const;

const another = "Another service answers, or something in between changes answers.";
const unkept = "No state could hold it. Another service answers, or something in between changes answers.";
const broken = "A part of a list would be wrong. Another service answers, or something in between changes answers.";

/** What is wrong with an answer; api/ adds the remedy to the error. */
export const answerMessages = messages({
  html: {
    text: "answered HTML, not JSON: is the base URL right?",
    cause: "A login page, an ingress or a proxy answers in place of the platform.",
    remedy: checkAddress,
  },
  notAStatus: {
    text: "answered {start}, not a Status: is the base URL right?",
    cause: "A service that is not this API answers, such as a server without this path.",
    remedy: checkAddress,
  },
  nothing: { text: "answered nothing", cause: another, remedy: checkAddress },
  redirect: {
    text: "answered a redirect{target}, which is not followed with an access key",
    cause:
      "The address leads on, often from `http://` to `https://`. If it leads to the platform, make it the base URL.",
    remedy: checkAddress,
  },
  encoding: {
    text: "answered with Content-Encoding {encoding}, which cannot be read",
    cause:
      "A proxy compresses answers with another encoding than gzip, deflate or br, or breaks them. Have it leave them as they are.",
    remedy: checkAddress,
  },
  noJson: { text: "no JSON", cause: another, remedy: checkAddress },
  noObject: { text: "answered JSON that is no object", cause: another, remedy: checkAddress },
  noUtf8: { text: "answered bytes that are no UTF-8", cause: unkept, remedy: checkAddress },
  tooDeep: { text: "JSON that is nested more than {levels} levels deep", cause: unkept, remedy: checkAddress },
  noUnicode: { text: "a text that is no valid Unicode", cause: unkept, remedy: checkAddress },
  tooLargeNumber: { text: "a number that is too large", cause: unkept, remedy: checkAddress },
  noMetadata: { text: "an object without metadata", cause: another, remedy: checkAddress },
  wrongPart: {
    text: "an object whose {part} is no {type}",
    cause:
      "No platform answers such metadata, spec or status. Another service answers, or something in between changes answers.",
    remedy: checkAddress,
  },
  noUid: {
    text: "answered an object without a uid, which may be any of its name",
    cause: "Without a uid, the object cannot be told from another one of its name. The state stays as it was.",
    remedy: checkAddress,
  },
  anotherObject: {
    text: "asked for {asked}, but answered {answered}",
    cause: another,
    remedy: checkAddress,
  },
  tooLongSecrets: {
    text: "an object whose secrets have more than {characters} characters",
    cause: "Masking them in messages would take too much time and memory.",
    remedy: checkAddress,
  },
  tooManySecrets: {
    text: "secrets of more than {characters} characters in the objects of one operation",
    cause: "The platform answers each read of an object with other secrets.",
    remedy: checkAddress,
  },
  noList: { text: "answered no list", cause: another, remedy: checkAddress },
  otherItems: { text: "answered a list of other things than objects", cause: another, remedy: checkAddress },
  namelessItem: { text: "answered a list with an object without a name", cause: another, remedy: checkAddress },
  samePage: { text: "answered the same page of a list again", cause: broken, remedy: checkAddress },
  longToken: {
    text: "answered a list whose continue token is no text of at most {characters} characters",
    cause: broken,
    remedy: checkAddress,
  },
  badToken: {
    text: "answered a list whose continue token is no text that a URL can hold",
    cause: broken,
    remedy: checkAddress,
  },
  noMessage: { text: "the server gave no message", cause: "The server's error has a status only." },
});
