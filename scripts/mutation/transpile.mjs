// Stryker's build command: compiles in the sandbox what the tests load, each file beside itself, types unchecked. Both the mutated
// provider and its tests then load as plain JavaScript, once for thousands of mutants.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { testFiles } from "./testFiles.mjs";

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true };

const files = new Set(["test/support/setup.ts", ...testFiles()]);
// A set hands out what is added to it meanwhile, too.
for (const file of files) {
  const source = readFileSync(file, "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: file });
  writeFileSync(file.replace(/\.ts$/, ".js"), outputText);
  for (const { fileName } of ts.preProcessFile(source).importedFiles) {
    const imported = path.join(path.dirname(file), `${fileName.replace(/\.js$/, "")}.ts`);
    if (fileName.startsWith(".") && existsSync(imported)) files.add(imported);
  }
}
