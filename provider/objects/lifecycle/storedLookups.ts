import type { ApiObject } from "../../api/client.js";
import { isRejected } from "../../api/errors/errors.js";
import type { SizedPage } from "../../api/lists/pages.js";
import { pathsWith, withoutSecrets } from "../fields/fieldRules.js";
import { publicMetadata } from "../fields/publicMetadata.js";
import { parseLabelSelector } from "../labelSelector.js";
import { messageOf, sentenceOf } from "../messages/messages.js";
import { type Listed, type Lookups, type OperationContext, type PageRequest, ResourceError } from "../operation.js";
import { ownPrincipal, principalsIn } from "../principals.js";
import { computedState } from "../state/storedState.js";
import type { Properties } from "../values.js";
import { extraSpec, toProperties } from "../wire/objectShape.js";
import { findObject } from "./liveObject.js";
import { isListed, principalFilter, type StoredKind, storedFilter } from "./storedKind.js";

/** Lookups of named objects, whoever created them. */
export function storedLookups(kind: StoredKind): Lookups {
  const properties = (context: OperationContext) => (live: ApiObject) => listed(kind, context, live);
  return {
    filter: kind.ofPrincipal ? principalFilter : storedFilter,

    async lookUp(context, id) {
      const live = await findObject(context, [kind.plural, id]);
      return live && publicProperties(kind, context, live);
    },

    async list(context, request) {
      const { filter } = request;
      if (!(await isListed(kind, context)))
        return { items: (await ofPrincipal(kind, context, filter)).map(properties(context)), token: "" };
      // The metadata does not show whom an object acts for.
      const idsOnly = request.idsOnly === true && principalsIn(filter).length === 0;
      const { items, continueToken } = await readPage(context, [kind.plural], { ...request, idsOnly });
      return { items: items.filter(actsFor(filter)).map(properties(context)), token: continueToken };
    },

    async *all(context, filter, limit) {
      if (!(await isListed(kind, context))) {
        yield* (await ofPrincipal(kind, context, filter)).map(properties(context));
        return;
      }
      const { client, call } = context;
      const query = { labelSelector: filter.labelSelector as string | undefined, limit };
      let isFirst = true;
      try {
        for await (const { items } of client.pages([kind.plural], query, call)) {
          isFirst = false;
          yield* items.filter(actsFor(filter)).map(properties(context));
        }
      } catch (error) {
        throw isFirst ? selectorError(error, filter) : error;
      }
    },
  };
}

/** The selected objects of the filter's user or team, or else of the provider's own principal. */
async function ofPrincipal(kind: StoredKind, context: OperationContext, filter: Properties): Promise<ApiObject[]> {
  const isSelected = labelMatcher(filter);
  const principal = principalsIn(filter)[0] ?? (await ownPrincipal(context));
  if (!principal)
    throw new ResourceError(
      `The platform does not list ${kind.kind}s, and does not show the user or team of the provider's ` +
        "access key. Set user or team.",
    );
  const objects = (await kind.ofPrincipal?.(context, principal)) ?? [];
  return objects.filter(actsFor(filter)).filter(({ metadata }) => isSelected(metadata.labels ?? {}));
}

/** The label selector of a filter; throws for an invalid one. */
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

const listed = (kind: StoredKind, context: OperationContext, live: ApiObject): Listed => ({
  id: String(live.metadata.name),
  properties: publicProperties(kind, context, live),
});

/** Known and computed fields without secrets. */
function publicProperties(kind: StoredKind, { config }: OperationContext, live: ApiObject): Properties {
  const { [extraSpec]: _spec, ...fields } = toProperties(kind, live, config);
  const metadata = publicMetadata(fields, pathsWith(kind.inputs, "secret"));
  return withoutSecrets(kind.inputs, { ...computedState(kind, live, {}), ...fields, ...metadata });
}

/** One page of a collection. */
export async function readPage(
  { client, call }: Pick<OperationContext, "client" | "call">,
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
