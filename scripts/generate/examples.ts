// The programs in examples/, which every other place that shows them takes them from.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { typeToken } from "../../provider/packageNames.js";
import { registry } from "../../provider/resources/registry.js";
import { root } from "../setup/paths.js";
import { nameOf } from "./markdown.js";
import type { Schema } from "./schemaTypes.js";

/** A language: the name after its fence in Markdown, and whether Pulumi's generators know it. */
interface Language {
  folder: string;
  file: string;
  fence: string;
  title: string;
  isPulumi: boolean;
}

/** A program that shows one resource or function in one language. */
export type Example = { language: Language; path: string; text: string };

const languages: readonly Language[] = [
  { folder: "dynamic", file: "index.ts", fence: "typescript", title: "TypeScript, dynamic resources", isPulumi: false },
  { folder: "typescript", file: "index.ts", fence: "typescript", title: "TypeScript, plugin", isPulumi: true },
  { folder: "python", file: "__main__.py", fence: "python", title: "Python", isPulumi: true },
  { folder: "go", file: "main.go", fence: "go", title: "Go", isPulumi: true },
  { folder: "yaml", file: "Pulumi.yaml", fence: "yaml", title: "YAML", isPulumi: true },
];

type Kind = "resources" | "functions";

/** The examples of a resource or function. Throws if a language has none. */
export const examplesOf = (kind: Kind, token: string): Example[] =>
  languages.map((language) => {
    const path = `examples/${kind}/${nameOf(token)}/${language.folder}/${language.file}`;
    if (!existsSync(join(root, path)))
      throw new Error(`${nameOf(token)} has no example in ${language.title}: write ${path}.`);
    return { language, path, text: readFileSync(join(root, path), "utf8") };
  });

/** The title of an example: the description of its YAML program. */
export function titleOf(examples: readonly Example[]) {
  const yaml = examples.find(({ language }) => language.fence === "yaml");
  return /^description: (.*)$/m.exec(yaml?.text ?? "")?.[1] ?? "";
}

export const fenced = ({ language, text }: Example) => `\`\`\`${language.fence}\n${text.trimEnd()}\n\`\`\`\n`;

/** The section about `pulumi import` of a resource; empty for a function. */
export function importSection(token: string, fence: string) {
  const docs = registry.resources.find(({ type }) => typeToken(type) === token)?.imports;
  if (!docs) return "";
  const command = `pulumi import ${token} ${docs.name} ${docs.id}`;
  return `## Import\n\n${docs.description}\n\n\`\`\`${fence}\n${command}\n\`\`\`\n`;
}

/** The schema with examples and import sections in the descriptions. */
export function withExamples(schema: Schema): Schema {
  const described = <Spec extends { description?: string }>(kind: Kind, specs: Record<string, Spec>) =>
    Object.fromEntries(
      Object.entries(specs).map(([token, spec]) => {
        // An SDK keeps code in its own language and in `sh` only.
        const parts = [spec.description, schemaExamples(kind, token), importSection(token, "sh")];
        return [token, { ...spec, description: parts.filter(Boolean).join("\n\n") }];
      }),
    );
  const { resources, functions } = schema;
  return { ...schema, resources: described("resources", resources), functions: described("functions", functions) };
}

/** In the form that Pulumi's generators know: each SDK keeps the examples in its own language. */
function schemaExamples(kind: Kind, token: string) {
  const examples = examplesOf(kind, token);
  const programs = examples.filter(({ language }) => language.isPulumi).map(fenced);
  const example = `{{% example %}}\n### ${titleOf(examples)}\n\n${programs.join("\n")}\n{{% /example %}}`;
  return `{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}
