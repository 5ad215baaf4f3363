import type { ProgramKind } from "./project";

/** A template of a test's program: its inputs, and the options of the resource, which may name other templates. */
export interface DeclaredTemplate {
  inputs: Record<string, unknown>;
  options?: Record<string, unknown>;
  /** The template with whose deletion this one is gone. */
  deletedWith?: string;
}

/** A program of templates, in either face. Those that others name come first. */
export const templatePrograms: Record<ProgramKind, (templates: Record<string, DeclaredTemplate>) => string> = {
  yaml: (templates) => {
    const resources = Object.entries(templates).map(([name, { inputs, options = {}, deletedWith }]) => {
      const all = { ...options, ...(deletedWith && { deletedWith: `\${${deletedWith}}` }) };
      return `  ${name}: ${JSON.stringify({ type: "platform:index:SpaceTemplate", properties: inputs, options: all })}`;
    });
    return `resources:${resources.length > 0 ? "" : " {}"}\n${resources.join("\n")}`;
  },
  typescript: (templates) => {
    const resources = Object.entries(templates).map(([name, { inputs, options = {}, deletedWith }]) => {
      const all = `{ ...${JSON.stringify(options)}${deletedWith ? `, deletedWith: ${deletedWith}` : ""} }`;
      return `const ${name} = new SpaceTemplate("${name}", ${JSON.stringify(inputs)}, ${all});\nvoid ${name};`;
    });
    return ['import { SpaceTemplate } from "pulumi-platform";', "void SpaceTemplate;", ...resources].join("\n");
  },
};
