import fc from "fast-check";
import { signature, unknownSentinels } from "../../../../provider/api/input/untrustedJson";

/** A change of one place of a response. */
export interface Mutation {
  /** The path to the place: member names or indexes. It ends early where nothing is inside. */
  readonly steps: readonly (string | number)[];
  readonly how: "replace" | "remove" | "list" | "object" | "add";
  /** The JSON text to write there. */
  readonly text: string;
  /** The member to add. */
  readonly key: string;
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const words = (text: string) => text.trim().split(/\s+/);

const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

/** What Pulumi would read as a file, and as an unknown value. */
export const markers = [
  `{"${signature}":"c44067f5952c0a294b673a41bacd8c17","path":"/etc/hosts"}`,
  `"${unknownSentinels[0]}"`,
];

/** Other types, oversized values, and values that only a careless parser accepts; one per word. */
const texts = [
  ...words(`null true 0 -1 1.5 1e999 -1e999 9007199254740993 "" [] {} [null] [""] [[]] "\\ud800" "\\u0000"`),
  ...words(`"\\u001b[31mred\\n\\r" "\\u202e" "__proto__" "another" "ConfigMap" "v1" {"toString":1,"length":-1}`),
  ...words(`"2026-13-45T99:99:99Z" "1970-01-01T00:00:00Z" "+275760-09-13T00:00:00Z" {"a":null} [{"uid":7}]`),
  ...words(`[{"manager":"a","fieldsV1":7}] {"cluster":"c2","namespace":"n","virtualCluster":"v"}`),
  ...[nested(150), nested(1000), `"${"9".repeat(100_000)}"`, `[${"1,".repeat(10_000)}1]`, polluting, `[${polluting}]`],
  ...[...markers, '"##vso[task.x]y"', '"x\\n::error::z"'],
];

const keys = words(`__proto__ constructor toString hasOwnProperty length kind items metadata spec status
  deletionTimestamp finalizers uid continue managedFields ownerReferences key disabled code`);

/** Important places of every kind. */
const places = words(`kind apiVersion metadata spec status items status.lastActivity
  metadata.name metadata.namespace metadata.uid metadata.resourceVersion metadata.annotations metadata.labels
  metadata.creationTimestamp metadata.deletionTimestamp metadata.finalizers metadata.managedFields metadata.generation
  metadata.continue spec.key spec.clusterRef spec.displayName spec.disabled spec.ttl`).map((path) => path.split("."));

/** Any change of any place. */
export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.oneof(fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }), fc.constantFrom(...places)),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "list", "object", "add"),
  text: fc.constantFrom(...texts),
  key: fc.constantFrom(...keys),
});

type Json = Record<string, unknown>;

// Stands for a text that JSON.stringify never writes.
const hole = "\u0001hole\u0001";

/** A response with the change in it, as JSON text. */
export function mutated(body: unknown, mutation: Mutation): string {
  const text = JSON.stringify(changedAt(body, mutation.steps, mutation)) ?? "";
  return text.replace(JSON.stringify(hole), () => mutation.text);
}

function changedAt(value: unknown, [step, ...rest]: Mutation["steps"], mutation: Mutation): unknown {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : undefined;
  const key = typeof step === "number" && keys ? keys[step % (keys.length + 1)] : step;
  if (!keys || key === undefined) return changed(value, mutation);
  const inside = changedAt((value as Json)[key], rest, mutation);
  if (!Array.isArray(value)) return { ...(value as Json), [key]: inside };
  return value.map((each, index) => (String(index) === key ? inside : each));
}

function changed(value: unknown, { how, key }: Mutation): unknown {
  if (how === "remove") return undefined;
  if (how === "list") return [value];
  if (how === "object") return { [key]: value };
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return how === "add" && isObject ? { ...value, [key]: hole } : hole;
}
