/** Why an object that is on its way out is left out. */
export const beingDeleted = "it is being deleted";

/** Why an object that somebody deleted meanwhile is left out. */
export const gone = "it was deleted meanwhile";

/** Why an object is left out whose inputs would carry a secret into files. */
export const quotesSecret =
  "a field that is no secret holds the text of one, which would stand in clear text in the files";

/** Why an object is left out that Pulumi would not read as it is. */
export const holdsMark = "it holds a text that Pulumi takes for a mark of its own, so no program can declare it";
