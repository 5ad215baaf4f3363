import { forDynamic, fullInputs } from "../../../support/fullInputs";
import type { ProgramKind } from "../../../support/project";
import type { DriftRow, Inputs, NoiseRow } from "./driftRow";

/** One resource of a program. */
export interface Declared {
  readonly id: string;
  readonly type: string;
  readonly inputs: Inputs;
}

// Of no kind that the platform knows, so that nobody looks whether it is there.
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "owner", uid: "uid-of-owner" };

/** The resource of a row of the drift table: every field is set. */
export function driftResource({ id, type, declares }: DriftRow): Declared {
  const full = fullInputs(owner)[type]?.[0] ?? {};
  const inputs = { ...full, ...("key" in full && { key: `${id}-0123456789abcdef` }), ...declares };
  return { id, type, inputs: named(type, id, inputs) };
}

/** The resource of a row of the noise table. */
export function noiseResource({ id, type, declares }: NoiseRow): Declared {
  return { id, type, inputs: named(type, id, declares) };
}

function named(type: string, id: string, inputs: Inputs): Inputs {
  if (type !== "VirtualClusterImport") return { ...inputs, name: id };
  return { ...inputs, sourceVirtualCluster: { ...(inputs.sourceVirtualCluster as object), importName: id } };
}

/** Programs that declare these resources and nothing else. */
export const programText: Record<ProgramKind, (resources: readonly Declared[]) => string> = {
  yaml: (resources) => {
    const entries = resources.map(({ id, type, inputs }) => [
      id,
      { type: `platform:index:${type}`, properties: inputs },
    ]);
    // JSON is YAML.
    return `resources: ${JSON.stringify(Object.fromEntries(entries))}`;
  },
  typescript: (resources) => `
import * as platform from "pulumi-platform";

const resources: { id: string; type: keyof typeof platform; inputs: object }[] = ${JSON.stringify(resources.map((each) => ({ ...each, inputs: forDynamic(each.inputs) })))};
for (const { id, type, inputs } of resources) new (platform[type] as any)(id, inputs);
`,
};
