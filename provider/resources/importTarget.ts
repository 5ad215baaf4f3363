import { quoted } from "../api/output/escape.js";
import { nameProblem, projectProblem } from "../objects/importId.js";
import { objectLabel } from "../objects/messages.js";
import { ResourceError } from "../objects/operation.js";
import { isRecord, type Properties } from "../objects/values.js";
import type { Source } from "./virtualClusterInstance.js";

/** What the inputs of an import ask for. */
export interface ImportTarget {
  readonly id: string;
  readonly label: string;
  readonly project: string;
  /** Name of the resulting virtual cluster: importName, else its own (specification, section 2.3). */
  readonly name: string;
  readonly source: Source;
}

/** What an id tells. */
export interface IdParts {
  readonly project: string;
  /** Name of the virtual cluster in the project. */
  readonly name: string;
}

/** The target that checked inputs name. */
export function targetOf(inputs: Properties): ImportTarget {
  const declared = inputs.sourceVirtualCluster;
  // Of a source that is not known yet, no member is.
  const members: Properties = isRecord(declared)
    ? declared
    : { cluster: declared, namespace: declared, name: declared };
  const { cluster, namespace, name, importName } = members;
  const source = { cluster: String(cluster), namespace: String(namespace), name: String(name) };
  const [project, target] = [String(inputs.project), String(importName ?? name)];
  const id = `${project}/${target}`;
  return { id, label: labelOf(id), project, name: target, source };
}

/** An import as messages name it. */
export const labelOf = (id: string) => objectLabel("VirtualClusterImport", id);

/** The form of an id, for messages. */
export const idForm = "<project>/<name of the virtual cluster>";

/** The parts of an id; undefined where it has another form. */
export function partsOfId(id: string): IdParts | undefined {
  const [project, name, ...rest] = id.split("/");
  return project && name && rest.length === 0 ? { project, name } : undefined;
}

/** The parts of an id that a state holds. */
export function parseId(id: string): IdParts {
  const parts = partsOfId(id);
  if (!parts) throw badId(`The id ${quoted(id)} of a VirtualClusterImport must have the form ${idForm}`);
  const problems = { project: projectProblem(parts.project), name: nameProblem(parts.name) };
  for (const [part, problem] of Object.entries(problems))
    if (problem) throw badId(`The ${part} in the id ${quoted(id)} of a VirtualClusterImport ${problem}`);
  return parts;
}

const badId = (problem: string) =>
  new ResourceError(
    `${problem}. Nothing was sent. ` +
      "Take the resource out of the state with pulumi state delete, and import the virtual cluster.",
  );
