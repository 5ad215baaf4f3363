import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SdkLanguage } from "../../../../scripts/setup/languages/generateSdk.js";
import { exampleSource, functionExamples } from "./examplePrograms";

type Example = readonly [name: string, text: string];

/** Combines unchanged examples into one program, because each run of a program takes seconds. */
const writers: Record<SdkLanguage, (folder: string, examples: Example[]) => string> = {
  nodejs: (folder, examples) => {
    for (const [name, text] of examples) writeFileSync(path.join(folder, `${name}.ts`), text);
    return examples.map(([name]) => `export * from "./${name}";\n`).join("");
  },
  python: (folder, examples) => {
    for (const [name, text] of examples) writeFileSync(path.join(folder, `${name}.py`), text);
    return examples.map(([name]) => `import ${name}\n`).join("");
  },
  go: (folder, examples) => {
    for (const example of examples) writeGoPackage(folder, example);
    const imports = examples.map(([name]) => `\t"program/${name}"\n`).join("");
    const calls = examples.map(([name]) => `${name}.Program(ctx)`).join(", ");
    return `package main

import (
	"errors"

${imports}
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		return errors.Join(${calls})
	})
}
`;
  },
};

/** Writes the examples of all functions in a language beside the program, and returns the program that runs them all. */
export function functionsTogether(language: SdkLanguage, folder: string, example: [folder: string, file: string]) {
  const names = Object.keys(functionExamples);
  return writers[language](
    folder,
    names.map((name) => [name, exampleSource("functions", name, ...example)]),
  );
}

/** Writes the program of a function as a package whose `Program` is the argument of `pulumi.Run`. */
function writeGoPackage(folder: string, [name, text]: Example): void {
  const [, body] = /\tpulumi\.Run\((func.*)\)\n}\n$/s.exec(text) ?? [];
  if (!body) throw new Error(`the Go example of ${name} does not end with its pulumi.Run`);
  const imports = text.slice(0, text.indexOf("func main()")).replace("package main", `package ${name}`);
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, `${name}.go`), `${imports}var Program pulumi.RunFunc = ${body}\n`);
}
