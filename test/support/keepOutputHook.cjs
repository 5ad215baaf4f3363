// Preloaded into Node.js processes: copies their own output to files, before the engine formats it.
const fs = require("node:fs");
const path = require("node:path");

const folder = process.env.KEPT_OUTPUT_FOLDER ?? "";
fs.mkdirSync(folder, { recursive: true });

const names = /** @type {const} */ (["stdout", "stderr"]);
const keep = (/** @type {string} */ name, /** @type {string | Uint8Array} */ chunk) =>
  fs.appendFileSync(path.join(folder, `${process.pid}.${name}`), chunk);

for (const name of names) {
  const stream = process[name];
  const write = stream.write.bind(stream);
  stream.write = (/** @type {string | Uint8Array} */ chunk, /** @type {any[]} */ ...rest) => {
    keep(name, chunk);
    return write(chunk, ...rest);
  };
}

// The plugin writes its port without the stream.
const { writeSync } = fs;
fs.writeSync = (/** @type {number} */ descriptor, /** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
  const name = names[descriptor - 1];
  if (name) keep(name, chunk);
  return writeSync(descriptor, chunk, ...rest);
};
