const named = /\b(?:require|import)\(\s*(["'])([^"']+)\1\s*\)/g;

/**
 * What compiled code names in `require` and `import()`: packages, files of packages and, relative to itself, files.
 * @param {string} text
 * @returns {string[]}
 */
const specifiers = (text) => [...text.matchAll(named)].map(([, , specifier = ""]) => specifier);

module.exports = { specifiers };
