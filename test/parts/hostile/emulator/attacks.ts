import { get, merge, patch, post, type Request, remove, yamlType } from "../../../emulator/conformance/row";

/** A request, its response status, and a part of its text. Bodies are large, so built lazily. */
export type Attack = [what: string, request: () => Request, status: number, says?: RegExp];

/** The name of a template with an empty spec. */
export const victim = "victim";

const dryRun = "?dryRun=All";
const head = '"apiVersion":"management.loft.sh/v1","kind":"SpaceTemplate"';
const json = (spec: string, metadata = '{"name":"a"}', query = dryRun) =>
  post(`{${head},"metadata":${metadata},"spec":${spec}}`, query, "application/json");
const yaml = (rest: string) =>
  post(`apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata: {name: a}\n${rest}`, dryRun, yamlType);
const lists = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);
const maps = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const wide = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
const listed = (query: string) => () => get(`/spacetemplates?${query}`);

const jsonAttacks: readonly Attack[] = [
  ["a body of 10 MB", () => post("x".repeat(10_000_000)), 413, /"Request entity too large: limit is 3145728"/],
  ["a header of 100 KB", () => get("/spacetemplates", { "x-padding": "a".repeat(100_000) }), 431],
  ["lists within lists", () => json(lists(100_000)), 400, /exceeded max depth/],
  ["a depth that is allowed", () => json(maps(495)), 201],
  ["deep options of a delete", () => remove(victim, dryRun, maps(100_000)), 500, /exceeded max depth/],
  ["250,000 members", () => json(`{${wide(250_000)}}`), 500, /etcdserver: request is too large/],
  ["members below a long key", () => json(`{"${"k".repeat(5e5)}":{${wide(6e4)}}}`), 500, /request is too large/],
  ["a million wrong items", () => json(`{"access":[${"1,".repeat(1_000_000)}1]}`), 422, /spec\.access\[999\]/],
  [
    "500,000 owners",
    () => json("{}", `{"name":"a","ownerReferences":[${"{},".repeat(500_000)}{}]}`),
    422,
    /metadata\.ownerReferences\.uid/,
  ],
  [
    "200,000 unknown fields",
    () => post(`{${wide(200_000)},${head},"metadata":{"name":"a"}}`, "?fieldValidation=Strict"),
    400,
    /unknown field \\"k99\\"(?!.*unknown field \\"k100\\")/,
  ],
  [
    "duplicate fields below a long key",
    () => json(`{"${"k".repeat(2e6)}":{${'"a":1,'.repeat(1e5)}"a":2}}`, undefined, "?fieldValidation=Strict"),
    400,
    /strict decoding error: duplicate field/,
  ],
  ["a number of a million digits", () => json(`{"a":${"9".repeat(1_000_000)}}`), 400, /number 9+ is out of range/],
  ["NUL in a text", () => json('{"a":"\u0000"}'), 400, /Invalid character/],
  ["half of a surrogate pair", () => json('{"displayName":"\\ud800x"}'), 201, /"displayName":"\ufffdx"/u],
  ["__proto__ in metadata", () => json("{}", '{"name":"a","__proto__":{"uid":"x"}}'), 201, /^(?!.*"uid":"x")/],
  ["__proto__ as a label", () => json("{}", '{"name":"a","labels":{"__proto__":"x"}}'), 422, /labels: Invalid value/],
];

const victimPatch = (...operations: object[]) => patch(victim, operations, dryRun);
const copy = { op: "copy", from: "/spec/a", path: "/spec/b" };
const deeper = [
  { op: "move", from: "/spec/a", path: "/spec/b" },
  { op: "add", path: "/spec/a", value: {} },
  { op: "move", from: "/spec/b", path: "/spec/a/b" },
];

const patchAttacks: readonly Attack[] = [
  [
    "10,000 copies of a large text",
    () => victimPatch({ op: "add", path: "/spec/a", value: "x".repeat(1e6) }, ...Array(9_999).fill(copy)),
    422,
  ],
  [
    "moves that make the object deeper",
    () => victimPatch({ op: "add", path: "/spec/a", value: {} }, ...Array(3_000).fill(deeper).flat()),
    422,
  ],
  ["a patch of /__proto__", () => victimPatch({ op: "add", path: "/__proto__/x", value: 1 }), 422],
  ["a patch of an inherited member", () => victimPatch({ op: "add", path: "/spec/toString/x", value: 1 }), 422],
  [
    "a merge of __proto__",
    () => merge(victim, '{"spec":{"__proto__":{"b":1}}}'),
    200,
    /"spec":\{"__proto__":\{"b":1\}\}/,
  ],
];

const aliasing = /yaml: document contains excessive aliasing/;
// Nine levels of ten aliases each stand for a thousand million texts.
const laughs = Array.from({ length: 9 }, (_, level) => {
  const items = level === 0 ? ["lol"] : Array(10).fill(`*a${level - 1}`);
  return `  a${level}: &a${level} [${items.join(",")}]\n`;
}).join("");

const yamlAttacks: readonly Attack[] = [
  ["a billion laughs", () => yaml(`spec:\n${laughs}`), 400, aliasing],
  ["an alias of its own anchor", () => yaml("spec: &a\n  b: *a\n"), 400, /yaml: /],
  ["an unknown alias", () => yaml("spec: *a\n"), 400, /yaml: /],
  ["an ordinary alias", () => yaml("spec:\n  a: &a {b: [c]}\n  d: *a\n"), 201, /"d":\{"b":\["c"\]\}/],
  ["lists within lists", () => yaml(`spec: ${lists(100_000)}\n`), 400, /depth/i],
  ["a depth that is allowed", () => yaml(`spec: {a: ${lists(490)}}\n`), 201],
  ["a depth through aliases", () => yaml(`spec:\n  a: &a ${lists(300)}\n  b: ${lists(300, "*a")}\n`), 400, /max depth/],
  ["items within items", () => yaml(`spec:\n  a:\n    ${"- ".repeat(100_000)}x\n`), 400],
  ["keys within keys", () => post(`${"? ".repeat(400)}x`, dryRun, yamlType), 400],
  ["500,000 documents", () => yaml("---\n".repeat(500_000)), 201],
  ["a text that does not end", () => yaml(`spec:\n  a: "${"x\n   ".repeat(500_000)}`), 400],
  ["an integer of a million digits", () => yaml(`spec:\n  a: ${"9".repeat(1_000_000)}\n`), 201, /"a":"9+"/],
  ["__proto__", () => yaml("spec:\n  __proto__: {a: 1}\n"), 201, /"spec":\{"__proto__":\{"a":1\}\}/],
  ["a null key with a 64-bit value", () => yaml("spec:\n  ~: 9223372036854775807\n"), 400, /unsupported map key/],
];

const urlAttacks: readonly Attack[] = [
  ["a path of 100,000 letters", () => get(`/spacetemplates/${"a".repeat(100_000)}`), 431],
  ["a long open selector", listed(`labelSelector=a+in+(${"a,".repeat(20_000)}`), 400, /unable to parse requirement/],
  ["a deep continue token", listed(`continue=${Buffer.from("[".repeat(4e4)).toString("base64url")}`), 400, /token/],
  ["an object __proto__", () => get("/spacetemplates/__proto__"), 404, /not found/],
  ["a parameter __proto__", listed("__proto__=1&__proto__[x]=1"), 200],
  ["a field selector toString", listed("fieldSelector=toString=1"), 400, /not supported/],
  ["a label selector toString", listed("labelSelector=toString"), 200, /"items":\[\]/],
  ["NUL in a path", () => get("/spacetemplates/a%00b"), 404, /a\\u0000b/],
];

/** Requests that could exhaust, crash or deceive the platform. */
export const attacks = { JSON: jsonAttacks, patches: patchAttacks, YAML: yamlAttacks, URLs: urlAttacks };
