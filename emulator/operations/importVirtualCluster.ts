import { managerOf } from "../call";
import { project, projectNamespace } from "../kinds/project";
import { importFields, importKind } from "../kinds/projectImportVirtualCluster";
import { virtualClusterInstance } from "../kinds/virtualClusterInstance";
import { createObject } from "../objects/createObject";
import { decodeBody } from "../objects/decodeBody";
import { DecodeError } from "../objects/decodeGoStruct";
import { decodeMetadata } from "../objects/decodeMetadata";
import { heeded } from "../objects/fieldValidation";
import { checkFields } from "../objects/validateFields";
import { badRequest, invalid, notFound } from "../statusError";
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

const bodyFields = ["kind", "apiVersion", "metadata", "sourceVirtualCluster"];

/** POST of an import request: makes an instance in the project that points at the virtual cluster, and answers the request. */
export const importVirtualCluster: Operation<ImportTarget> = (world, target, call) => {
  const options = writeOptions(call, "CreateOptions");
  if (world.store.entry(project.plural, target.project) === undefined) {
    throw notFound(resourceSubject(world, project, target.project));
  }
  const { value, warnings } = decodeBody(call.body, importKind, { kind: importKind, apiVersion: world.apiVersion });
  warnings.push(...unknownFields(value));
  const refuse = (found: readonly string[]) => unhandled(importKind, `strict decoding error: ${found.join(", ")}`);
  call.warnings.push(...heeded(warnings, options, refuse));
  const source = readSource(world, value);
  const metadata = { name: source.importName || source.name };
  const { name: virtualCluster, cluster, namespace } = source;
  const draft = {
    apiVersion: world.apiVersion,
    kind: virtualClusterInstance.kind,
    metadata,
    spec: { clusterRef: { cluster, namespace, virtualCluster } },
  };
  const context = { manager: managerOf(call), dryRun: options.dryRun, caller: call.caller };
  createObject(world, virtualClusterInstance, projectNamespace(target.project), draft, context);
  return {
    code: 201,
    json: canonicalJson({ ...value, metadata: value.metadata ?? { creationTimestamp: null } } as JsonObject),
  };
};

function readSource(world: World, body: JsonObject): Source {
  if (body.kind !== importKind)
    throw unhandled(String(body.kind), `no kind "${body.kind}" is registered for this path`);
  if (body.apiVersion !== world.apiVersion) {
    throw unhandled(importKind, `no kind "${importKind}" is registered for version "${body.apiVersion}"`);
  }
  const { kind, apiVersion, metadata, ...fields } = body;
  const checked = checkFields(fields, importFields, "");
  if (checked.errors.length === 0) return (checked.value as JsonObject).sourceVirtualCluster as unknown as Source;
  throw invalid({ group: world.group, kind: importKind, name: "" }, checked.errors);
}

function unknownFields(body: JsonObject): string[] {
  const unknown = Object.keys(body).filter((field) => !bodyFields.includes(field));
  return [...unknown, ...unknownMetadata(body)].slice(0, limits.namedFields).map((field) => `unknown field "${field}"`);
}

function unknownMetadata(body: JsonObject): string[] {
  try {
    return decodeMetadata(body.metadata).unknown;
  } catch (error) {
    if (error instanceof DecodeError) throw unhandled(importKind, error.message);
    throw error;
  }
}

function unhandled(found: string, why: string) {
  return badRequest(`${found} in version "v1" cannot be handled as a ${importKind}: ${why}`);
}
