/** An action on an object or a collection, in the words of Kubernetes authorization. */
export interface ResourceAction {
  verb: string;
  group: string;
  resource: string;
  subresource: string;
  /** Empty for a collection, unless the request selects one name of it. */
  name: string;
  /** Empty for what is not in namespaces; undefined for all namespaces at once. */
  namespace: string | undefined;
}

/** What somebody wants to do to a path that is no resource; `path` is relative to the root of the API. */
export interface PathAction {
  verb: string;
  path: string;
}

/** A request as authorization sees it. */
export type Action = ResourceAction | PathAction;
