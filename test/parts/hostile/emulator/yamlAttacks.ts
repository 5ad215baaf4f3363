import { post, yamlType } from "../../../emulator/conformance/row";
import { type Attacks, lists, yaml } from "./attack";

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
export const yamlAttacks: Attacks = {
  "a billion laughs": [() => create(yaml(`spec:\n${laughs}`)), 400, aliasing],
  "one long text under 100,000 aliases": [
    () => create(yaml(`spec:\n  a: &a ${"x".repeat(100_000)}\n  b: [${"*a,".repeat(100_000)}]\n`)),
    400,
    aliasing,
  ],
  "one long map merged into another again and again": [
    () => {
      const map = Array.from({ length: 5_000 }, (_, index) => `k${index}: 1`).join(", ");
      return create(yaml(`x: &a {${map}}\nspec:\n${"  <<: *a\n".repeat(5_000)}`));
    },
    400,
    aliasing,
  ],
  "an alias within its own anchor": [
    () => create(yaml("spec: &a\n  b: *a\n")),
    400,
    /yaml: anchor 'a' value contains itself/,
  ],
  "an alias of nothing": [() => create(yaml("spec: *a\n")), 400, /yaml: unknown anchor 'a' referenced/],
  "an object with aliases of an ordinary size": [
    () => create(yaml("spec:\n  access:\n    - &a {users: [x], verbs: [get]}\n    - *a\n")),
    201,
    /"access":\[\{"users":\["x"\],"verbs":\["get"\]\},\{"users":\["x"\],"verbs":\["get"\]\}\]/,
  ],
  "lists within lists": [() => create(yaml(`spec: ${lists(100_000)}\n`)), 400, /depth/i],
  "a depth that is allowed": [() => create(yaml(`spec: {a: ${lists(490)}}\n`)), 201],
  "a depth that only aliases make": [
    () => create(yaml(`spec:\n  a: &a ${lists(300)}\n  b: ${lists(300, "*a")}\n`)),
    400,
    /exceeded max depth/,
  ],
  "items within items": [() => create(yaml(`spec:\n  a:\n    ${"- ".repeat(100_000)}x\n`)), 400],
  "keys within keys": [() => create(`${"? ".repeat(400)}x`), 400],
  "a key given 100,000 times": [() => create(yaml(`spec:\n${"  a: 1\n".repeat(100_000)}`)), 201],
  "500,000 documents": [() => create(`${yaml("")}${"---\n".repeat(500_000)}`), 201],
  "a million comments": [() => create(`${"#\n".repeat(1_000_000)}${yaml("")}`), 201],
  "a text that does not end": [() => create(yaml(`spec:\n  a: "${"x\n   ".repeat(500_000)}`)), 400],
  "an integer of a million digits": [() => create(yaml(`spec:\n  a: ${"9".repeat(1_000_000)}\n`)), 201, /"a":"9+"/],
  "an object of members with names that JavaScript knows": [
    () => create(yaml("spec:\n  __proto__: {a: 1}\n  constructor: c\n")),
    201,
    /"spec":\{"__proto__":\{"a":1\},"constructor":"c"\}/,
  ],
  "a NUL byte": [() => create(yaml("spec:\n  a: \u0000\n")), 400, /yaml: /],
  "a key of nothing with a 64-bit value": [
    () => create(yaml("spec:\n  ~: 9223372036854775807\n")),
    400,
    /unsupported map key/,
  ],
  "a tag that nobody knows": [() => create(yaml("spec: !!js/function 'x'\n")), 400, /yaml: /],
};
