/** Why an object is left out. */
export const reasons = {
  beingDeleted: "it is being deleted",
  gone: "it was deleted meanwhile",
  quotesSecret: "a field that is no secret holds the text of one, which would stand in clear text in the program",
  holdsMark: "it holds a marker of Pulumi, so no program can declare it",
} as const;
