import type { ProgramKind } from "./project";

/** An import of a test's program: its inputs, and the options of the resource. */
export interface DeclaredImport {
  inputs: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/** A program of imports, in either face. */
export const importPrograms: Record<ProgramKind, (imports: Record<string, DeclaredImport>) => string> = {
  yaml: (imports) => {
    const resources = Object.entries(imports).map(
      ([name, { inputs, options = {} }]) =>
        `  ${name}: ${JSON.stringify({ type: "platform:index:VirtualClusterImport", properties: inputs, options })}`,
    );
    return ["resources:", ...resources].join("\n");
  },
  typescript: (imports) => {
    const resources = Object.entries(imports).map(
      ([name, { inputs, options = {} }]) =>
        `new VirtualClusterImport("${name}", ${JSON.stringify(inputs)} as never, ${JSON.stringify(options)});`,
    );
    return ['import { VirtualClusterImport } from "pulumi-platform";', ...resources].join("\n");
  },
};
