// Archives that are the same, byte for byte, whenever and wherever they are made of the same files.
const zlib = require("node:zlib");
const { Failure } = require("../setup/failure");

/**
 * @typedef {object} ArchivedFile
 * @property {string} name with slashes
 * @property {Buffer} content
 * @property {boolean} [isProgram]
 */

const blockSize = 512;
const longestName = 100;
const longestFolder = 155;

/**
 * A gzipped tar archive (ustar) of files in the order of their names, all of the same time and of nobody.
 * @param {ArchivedFile[]} files
 * @param {number} seconds since 1970
 */
function tarball(files, seconds) {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const blocks = sorted.flatMap((file) => [header(file, seconds), file.content, padding(file.content.length)]);
  const zipped = zlib.gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]), { level: 9 });
  // The system that made it, which zlib notes there: unknown.
  zipped[9] = 255;
  return zipped;
}

/**
 * @param {ArchivedFile} file
 * @param {number} seconds
 */
function header({ name, content, isProgram = false }, seconds) {
  const [folder, base] = splitName(name);
  const block = Buffer.alloc(blockSize);
  const octal = (/** @type {number} */ value, /** @type {number} */ width) =>
    `${value.toString(8).padStart(width - 1, "0")}\0`;
  const fields = /** @type {[number, string][]} */ ([
    [0, base],
    [100, octal(isProgram ? 0o755 : 0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(content.length, 12)],
    [136, octal(seconds, 12)],
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\x0000"],
    [345, folder],
  ]);
  for (const [offset, text] of fields) block.write(text, offset, "utf8");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/**
 * The two fields that a long name is kept in.
 * @param {string} name
 * @returns {[folder: string, base: string]}
 */
function splitName(name) {
  const length = (/** @type {string} */ text) => Buffer.byteLength(text);
  if (length(name) <= longestName) return ["", name];
  const cuts = [...name.matchAll(/\//g)].map(({ index }) => index);
  const cut = cuts.find(
    (at) => length(name.slice(at + 1)) <= longestName && length(name.slice(0, at)) <= longestFolder,
  );
  if (cut === undefined) throw new Failure(`The path ${name} is too long for an archive.`);
  return [name.slice(0, cut), name.slice(cut + 1)];
}

/** @param {number} length */
const padding = (length) => Buffer.alloc((blockSize - (length % blockSize)) % blockSize);

module.exports = { tarball };
