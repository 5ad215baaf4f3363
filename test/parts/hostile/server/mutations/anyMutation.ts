import fc from "fast-check";

/** A change of one place of an answer. */
export interface Mutation {
  /** Leads to the place: the name of a member, or which of those that are there. It ends early where nothing is inside. */
  readonly steps: readonly (string | number)[];
  readonly how: "replace" | "remove" | "list" | "object" | "add";
  /** The JSON text that comes there. */
  readonly text: string;
  /** The member that is added. */
  readonly key: string;
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

/** What no place of an object has, or few: other types, too much, nothing, and what only a careless reader takes for good. */
const texts = [
  ...[
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "1e999",
    "-1e999",
    "9007199254740993",
    '""',
    "[]",
    "{}",
    "[null]",
    '[""]',
    "[[]]",
  ],
  ...[
    '"\\ud800"',
    '"\\u0000"',
    '"\\u001b[31mred\\n\\r"',
    '"\\u202e"',
    '"__proto__"',
    '"another"',
    '"ConfigMap"',
    '"v1"',
  ],
  ...['"2026-13-45T99:99:99Z"', '"1970-01-01T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '{"toString":1,"length":-1}'],
  ...[nested(150), nested(1000), `"${"9".repeat(100_000)}"`, `[${"1,".repeat(10_000)}1]`, polluting, `[${polluting}]`],
  ...[
    '{"a":null}',
    '[{"uid":7}]',
    '[{"manager":"a","fieldsV1":7}]',
    '{"cluster":"c2","namespace":"n","virtualCluster":"v"}',
  ],
];

const keys = [
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "kind",
    "items",
    "metadata",
    "spec",
    "status",
  ],
  ...[
    "deletionTimestamp",
    "finalizers",
    "uid",
    "continue",
    "managedFields",
    "ownerReferences",
    "key",
    "disabled",
    "code",
  ],
];

/** Places that much depends on, whichever kind it is. */
const places: string[][] = [
  ...[["kind"], ["apiVersion"], ["metadata"], ["spec"], ["status"], ["items"]],
  ...["name", "namespace", "uid", "resourceVersion", "annotations", "labels", "creationTimestamp"].map((part) => [
    "metadata",
    part,
  ]),
  ...["deletionTimestamp", "finalizers", "managedFields", "generation", "continue"].map((part) => ["metadata", part]),
  ...["key", "clusterRef", "displayName", "disabled", "ttl"].map((part) => ["spec", part]),
  ["status", "lastActivity"],
];

/** Any change of any place. */
export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.oneof(fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }), fc.constantFrom(...places)),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "list", "object", "add"),
  text: fc.constantFrom(...texts),
  key: fc.constantFrom(...keys),
});
