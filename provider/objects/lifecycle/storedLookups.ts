import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { isRejected } from "../../api/errors/errors.js";
import type { SizedPage } from "../../api/lists/pages.js";
import { pathsWith, withoutSecrets } from "../fields/fieldRules.js";
import { publicMetadata } from "../fields/publicMetadata.js";
import { parseLabelSelector } from "../labelSelector.js";
import { messageOf, sentenceOf } from "../messages/messages.js";
import type { Context, Listed, Listing, PageRequest } from "../operation.js";
import { collectionOf, dependsOnPrefix, objectPath, placeIn, storedId, storedPlace } from "../place.js";
import { ownPrincipal, principalsIn } from "../principals.js";
import { namespacePrefixes } from "../projectNamespace.js";
import type { StoredOperation, StoredType } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { computedState } from "../state/storedState.js";
import type { Properties } from "../values.js";
import { openSpecKey, toProperties, type WireForm } from "../wire/objectShape.js";
import { findObject } from "./liveObject.js";

/** Filter for a list of stored objects. */
export const storedFilter = z.strictObject({
  labelSelector: z
    .string()
    .describe("Only objects that this label selector of Kubernetes selects: `team=web,tier!=test`, `env in (a, b)`.")
    .optional(),
});

const unlistedDefault = "Default on a platform that does not list access keys: the user or team of the provider's key.";

/** Filter for a list of objects that act for a user or team. */
export const principalFilter = storedFilter.extend({
  user: z.string().min(1).describe(`Only those that act for this user. ${unlistedDefault}`).optional(),
  team: z.string().min(1).describe(`Only those that act for this team. ${unlistedDefault}`).optional(),
});

/** Whether the platform lists the objects. Only a type with `ofPrincipal` may have no list. */
export const isListed = async (
  { plural, ofPrincipal }: Pick<StoredType, "plural" | "ofPrincipal">,
  { discovery, call }: Pick<Context, "discovery" | "call">,
): Promise<boolean> => ofPrincipal === undefined || discovery.hasList(plural, call);

/** The object's properties without secrets; undefined if it is absent. */
export async function lookUpStored(context: Context, resource: StoredType, id: string) {
  const place = await storedPlace(context, resource, id);
  const live = await findObject(context, objectPath(place));
  return live && publicProperties({ ...context, resource, place }, live);
}

/** One page of all objects, whoever created them. */
export async function listStored(context: Context, resource: StoredType, request: PageRequest): Promise<Listing> {
  const { filter } = request;
  const toItem = await itemMapper(context, resource);
  if (!(await isListed(resource, context)))
    return { items: (await ofPrincipal(context, resource, filter)).flatMap(toItem), token: "" };
  // The metadata does not show whom an object acts for.
  const idsOnly = request.idsOnly === true && principalsIn(filter).length === 0;
  const { items, continueToken } = await readPage(context, await collectionOf(context, resource, filter), {
    ...request,
    idsOnly,
  });
  return { items: items.filter(actsFor(filter)).flatMap(toItem), token: continueToken };
}

/** All objects. If the list restarts, an object that changed meanwhile comes again. */
export async function* allStored(
  context: Context,
  resource: StoredType,
  { filter, limit }: PageRequest,
): AsyncGenerator<Listed> {
  const toItem = await itemMapper(context, resource);
  if (!(await isListed(resource, context))) {
    yield* (await ofPrincipal(context, resource, filter)).flatMap(toItem);
    return;
  }
  const { client, call } = context;
  const query = { labelSelector: filter.labelSelector as string | undefined, limit };
  let isFirst = true;
  try {
    for await (const { items } of client.pages(await collectionOf(context, resource, filter), query, call)) {
      isFirst = false;
      yield* items.filter(actsFor(filter)).flatMap(toItem);
    }
  } catch (error) {
    throw isFirst ? selectorError(error, filter) : error;
  }
}

/** The selected objects of the filter's user or team, or else of the provider's own principal. */
async function ofPrincipal(context: Context, resource: StoredType, filter: Properties): Promise<ApiObject[]> {
  const isSelected = labelMatcher(filter);
  const principal = principalsIn(filter)[0] ?? (await ownPrincipal(context));
  if (!principal)
    throw new ResourceError(
      `The platform does not list ${resource.type}s, and does not show the user or team of the provider's ` +
        "access key. Set user or team.",
    );
  const objects = (await resource.ofPrincipal?.(context, principal)) ?? [];
  return objects.filter(actsFor(filter)).filter(({ metadata }) => isSelected(metadata.labels ?? {}));
}

/** A predicate for the labels that a filter selects; throws for an invalid selector. */
function labelMatcher({ labelSelector = "" }: Properties) {
  const matches = parseLabelSelector(String(labelSelector));
  if (matches) return matches;
  throw new ResourceError(
    sentenceOf({
      property: "labelSelector",
      reason: "is no label selector. Write it as in team=web,env!=test,tier in (a,b).",
    }),
  );
}

const actsFor =
  (filter: Properties) =>
  ({ spec = {} }: ApiObject): boolean =>
    principalsIn(filter).every(({ kind, name }) => spec[kind] === name);

/** Returns a function that makes the item of an object; none if no project has its namespace. */
async function itemMapper(context: Context, resource: StoredType): Promise<(live: ApiObject) => Listed[]> {
  const locate = await objectLocator(context, resource);
  return (live) => {
    const located = locate(live);
    if (!located) return [];
    const { id, place } = located;
    return [{ id, properties: publicProperties({ ...context, resource, place }, live) }];
  };
}

/** Returns a function for an object's place and id; undefined if no project has its namespace. */
export async function objectLocator(context: Context, resource: StoredType) {
  const locate = placeIn(resource, dependsOnPrefix(resource) ? await namespacePrefixes(context) : context.config);
  return (live: ApiObject) => {
    const place = locate(live);
    return place && { place, id: storedId(resource, { ...place.inputs, name: place.name }) };
  };
}

/** Fields that the schema has, and computed outputs, without secrets. */
function publicProperties(form: WireForm & Pick<StoredOperation, "place">, live: ApiObject): Properties {
  const { resource } = form;
  const { [openSpecKey(resource.inputs)]: _spec, ...fields } = toProperties(form, live);
  const metadata = publicMetadata(fields, pathsWith(resource.inputs, "secret"));
  return withoutSecrets(resource.inputs, { ...computedState(form, live, {}), ...fields, ...metadata });
}

/** One page of a collection. */
export async function readPage(
  { client, call }: Pick<Context, "client" | "call">,
  path: readonly string[],
  { filter, limit, token = "", idsOnly: metadataOnly }: PageRequest,
): Promise<SizedPage> {
  const labelSelector = filter.labelSelector as string | undefined;
  try {
    return await client.page(path, { labelSelector, limit, token, metadataOnly }, call);
  } catch (error) {
    throw token === "" ? selectorError(error, filter) : error;
  }
}

/** Names the property if the platform rejects the selector. On later pages it rejects the token. */
function selectorError(error: unknown, { labelSelector }: Properties): unknown {
  if (!isRejected(error) || !labelSelector) return error;
  const reason = `is refused by the platform. ${messageOf(error)}`;
  return new ResourceError(sentenceOf({ property: "labelSelector", reason }), { cause: error });
}
