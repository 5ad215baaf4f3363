import type { ProgramKind } from "./project";

/** A key of a test's program: its inputs, and the options of the resource. */
export interface DeclaredKey {
  inputs: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/**
 * A program of keys, in either face. Each key's value and name are outputs: `<key>` and `<key>Name`. The value of the key `consumed`
 * also goes on to a template.
 */
export const keyPrograms: Record<ProgramKind, (keys: Record<string, DeclaredKey>, consumed?: string) => string> = {
  yaml: (keys, consumed) => {
    const resources = Object.entries(keys).map(
      ([name, { inputs, options = {} }]) =>
        `  ${name}: ${JSON.stringify({ type: "platform:index:OwnedAccessKey", properties: inputs, options })}`,
    );
    const consumer = `  consumer: ${JSON.stringify({ type: "platform:index:SpaceTemplate", properties: { name: "consumer", description: `\${${consumed}.key}` } })}`;
    const outputs = Object.keys(keys).flatMap((name) => [
      `  ${name}: \${${name}.key}`,
      `  ${name}Name: \${${name}.name}`,
    ]);
    return ["resources:", ...resources, ...(consumed ? [consumer] : []), "outputs:", ...outputs].join("\n");
  },
  typescript: (keys, consumed) => {
    const resources = Object.entries(keys).flatMap(([name, { inputs, options = {} }]) => [
      `const ${name} = new OwnedAccessKey("${name}", ${JSON.stringify(inputs)}, ${JSON.stringify(options)});`,
      `exports.${name} = ${name}.key; exports.${name}Name = ${name}.name;`,
    ]);
    const consumer = `new SpaceTemplate("consumer", { name: "consumer", description: ${consumed}.key });`;
    const imports = 'import { OwnedAccessKey, SpaceTemplate } from "pulumi-platform";';
    return [imports, "void SpaceTemplate;", ...resources, ...(consumed ? [consumer] : [])].join("\n");
  },
};
