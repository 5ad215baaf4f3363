// Runs the command line from its TypeScript sources, so that its tests need no build.
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { tmpdir, userInfo } = require("node:os");
const { join } = require("node:path");
const { version } = require("typescript/package.json");

// Most of a start is compiling, so what was compiled once is kept by the hash of its source.
const kept = join(tmpdir(), `pulumi-platform-compiled-${userInfo().uid}`);
mkdirSync(kept, { recursive: true, mode: 0o700 });

/** @type {(source: string) => string} */
const transpile = (source) => {
  const ts = require("typescript");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
};
/** @type {(source: string) => string} */
const transpileOnce = (source) => {
  const file = join(kept, createHash("sha256").update(version).update(source).digest("hex"));
  if (existsSync(file)) return readFileSync(file, "utf8");
  const code = transpile(source);
  // Renamed, since several processes start at once and none may read half of it.
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
};
/** @type {(module: { _compile(code: string, file: string): void }, file: string) => void} */
const compile = (module, file) => module._compile(transpileOnce(readFileSync(file, "utf8")), file);
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

require(join(__dirname, "../../cli/runProgram.ts")).runProgram(process.argv.slice(2));
