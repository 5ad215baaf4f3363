import type { ApiObject } from "../../api/client.js";
import { isRejected } from "../../api/errors/errors.js";
import type { SizedPage } from "../../api/lists/pages.js";
import { message } from "../../messages/message.js";
import { readMessages } from "../../messages/reads.js";
import { pathsWith, withoutSecrets } from "../fields/fieldRules.js";
import { publicMetadata } from "../fields/publicMetadata.js";
import { messageOf, sentenceOf } from "../messages/messages.js";
import { type Listed, type Lookups, type OperationContext, type PageRequest, ResourceError } from "../operation.js";
import { computedState } from "../state/storedState.js";
import type { Properties } from "../values.js";
import { extraSpec, toProperties } from "../wire/objectShape.js";
import { findObject } from "./liveObject.js";
import { type StoredKind, storedFilter } from "./storedKind.js";

/** Lookups of named objects, whoever created them. */
export function storedLookups(kind: StoredKind): Lookups {
  return {
    filter: storedFilter,

    async lookUp(context, id) {
      const live = await findObject(context, [kind.plural, id]);
      return live && publicProperties(kind, context, live);
    },

    async list(context, request) {
      const page = await readPage(context, [kind.plural], request);
      return { items: page.items.map((live) => listed(kind, context, live)), token: page.continueToken };
    },

    async *all(context, filter, limit) {
      const { client, call } = context;
      const query = { labelSelector: filter.labelSelector as string | undefined, limit };
      let isFirst = true;
      try {
        for await (const { items } of client.pages([kind.plural], query, call)) {
          isFirst = false;
          yield* items.map((live) => listed(kind, context, live));
        }
      } catch (error) {
        throw isFirst ? selectorError(error, filter) : error;
      }
    },
  };
}

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
  const reason = message(readMessages.badSelector, { failure: messageOf(error) });
  return new ResourceError(sentenceOf({ property: "labelSelector", reason }), { cause: error });
}
