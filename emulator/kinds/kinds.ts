import { namespace, pod, secret, service } from "./core";
import type { Kind } from "./kind";
import { ownedAccessKey } from "./ownedAccessKey";
import { productKinds } from "./product/productKinds";
import { project, virtualClusterInstance } from "./project";
import { spaceTemplate } from "./spaceTemplate";

/** The API: 3 is the specification, 4 the product from version 4 on. */
export type Api = 3 | 4;

/** Every stored kind of an API; a new kind is one line here. */
export const kinds: Readonly<Record<Api, readonly Kind[]>> = {
  3: [spaceTemplate, ownedAccessKey, project, virtualClusterInstance],
  4: productKinds,
};

/** The stored kinds of an API, with a list of access keys if a server offers one. */
export function storedKinds(api: Api, listsKeys: boolean): readonly Kind[] {
  const isListed = ({ plural }: Kind) => listsKeys && plural === ownedAccessKey.plural;
  return kinds[api].map((kind) => (isListed(kind) ? { ...kind, lacks: [] } : kind));
}

/** The kinds of a connected cluster. */
export const clusterKinds: readonly Kind[] = [namespace, service, pod, secret];

/** The kind of a request that says who asks. */
export const selfKind = "Self";

/** Its path segment. */
export const selfPlural = "selves";
