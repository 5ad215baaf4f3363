import type { ProgramKind } from "./project";

/**
 * A resource of a test program. In its inputs and options, `${name.output}` is an output of an
 * earlier resource, `${name}` the resource itself, and `{ "fn::secret": value }` a secret.
 */
export interface ResourceDeclaration {
  /** Class of the provider, or a whole type token in YAML; a SpaceTemplate by default. */
  type?: string;
  inputs: Record<string, unknown>;
  options?: Record<string, unknown>;
}

export type ResourceDeclarations = Readonly<Record<string, ResourceDeclaration>>;

type Writer = (resources: ResourceDeclarations, outputs?: Readonly<Record<string, string>>) => string;

/** A program of these resources and outputs, on either adapter. */
export const resourcePrograms: Record<ProgramKind, Writer> = {
  yaml: (resources, outputs) => {
    const declared = Object.entries(resources).map(([name, { type = "SpaceTemplate", inputs, options }]) => [
      name,
      { type: type.includes(":") ? type : `vcluster-platform:index:${type}`, properties: inputs, options },
    ]);
    const lines = [`resources: ${JSON.stringify(Object.fromEntries(declared))}`];
    return [...lines, ...(outputs ? [`outputs: ${JSON.stringify(outputs)}`] : [])].join("\n");
  },
  typescript: (resources, outputs = {}) =>
    [
      'import * as pulumi from "@pulumi/pulumi";',
      'import * as platform from "pulumi-vcluster-platform";',
      "void [pulumi, platform];",
      "const all: Record<string, any> = {};",
      ...Object.entries(resources).map(([name, { type = "SpaceTemplate", inputs, options = {} }]) => {
        const key = JSON.stringify(name);
        return `all[${key}] = new platform.${type}(${key}, ${expression(inputs)} as any, ${expression(options)} as any);`;
      }),
      ...Object.entries(outputs).map(([name, output]) => `exports.${name} = ${expression(output)};`),
    ].join("\n"),
};

/** One program for several templates, keys or imports. */
export const withType = (type: string, resources: ResourceDeclarations): ResourceDeclarations =>
  Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, { type, ...resource }]));

/** A value as an expression in TypeScript. */
function expression(value: unknown): string {
  if (typeof value === "string") return textExpression(value);
  if (Array.isArray(value)) return `[${value.map(expression).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  if ("fn::secret" in value) return `pulumi.secret(${expression(value["fn::secret"])})`;
  return `{ ${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${expression(member)}`)} }`;
}

function textExpression(text: string): string {
  const parts = text.split(/\$\{([\w-]+)((?:\.\w+)*)\}/);
  if (parts.length === 1) return JSON.stringify(text);
  const [before = "", name, outputs = "", after = ""] = parts;
  const reference = `all[${JSON.stringify(name)}]${outputs}`;
  if (before + after === "") return reference;
  return `pulumi.interpolate\`${before}\${${reference}}${after}\``;
}
