import { post, yamlType } from "../../../emulator/conformance/row";
import { type Attack, lists, yaml } from "./attack";

const create = (body: string) => post(body, "?dryRun=All", yamlType);
const aliasing = /yaml: document contains excessive aliasing/;

// Nine levels of ten aliases each: a thousand million texts out of a few hundred bytes.
const laughs = Array.from({ length: 9 }, (_, level) => {
  const items =
    level === 0
      ? "lol"
      : Array(10)
          .fill(`*a${level - 1}`)
          .join(",");
  return `  a${level}: &a${level} [${items}]\n`;
}).join("");

/** Bodies that are too much, too deep, too wide or not what they seem, in YAML. */
export const yamlAttacks: readonly Attack[] = [
  { what: "a billion laughs", request: () => create(yaml(`spec:\n${laughs}`)), status: 400, says: aliasing },
  {
    what: "one long text under 100,000 aliases",
    request: () => create(yaml(`spec:\n  a: &a ${"x".repeat(100_000)}\n  b: [${"*a,".repeat(100_000)}]\n`)),
    status: 400,
    says: aliasing,
  },
  {
    what: "one long map merged into another again and again",
    request: () => {
      const map = Array.from({ length: 5_000 }, (_, index) => `k${index}: 1`).join(", ");
      return create(yaml(`x: &a {${map}}\nspec:\n${"  <<: *a\n".repeat(5_000)}`));
    },
    status: 400,
    says: aliasing,
  },
  {
    what: "an alias within its own anchor",
    request: () => create(yaml("spec: &a\n  b: *a\n")),
    status: 400,
    says: /yaml: anchor 'a' value contains itself/,
  },
  {
    what: "an alias of nothing",
    request: () => create(yaml("spec: *a\n")),
    status: 400,
    says: /yaml: unknown anchor 'a' referenced/,
  },
  {
    what: "an object with aliases of an ordinary size",
    request: () => create(yaml("spec:\n  access:\n    - &a {users: [x], verbs: [get]}\n    - *a\n")),
    status: 201,
    says: /"access":\[\{"users":\["x"\],"verbs":\["get"\]\},\{"users":\["x"\],"verbs":\["get"\]\}\]/,
  },
  { what: "lists within lists", request: () => create(yaml(`spec: ${lists(100_000)}\n`)), status: 400, says: /depth/i },
  { what: "a depth that is allowed", request: () => create(yaml(`spec: {a: ${lists(490)}}\n`)), status: 201 },
  {
    what: "a depth that only aliases make",
    request: () => create(yaml(`spec:\n  a: &a ${lists(300)}\n  b: ${lists(300, "*a")}\n`)),
    status: 400,
    says: /exceeded max depth/,
  },
  {
    what: "items within items",
    request: () => create(yaml(`spec:\n  a:\n    ${"- ".repeat(100_000)}x\n`)),
    status: 400,
  },
  { what: "keys within keys", request: () => create(`${"? ".repeat(400)}x`), status: 400 },
  {
    what: "a key given 100,000 times",
    request: () => create(yaml(`spec:\n${"  a: 1\n".repeat(100_000)}`)),
    status: 201,
  },
  { what: "500,000 documents", request: () => create(`${yaml("")}${"---\n".repeat(500_000)}`), status: 201 },
  { what: "a million comments", request: () => create(`${"#\n".repeat(1_000_000)}${yaml("")}`), status: 201 },
  {
    what: "a text that does not end",
    request: () => create(yaml(`spec:\n  a: "${"x\n   ".repeat(500_000)}`)),
    status: 400,
  },
  {
    what: "an integer of a million digits",
    request: () => create(yaml(`spec:\n  a: ${"9".repeat(1_000_000)}\n`)),
    status: 201,
    says: /"a":"9+"/,
  },
  {
    what: "an object of members with names that JavaScript knows",
    request: () => create(yaml("spec:\n  __proto__: {a: 1}\n  constructor: c\n")),
    status: 201,
    says: /"spec":\{"__proto__":\{"a":1\},"constructor":"c"\}/,
  },
  { what: "a NUL byte", request: () => create(yaml("spec:\n  a: \u0000\n")), status: 400, says: /yaml: / },
  {
    what: "a key of nothing with a 64-bit value",
    request: () => create(yaml("spec:\n  ~: 9223372036854775807\n")),
    status: 400,
    says: /unsupported map key/,
  },
  {
    what: "a tag that nobody knows",
    request: () => create(yaml("spec: !!js/function 'x'\n")),
    status: 400,
    says: /yaml: /,
  },
];
