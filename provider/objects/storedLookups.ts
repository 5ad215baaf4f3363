import type { ApiObject } from "../api/client.js";
import { PageSizes } from "../api/pageSizes.js";
import { knownPart, pathsWith, withoutSecrets } from "./fields.js";
import { findObject } from "./find.js";
import type { Listed, Lookups, OperationContext } from "./operation.js";
import { ownMetadata } from "./ownMetadata.js";
import { pageOf, selectorRefused } from "./pageOf.js";
import { extraSpec, toProperties } from "./shape.js";
import { type StoredKind, storedFilter } from "./storedKind.js";
import { computedState } from "./storedState.js";
import type { Properties } from "./values.js";

/** Looks up named API objects, whoever made them. */
export function storedLookups(kind: StoredKind): Lookups {
  return {
    filter: storedFilter,

    async lookUp(context, id) {
      const live = await findObject(context, [kind.plural, id]);
      return live && shown(kind, context, live);
    },

    async list(context, request) {
      const page = await pageOf(context, [kind.plural], request);
      return { items: page.items.map((live) => listed(kind, context, live)), token: page.continueToken };
    },

    async *all(context, filter, pageSize) {
      const { client, call } = context;
      const labelSelector = filter.labelSelector as string | undefined;
      const sizes = new PageSizes(pageSize);
      try {
        for await (const live of client.list([kind.plural], { labelSelector, sizes }, call)) {
          yield listed(kind, context, live);
        }
      } catch (error) {
        throw selectorRefused(error, filter, !sizes.areTried) ?? error;
      }
    },
  };
}

function listed(kind: StoredKind, context: OperationContext, live: ApiObject): Listed {
  return { id: String(live.metadata.name), properties: shown(kind, context, live) };
}

/** What may be shown to anybody who may look: the known fields that are not secret, and what the server computes. */
function shown(kind: StoredKind, { config }: OperationContext, live: ApiObject): Properties {
  const { [extraSpec]: _spec, ...fields } = toProperties(kind, live, config);
  const known = knownPart(kind.inputs, fields, () => {}) as Properties;
  const metadata = ownMetadata(fields, pathsWith(kind.inputs, "secret"));
  return withoutSecrets(kind.inputs, { ...computedState(kind, live, {}), ...known, ...metadata });
}
