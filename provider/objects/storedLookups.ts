import type { ApiObject } from "../api/client.js";
import { knownPart } from "./fields.js";
import { findObject } from "./find.js";
import type { Lookups, OperationContext } from "./operation.js";
import { ownEntries } from "./ownEntries.js";
import { pageOf } from "./pageOf.js";
import { extraSpec, toProperties } from "./shape.js";
import { storedFilter } from "./storedFilter.js";
import type { StoredKind } from "./storedKind.js";
import { computedState } from "./storedState.js";
import { isRecord, type Properties } from "./values.js";
import { withoutSecrets } from "./withoutSecrets.js";

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
      const items = page.items.map((live) => ({
        id: String(live.metadata.name),
        properties: shown(kind, context, live),
      }));
      return { items, token: page.continueToken };
    },
  };
}

/** What may be shown to anybody who may look: the known fields that are not secret, and what the server computes. */
function shown(kind: StoredKind, { config }: Pick<OperationContext, "config">, live: ApiObject): Properties {
  const { [extraSpec]: _spec, annotations, ...fields } = toProperties(kind, live, config);
  const known = knownPart(kind.inputs, fields, () => {}) as Properties;
  const all = {
    ...computedState(kind, live, {}),
    ...known,
    ...(isRecord(annotations) && { annotations: ownEntries(annotations) }),
  };
  return withoutSecrets(kind.inputs, all);
}
