// Loaded into every Node.js process of a command: keeps a copy of what the process itself writes, apart from what the engine makes of it.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const folder = process.env.KEPT_OUTPUT_FOLDER ?? "";
mkdirSync(folder, { recursive: true });

for (const name of /** @type {const} */ (["stdout", "stderr"])) {
  const stream = process[name];
  const write = stream.write.bind(stream);
  stream.write = (/** @type {string | Uint8Array} */ chunk, /** @type {any[]} */ ...rest) => {
    appendFileSync(path.join(folder, `${process.pid}.${name}`), chunk);
    return write(chunk, ...rest);
  };
}
