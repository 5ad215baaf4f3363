import { messages } from "./message.js";

const another = "Another service answers, or something in between changes answers.";
const unkept = "No state could hold it. Another service answers, or something in between changes answers.";
const broken = "A part of a list would be wrong. Another service answers, or something in between changes answers.";

/** What is wrong with an answer. Each error ends with the same remedy: to check the address. */
export const answerMessages = messages({
  html: {
    text: "answered HTML, not JSON: is the base URL right?",
    cause: "A login page, an ingress or a proxy answers in place of the platform.",
  },
  notAStatus: {
    text: "answered {start}, not a Status: is the base URL right?",
    cause: "A service that is not this API answers, such as a server without this path.",
  },
  nothing: { text: "answered nothing", cause: another },
  redirect: {
    text: "answered a redirect{target}, which is not followed with an access key",
    cause:
      "The address leads on, often from `http://` to `https://`. If it leads to the platform, make it the base URL.",
  },
  encoding: {
    text: "answered with Content-Encoding {encoding}, which cannot be read",
    cause:
      "A proxy compresses answers with another encoding than gzip, deflate or br, or breaks them. Have it leave them as they are.",
  },
  noJson: { text: "no JSON", cause: another },
  noObject: { text: "answered JSON that is no object", cause: another },
  noUtf8: { text: "answered bytes that are no UTF-8", cause: unkept },
  tooDeep: { text: "JSON that is nested more than {levels} levels deep", cause: unkept },
  noUnicode: { text: "a text that is no valid Unicode", cause: unkept },
  tooLargeNumber: { text: "a number that is too large", cause: unkept },
  noMetadata: { text: "an object without metadata", cause: another },
  wrongPart: {
    text: "an object whose {part} is no {type}",
    cause:
      "No platform answers such metadata, spec or status. Another service answers, or something in between changes answers.",
  },
  noUid: {
    text: "answered an object without a uid, which may be any of its name",
    cause: "Without a uid, the object cannot be told from another one of its name. The state stays as it was.",
  },
  anotherObject: { text: "asked for {asked}, but answered {answered}", cause: another },
  tooLongSecrets: {
    text: "an object whose secrets have more than {characters} characters",
    cause: "Masking them in messages would take too much time and memory.",
  },
  tooManySecrets: {
    text: "secrets of more than {characters} characters in the objects of one operation",
    cause: "The platform answers each read of an object with other secrets.",
  },
  noList: { text: "answered no list", cause: another },
  otherItems: { text: "answered a list of other things than objects", cause: another },
  namelessItem: { text: "answered a list with an object without a name", cause: another },
  samePage: { text: "answered the same page of a list again", cause: broken },
  longToken: {
    text: "answered a list whose continue token is no text of at most {characters} characters",
    cause: broken,
  },
  badToken: { text: "answered a list whose continue token is no text that a URL can hold", cause: broken },
  noMessage: { text: "the server gave no message", cause: "The server's error has a status only." },
});
