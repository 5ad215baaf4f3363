import { managerOf } from "../call";
import { checkFields } from "../kinds/fields";
import { project, projectNamespace } from "../kinds/project";
import { importFields, importKind, virtualClusterInstance } from "../kinds/virtualCluster";
import { decodeBody } from "../objects/body";
import { createObject } from "../objects/creation";
import { DecodeError, decodeMetadata, inContext, report } from "../objects/decode";
import { invalid, notFound } from "../statusError";
import { canonicalJson, type JsonObject, limits } from "../text/json";
import { resourceSubject, type World } from "../world";
import type { Operation } from "./operation";
import { writeOptions } from "./writeOptions";

interface ImportTarget {
  project: string;
}

interface Source {
  name: string;
  namespace: string;
  cluster: string;
  importName?: string;
}

/** POST of an import request: creates an instance that points at the virtual cluster. */
export const importVirtualCluster: Operation<ImportTarget> = (world, target, call) => {
  const options = writeOptions(call, "CreateOptions");
  if (world.store.entry(project.plural, target.project) === undefined) {
    throw notFound(resourceSubject(world, project, target.project));
  }
  const { value, warnings } = decodeBody(call.body, importKind, { kind: importKind, apiVersion: world.apiVersion });
  const { fields, unknown } = inContext(importKind, value, () => decodeRequest(world, value));
  report(importKind, call, options, [...warnings, ...unknown.map((field) => `unknown field "${field}"`)]);
  if (fields.errors.length > 0) throw invalid({ group: world.group, kind: importKind, name: "" }, fields.errors);
  const { name, namespace, cluster, importName } = (fields.value as JsonObject)
    .sourceVirtualCluster as unknown as Source;
  const draft = {
    apiVersion: world.apiVersion,
    kind: virtualClusterInstance.kind,
    metadata: { name: importName || name },
    spec: { clusterRef: { cluster, namespace, virtualCluster: name } },
  };
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  createObject(world, virtualClusterInstance, projectNamespace(target.project), draft, context);
  return { code: 201, json: canonicalJson({ ...value, metadata: value.metadata ?? { creationTimestamp: null } }) };
};

function decodeRequest(world: World, { kind, apiVersion, metadata, ...rest }: JsonObject) {
  if (kind !== importKind || apiVersion !== world.apiVersion) {
    throw new DecodeError(`no kind "${kind}" is registered for version "${apiVersion}" and this path`);
  }
  const fields = checkFields(rest, importFields, "", false);
  return { fields, unknown: [...fields.unknown, ...decodeMetadata(metadata).unknown].slice(0, limits.namedFields) };
}
