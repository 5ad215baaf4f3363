const named = /\b(?:require|import)\(\s*(["'])([^"']+)\1\s*\)/g;

/**
 * The specifiers of `require` and `import()` in compiled code: packages, files of packages and relative files.
 * @param {string} text
 * @returns {string[]}
 */
const specifiers = (text) => [...text.matchAll(named)].map(([, , specifier = ""]) => specifier);

module.exports = { specifiers };
