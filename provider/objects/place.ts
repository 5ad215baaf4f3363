import type { ApiObject } from "../api/client.js";
import { cannotImport, nameProblem } from "./messages/importId.js";
import type { Context, Place } from "./operation.js";
import { type Prefixes, projectNamespace, projectNamespaces, projectOf } from "./projectNamespace.js";
import type { Properties } from "./values.js";

/** The input with the place of an object. Without it, the object is in no namespace. */
export type Scope = "project" | "namespace";

/** The fields of a resource that decide where its objects are. */
export interface Placed {
  /** Name of the type, such as `SpaceTemplate`. */
  readonly type: string;
  /** Path segment of the collection, such as `spacetemplates`. */
  readonly plural: string;
  /** Prefix of the ids; none by default. */
  readonly idPrefix?: string;
  /** Default: the objects belong to no namespace. */
  readonly scope?: Scope;
  /** Set if an object is a project: its output `namespace` contains objects of other types. */
  readonly contains?: "project";
}

/** The id of an object: `<name>`, `<project>/<name>` or `<namespace>/<name>`, after the prefix. */
export const storedId = ({ idPrefix = "", scope }: Pick<Placed, "idPrefix" | "scope">, inputs: Properties): string =>
  // Unknown values are symbols, which `join` rejects.
  idPrefix + (scope === undefined ? [inputs.name] : [inputs[scope], inputs.name]).map(String).join("/");

/** The place of an object with this id. Asks the platform for the namespace of a project. */
export async function storedPlace(context: Context, resource: Placed, id: string): Promise<Place> {
  const { plural, scope, contains, idPrefix = "" } = resource;
  const rest = id.slice(idPrefix.length);
  if (scope === undefined) {
    const outputs = contains ? { namespace: await projectNamespace(context, rest) } : {};
    return { name: rest, collection: [plural], inputs: {}, outputs };
  }
  const slash = rest.indexOf("/");
  const scopeName = rest.slice(0, Math.max(slash, 0));
  const name = rest.slice(slash + 1);
  const problem = nameProblem(scopeName) ?? nameProblem(name);
  if (problem)
    throw cannotImport(
      context,
      { ...resource, id },
      `the id is ${idPrefix}<${scope}>/<name>, each of which ${problem}`,
    );
  const namespace = await namespaceOf(context, scope, scopeName);
  return {
    name,
    namespace,
    collection: ["namespaces", namespace, plural],
    inputs: { [scope]: scopeName },
    outputs: {},
  };
}

const namespaceOf = async (context: Context, scope: Scope, name: string): Promise<string> =>
  scope === "project" ? projectNamespace(context, name) : name;

/** The path of the objects of a resource: all, or those of one project or namespace. */
export async function collectionOf(context: Context, resource: Placed, filter: Properties): Promise<readonly string[]> {
  const { plural, scope } = resource;
  if (scope === undefined || filter[scope] === undefined) return [plural];
  return ["namespaces", await namespaceOf(context, scope, String(filter[scope])), plural];
}

/** Returns a function for the place of a live object, which is undefined for one in no project. */
export const placeIn =
  ({ plural, scope, contains }: Placed, prefixes: Prefixes) =>
  ({ metadata }: ApiObject): Place | undefined => {
    const { namespace } = metadata;
    const name = String(metadata.name);
    const outputs = contains ? { namespace: projectNamespaces(prefixes, name)[0] } : {};
    if (scope === undefined) return { name, collection: [plural], inputs: {}, outputs };
    if (namespace === undefined) return undefined;
    const scopeName = scope === "project" ? projectOf(prefixes, namespace) : namespace;
    const place = { name, namespace, collection: ["namespaces", namespace, plural], outputs };
    return scopeName === undefined ? undefined : { ...place, inputs: { [scope]: scopeName } };
  };

/** Whether places depend on the prefixes of project namespaces. */
export const dependsOnPrefix = ({ scope, contains }: Placed): boolean => scope === "project" || contains !== undefined;

/** The path of an object. */
export const objectPath = ({ collection, name }: Pick<Place, "collection" | "name">): string[] => [...collection, name];
