import { forDynamic } from "./fullInputs";
import type { ProgramKind } from "./project";

/** A resource of a test's program, with the options that both faces have. */
export interface Declaration {
  readonly type: "SpaceTemplate" | "OwnedAccessKey" | "VirtualClusterImport";
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A program of resources of any type, in either face. */
export const declaredPrograms: Record<ProgramKind, (resources: Readonly<Record<string, Declaration>>) => string> = {
  yaml: (resources) => {
    const entries = Object.entries(resources).map(([name, { type, inputs, options = {} }]) => [
      name,
      { type: `platform:index:${type}`, properties: inputs, options },
    ]);
    return `resources: ${JSON.stringify(Object.fromEntries(entries))}`;
  },
  typescript: (resources) => {
    const lines = Object.entries(resources).map(
      ([name, { type, inputs, options = {} }]) =>
        `new platform.${type}("${name}", ${JSON.stringify(forDynamic(inputs))} as never, ${JSON.stringify(options)});`,
    );
    return ['import * as platform from "pulumi-platform";', ...lines].join("\n");
  },
};
