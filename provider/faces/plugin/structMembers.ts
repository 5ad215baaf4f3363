import { type ListValue, type Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";

/** The members of a struct as plain values, also one that is called `__proto__`, so that Check can refuse it. */
export function membersOf(struct: Struct): Record<string, unknown> {
  const map = struct.getFieldsMap();
  const entries = [...(map.entries() as unknown as Iterable<[string, Value | undefined]>)];
  const all = isHiding(map) ? [...entries, [hidden, map.get(hidden)] as const] : entries;
  return Object.fromEntries(all.map(([key, value]) => [key, value && plainOf(value)]));
}

const { KindCase } = Value;

// Each getter looks for what the value holds, so only the right one is called.
function plainOf(value: Value): unknown {
  switch (value.getKindCase()) {
    case KindCase.STRUCT_VALUE:
      return membersOf(value.getStructValue() as Struct);
    case KindCase.LIST_VALUE:
      return (value.getListValue() as ListValue).getValuesList().map(plainOf);
    case KindCase.STRING_VALUE:
      return value.getStringValue();
    default:
      return value.toJavaScript();
  }
}

const hidden = "__proto__";

/** The library keeps entries in an object by key, and an entry of this key became what that object inherits from. */
function isHiding(map: object): boolean {
  return Object.values(map).some((held) => {
    const inherited = typeof held === "object" && held !== null && Object.getPrototypeOf(held);
    return Boolean(inherited) && Object.hasOwn(inherited, "key") && inherited.key === hidden;
  });
}
