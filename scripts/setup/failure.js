/** A failure that is told to the user as it stands, without a stack. */
class Failure extends Error {}

/**
 * The end of a program's output, enough to see what went wrong.
 * @param {string} output
 * @param {number} [lines]
 */
const tail = (output, lines = 30) => output.trimEnd().split("\n").slice(-lines).join("\n");

module.exports = { Failure, tail };
