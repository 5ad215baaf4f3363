// Runs the command line from its TypeScript sources, so that its tests need no build.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");
const ts = require("typescript");

/** @type {(module: { _compile(code: string, file: string): void }, file: string) => void} */
const compile = (module, file) => {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  module._compile(ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions }).outputText, file);
};
/** @type {Record<string, unknown>} */ (Reflect.get(Module, "_extensions"))[".ts"] = compile;

// The provider's sources name the compiled files.
const resolveFilename = Reflect.get(Module, "_resolveFilename");
Reflect.set(
  Module,
  "_resolveFilename",
  (/** @type {string} */ request, /** @type {{ filename?: string }} */ parent, /** @type {unknown[]} */ ...rest) => {
    const isOurs = request.startsWith(".") && parent?.filename?.endsWith(".ts");
    return resolveFilename(isOurs ? request.replace(/\.js$/, "") : request, parent, ...rest);
  },
);

require(join(__dirname, "../../cli/index.ts"))
  .main(process.argv.slice(2))
  .then((/** @type {number} */ code) => {
    process.exitCode = code;
  });
