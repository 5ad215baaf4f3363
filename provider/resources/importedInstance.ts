import { cannotImport, type Importable, nameProblem, notThere, projectProblem } from "../objects/importId.js";
import type { OperationContext, Stored } from "../objects/operation.js";
import { holderOf } from "../objects/ownership.js";
import { heldByAnother } from "./importHolder.js";
import { stateOf, withExternalChange } from "./importState.js";
import { type IdParts, idForm, labelOf, partsOfId } from "./importTarget.js";
import { findInstance, instances, platformHidesThem, sourceOfInstance } from "./virtualClusterInstance.js";

/** What `pulumi import` takes of a virtual cluster that is in a project already; undefined where it is not. */
export async function importedInstance(
  context: OperationContext,
  id: string,
  isFirst: boolean,
): Promise<Stored | undefined> {
  const { project, name } = checkedId(context, id);
  const found = await findInstance(context, project, name);
  const [prefix] = context.config.projectNamespacePrefixes;
  const importable = { ...importableOf(id), namespace: `${prefix}${project}` };
  if (found === platformHidesThem) throw cannotImport(context, importable, notShownHere);
  if (found === undefined) {
    context.warn(notThere(context, importable));
    return undefined;
  }
  if (isFirst && holderOf(found.object) !== undefined) context.warn(`${labelOf(id)}: ${heldByAnother}`);
  const source = sourceOfInstance(found.object);
  if (!source) throw cannotImport(context, { ...importable, namespace: found.namespace }, noSource);
  const inputs = { project, sourceVirtualCluster: { ...source, ...(name !== source.name && { importName: name }) } };
  return { id, inputs, state: withExternalChange(stateOf(found, inputs, name), found, {}) };
}

const importableOf = (id: string): Importable => ({ kind: "VirtualClusterImport", id, plural: instances });

const notShownHere =
  "this platform does not show the virtual clusters of projects. Declare it in the program instead: a virtual cluster that " +
  "is in the project already is taken as it is";

const noSource =
  "the platform does not show where the virtual cluster runs (spec.clusterRef). It may not be placed yet: try again later";

/** The parts of an id from outside. */
function checkedId(context: OperationContext, id: string): IdParts {
  const refuse = (reason: string) => cannotImport(context, importableOf(id), reason);
  const parts = partsOfId(id);
  if (!parts) throw refuse(`the id must have the form ${idForm}, such as "web/team"`);
  const { project, name } = parts;
  const [aboutProject, aboutName] = [projectProblem(project), nameProblem(name)];
  if (aboutProject) throw refuse(`the project, before the slash, ${aboutProject}`);
  if (aboutName) throw refuse(`the name of the virtual cluster, behind the slash, ${aboutName}`);
  return parts;
}
