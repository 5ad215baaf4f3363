// The programs in examples/, which every other place that shows them takes them from.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A program that shows one resource or function in one language.
 * @typedef {{ language: Language, path: string, text: string }} Example
 */

/**
 * `fence` is the name of the language in Markdown and, where `isPulumi`, in Pulumi's own docs.
 * @typedef {{ folder: string, file: string, fence: string, title: string, isPulumi: boolean }}
 *   Language
 */

/** @type {readonly Language[]} */
export const languages = [
  { folder: "dynamic", file: "index.ts", fence: "typescript", title: "TypeScript, dynamic resources", isPulumi: false },
  { folder: "typescript", file: "index.ts", fence: "typescript", title: "TypeScript, plugin", isPulumi: true },
  { folder: "python", file: "__main__.py", fence: "python", title: "Python", isPulumi: true },
  { folder: "go", file: "main.go", fence: "go", title: "Go", isPulumi: true },
  { folder: "yaml", file: "Pulumi.yaml", fence: "yaml", title: "YAML", isPulumi: true },
];

/**
 * The examples of a resource or function, in the languages that there are.
 * @param {string} root
 * @param {"resources" | "functions"} kind
 * @param {string} name
 * @returns {Example[]}
 */
export function examplesOf(root, kind, name) {
  const found = languages.map((language) => ({
    language,
    path: `examples/${kind}/${name}/${language.folder}/${language.file}`,
  }));
  return found
    .filter(({ path }) => existsSync(join(root, path)))
    .map((each) => ({ ...each, text: readFileSync(join(root, each.path), "utf8") }));
}

/**
 * The title of an example: the description of its YAML program.
 * @param {readonly Example[]} examples
 */
export function titleOf(examples) {
  const yaml = examples.find(({ language }) => language.fence === "yaml");
  return /^description: (.*)$/m.exec(yaml?.text ?? "")?.[1] ?? "";
}

/** @param {Example} example */
export const fenced = ({ language, text }) => `\`\`\`${language.fence}\n${text.trimEnd()}\n\`\`\`\n`;

/**
 * The command that takes what exists into a stack.
 * @param {string} token
 * @param {import("./schemaTypes.js").ImportDocs} docs
 */
export const importCommand = (token, { name, id }) => `pulumi import ${token} ${name} ${id}`;

/**
 * The schema with examples and import sections in the descriptions of its resources and functions.
 * @param {import("./schemaTypes.js").Schema} schema
 * @param {string} root
 * @param {Record<string, import("./schemaTypes.js").ImportDocs>} imports by token
 * @returns {import("./schemaTypes.js").Schema}
 */
export function withExamples(schema, root, imports) {
  const described = (/** @type {"resources" | "functions"} */ kind) =>
    Object.fromEntries(
      Object.entries(schema[kind]).map(([token, spec]) => {
        const parts = [spec.description, schemaExamples(root, kind, token), importSection(token, imports[token])];
        return [token, { ...spec, description: parts.filter(Boolean).join("\n\n") }];
      }),
    );
  return /** @type {import("./schemaTypes.js").Schema} */ ({
    ...schema,
    resources: described("resources"),
    functions: described("functions"),
  });
}

/**
 * In the form that Pulumi's generators know: each SDK keeps the examples in its own language.
 * @param {string} root
 * @param {"resources" | "functions"} kind
 * @param {string} token
 */
function schemaExamples(root, kind, token) {
  const examples = examplesOf(root, kind, token.split(":").at(-1) ?? token);
  const programs = examples.filter(({ language }) => language.isPulumi).map(fenced);
  if (programs.length === 0) return "";
  const example = `{{% example %}}\n### ${titleOf(examples)}\n\n${programs.join("\n")}\n{{% /example %}}`;
  return `{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}

/**
 * @param {string} token
 * @param {import("./schemaTypes.js").ImportDocs} [docs]
 */
function importSection(token, docs) {
  // An SDK keeps code in its own language and in `sh` only.
  return docs && `## Import\n\n${docs.description}\n\n\`\`\`sh\n${importCommand(token, docs)}\n\`\`\`\n`;
}
