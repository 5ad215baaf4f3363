/** Why an object that is on its way out is left out. */
export const beingDeleted = "it is being deleted";

/** Why an object that somebody deleted meanwhile is left out. */
export const gone = "it was deleted meanwhile";

/** Why an object is left out whose inputs would carry a secret into files. */
export const quotesSecret =
  "a field that is no secret holds the text of one, which would stand in clear text in the files";
