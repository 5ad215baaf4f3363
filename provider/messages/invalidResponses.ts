import { messages } from "./message.js";

const another = "Another service responds, or something in between changes responses.";
const unkept = "No state could hold it. Another service responds, or something in between changes responses.";
const broken = "A part of a list would be wrong. Another service responds, or something in between changes responses.";

/** What is wrong with a response. Each error ends with the same remedy: to check the address. */
export const responseMessages = messages({
  html: {
    text: "returned HTML, not JSON: is the base URL right?",
    cause: "A login page, an ingress or a proxy responds in place of the platform.",
  },
  notAStatus: {
    text: "returned {start}, not a Status: is the base URL right?",
    cause: "A service that is not this API responds, such as a server without this path.",
  },
  nothing: { text: "returned nothing", cause: another },
  redirect: {
    text: "returned a redirect{target}, which is not followed with an access key",
    cause:
      "The address leads on, often from `http://` to `https://`. If it leads to the platform, make it the base URL.",
  },
  encoding: {
    text: "returned Content-Encoding {encoding}, which cannot be read",
    cause:
      "A proxy compresses responses with another encoding than gzip, deflate or br, or breaks them. Have it leave them as they are.",
  },
  invalidJson: { text: "invalid JSON", cause: another },
  notAnObject: { text: "returned JSON that is not an object", cause: another },
  notUtf8: { text: "returned bytes that are not UTF-8", cause: unkept },
  tooDeep: { text: "JSON that is nested more than {levels} levels deep", cause: unkept },
  notUnicode: { text: "a text that is not valid Unicode", cause: unkept },
  tooLargeNumber: { text: "a number that is too large", cause: unkept },
  noMetadata: { text: "an object without metadata", cause: another },
  wrongPart: {
    text: "an object whose {part} is not {type}",
    cause:
      "No platform returns such metadata, spec or status. Another service responds, or something in between changes responses.",
  },
  noUid: {
    text: "returned an object without a uid, which may be any of its name",
    cause: "Without a uid, the object cannot be told from another one of its name. The state stays as it was.",
  },
  anotherObject: { text: "requested {requested}, but received {received}", cause: another },
  tooLongSecrets: {
    text: "an object whose secrets have more than {characters} characters",
    cause: "Masking them in messages would take too much time and memory.",
  },
  tooManySecrets: {
    text: "secrets of more than {characters} characters in the objects of one operation",
    cause: "The platform returns each read of an object with other secrets.",
  },
  notAList: { text: "returned something other than a list", cause: another },
  otherItems: { text: "returned a list with items that are not objects", cause: another },
  namelessItem: { text: "returned a list with an object without a name", cause: another },
  samePage: { text: "returned the same page of a list again", cause: broken },
  longToken: {
    text: "returned a list whose continue token is not a text of at most {characters} characters",
    cause: broken,
  },
  badToken: { text: "returned a list whose continue token does not fit into a URL", cause: broken },
  noMessage: { text: "the server gave no message", cause: "The server's error has a status only." },
});
