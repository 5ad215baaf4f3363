import type { ApiObject } from "../api/client.js";
import { isNotFound, isNotOffered } from "../api/errors.js";
import { isRecord, type Properties } from "../objects/values.js";
import type { OperationContext } from "./resource.js";

/** Where an imported virtual cluster runs. */
export interface Source {
  readonly cluster?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly importName?: string;
}

/** A virtual cluster in a project, and where it was found. */
export interface Instance {
  readonly object: ApiObject;
  readonly namespace: string;
  readonly path: readonly string[];
}

/** The platform does not offer virtual clusters of projects at all. */
export const notShown: unique symbol = Symbol("not shown");

/** The source that the inputs name. */
export function sourceOf(inputs: Properties): Source {
  return isRecord(inputs.sourceVirtualCluster) ? inputs.sourceVirtualCluster : {};
}

/** The name of the resulting virtual cluster: importName, else its own (specification, section 2.3). */
export function instanceName({ importName, name }: Source): string {
  return String(importName ?? name);
}

/** The source of a virtual cluster in a project, which the platform keeps in spec.clusterRef. */
export function sourceOfInstance({ spec }: ApiObject): Source {
  const { cluster, namespace, virtualCluster } = isRecord(spec?.clusterRef) ? spec.clusterRef : {};
  return { cluster: String(cluster), namespace: String(namespace), name: String(virtualCluster) };
}

/** The virtual cluster of this name in the project; undefined when it is not there. */
export async function findInstance(
  context: OperationContext,
  project: string,
  name: string,
): Promise<Instance | typeof notShown | undefined> {
  let shown = false;
  for (const prefix of context.config.projectNamespacePrefixes) {
    const namespace = `${prefix}${project}`;
    const path = ["namespaces", namespace, "virtualclusterinstances", name];
    try {
      return { object: await context.client.get(path, context.call), namespace, path };
    } catch (error) {
      if (!isNotFound(error) && !isNotOffered(error)) throw error;
      shown ||= isNotFound(error);
    }
  }
  return shown ? undefined : notShown;
}
