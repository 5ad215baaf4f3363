import { managerOf } from "../call";
import { importFields, importKind, project, projectNamespace, virtualClusterInstance } from "../kinds/project";
import { createObject } from "../objects/creation";
import { decodeRequest } from "../objects/decode";
import { invalid, notFound } from "../statusError";
import { canonicalJson } from "../text/json";
import { resourceSubject } from "../world";
import type { ObjectTarget, Operation } from "./readObjects";
import { writeOptions } from "./writeOptions";

interface Source {
  name: string;
  namespace: string;
  cluster: string;
  importName?: string;
}

/** POST of an import request: creates an instance that points at the virtual cluster. */
export const importVirtualCluster: Operation<ObjectTarget> = (world, target, call) => {
  const options = writeOptions(call, "CreateOptions");
  if (world.store.entry(project.plural, target.name) === undefined) {
    throw notFound(resourceSubject(world, project, target.name));
  }
  const { value, fields, errors } = decodeRequest(world, importKind, importFields, call, options);
  if (errors.length > 0) throw invalid({ group: world.group, kind: importKind, name: "" }, errors);
  const { name, namespace, cluster, importName } = fields.sourceVirtualCluster as unknown as Source;
  const draft = {
    apiVersion: world.apiVersion,
    kind: virtualClusterInstance.kind,
    metadata: { name: importName || name },
    fields: { spec: { clusterRef: { cluster, namespace, virtualCluster: name } } },
  };
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  createObject(world, virtualClusterInstance, projectNamespace(target.name), draft, context);
  return { code: 201, body: canonicalJson({ ...value, metadata: value.metadata ?? { creationTimestamp: null } }) };
};
