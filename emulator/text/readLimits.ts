/** What no text may go beyond, JSON or YAML, and no patched object. */
export const readLimits = {
  /** Lists and maps within each other. Real servers allow 10,000; here every walk over an object has to fit the stack. */
  depth: 500,
  /** Doubled and unknown fields that are named, as on real servers; the others are passed over. */
  namedFields: 100,
  /** Letters of the path of such a field. */
  pathLength: 1000,
  /** Letters that the aliases of a YAML text may stand for: as many as a body may have. */
  aliasedLetters: 3 * 1024 * 1024,
};

/** The message for a text that goes beyond the depth, after Go's. */
export const tooDeep = "exceeded max depth";
