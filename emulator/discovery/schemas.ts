import { schemaOf } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { objectMeta as objectMetaType } from "../kinds/metadata";
import type { JsonObject } from "../text/json";
import type { World } from "../world";

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

// The labels of the group in reverse, the version and the kind.
function schemaName({ group }: World, kind: string): string {
  return [...group.split(".").reverse(), "v1", kind].join(".");
}

/** Group, version and kind, by which clients find what belongs to a kind. */
export function gvk({ group }: World, kind: string): JsonObject {
  return { group, version: "v1", kind };
}

/** Every schema by its name: the kinds, and the metadata that they share. */
export function schemas(world: World): JsonObject {
  return {
    [objectMeta]: schemaOf(objectMetaType, false),
    ...Object.fromEntries(kinds.map((kind) => ofKind(world, kind))),
  };
}

function ofKind(world: World, { kind, spec, status = {} }: Kind): [string, JsonObject] {
  const text = schemaOf("string", false);
  const metadata = { $ref: `#/components/schemas/${objectMeta}` };
  const properties = {
    apiVersion: text,
    kind: text,
    metadata,
    spec: schemaOf(spec(world.apiVersion), true),
    status: schemaOf(status, true),
  };
  const schema = { type: "object", properties, "x-kubernetes-group-version-kind": [gvk(world, kind)] };
  return [schemaName(world, kind), schema];
}
