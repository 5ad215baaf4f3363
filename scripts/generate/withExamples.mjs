// Descriptions for those who read the schema: Pulumi's registry, and the SDKs that Pulumi generates.
import { examplesOf, fenced, titleOf } from "./examples.mjs";
import { importCommand } from "./importCommand.mjs";

/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./schemaTypes.js").ImportDocs} ImportDocs */

/**
 * The schema with examples and import sections in the descriptions of its resources and functions.
 * @param {Schema} schema
 * @param {string} root
 * @param {Record<string, ImportDocs>} imports by token
 * @returns {Schema}
 */
export function withExamples(schema, root, imports) {
  const described = (/** @type {"resources" | "functions"} */ kind) =>
    Object.fromEntries(
      Object.entries(schema[kind]).map(([token, spec]) => {
        const parts = [spec.description, exampleSection(root, kind, token), importSection(token, imports[token])];
        return [token, { ...spec, description: parts.filter(Boolean).join("\n\n") }];
      }),
    );
  return /** @type {Schema} */ ({ ...schema, resources: described("resources"), functions: described("functions") });
}

/**
 * In the form that Pulumi's generators know: each SDK keeps the examples in its own language.
 * @param {string} root
 * @param {"resources" | "functions"} kind
 * @param {string} token
 */
function exampleSection(root, kind, token) {
  const examples = examplesOf(root, kind, token.split(":").at(-1) ?? token);
  const programs = examples.filter(({ language }) => language.isPulumi).map(fenced);
  if (programs.length === 0) return "";
  const example = `{{% example %}}\n### ${titleOf(examples)}\n\n${programs.join("\n")}\n{{% /example %}}`;
  return `{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}

/**
 * @param {string} token
 * @param {ImportDocs} [docs]
 */
function importSection(token, docs) {
  // An SDK keeps code in its own language and in `sh` only.
  return docs && `## Import\n\n${docs.description}\n\n\`\`\`sh\n${importCommand(token, docs)}\n\`\`\`\n`;
}
