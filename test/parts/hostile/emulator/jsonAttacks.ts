import { merge, mergeType, patch, post, put, remove } from "../../../emulator/conformance/row";
import { type Attacks, lists, maps, victim, wide, withSpec } from "./attack";

const dryRun = "?dryRun=All";
const create = (body: string, query = dryRun) => post(body, query, "application/json");
const large = 3 * 1024 * 1024;

/** Bodies that are too much, too deep, too wide or not what they seem, in JSON. */
export const jsonAttacks: Attacks = {
  "a body of 10 MB": [() => create("x".repeat(10_000_000)), 413, /"Request entity too large: limit is 3145728"/],
  "a header of 100 KB": [
    () => ({ method: "GET", path: "/spacetemplates", headers: { "x-padding": "a".repeat(100_000) } }),
    431,
  ],
  "lists within lists": [() => create(withSpec(lists(100_000))), 400, /exceeded max depth/],
  "maps within maps": [() => create(withSpec(maps(400_000))), 400, /exceeded max depth/],
  "a depth that is allowed": [() => create(withSpec(maps(495))), 201],
  "metadata within metadata": [() => create(withSpec("{}", maps(2_000))), 400, /max depth/],
  "options of a delete within each other": [() => remove(victim, dryRun, maps(100_000)), 500, /exceeded max depth/],
  "250,000 members": [
    () => create(withSpec(wide(250_000, (index) => `"k${index}":1`))),
    500,
    /etcdserver: request is too large/,
  ],
  "a long key above many others": [
    () => create(withSpec(`{"${"k".repeat(500_000)}":${wide(60_000, (index) => `"k${index}":1`)}}`)),
    500,
    /etcdserver: request is too large/,
  ],
  "a million wrong items": [
    () => create(withSpec(`{"access":[${"1,".repeat(1_000_000)}1]}`)),
    422,
    /spec\.access\[999\]/,
  ],
  "100,000 labels that are not allowed": [
    () => create(withSpec("{}", `{"name":"a","labels":${wide(100_000, (index) => `"/${index}":"!"`)}}`)),
    422,
    /prefix part must be non-empty/,
  ],
  "200,000 finalizers, and as many warnings": [
    () => create(withSpec("{}", `{"name":"a","finalizers":[${'"a",'.repeat(200_000)}"a"]}`)),
    201,
  ],
  "500,000 owners": [
    () => create(withSpec("{}", `{"name":"a","ownerReferences":[${"{},".repeat(500_000)}{}]}`)),
    422,
    /metadata\.ownerReferences\.uid/,
  ],
  "200,000 unknown fields": [
    () => create(`${wide(200_000, (index) => `"k${index}":1`).slice(0, -1)},${withSpec("{}").slice(1)}`),
    201,
  ],
  "200,000 unknown fields that are asked for": [
    () =>
      create(
        `${wide(200_000, (index) => `"k${index}":1`).slice(0, -1)},${withSpec("{}").slice(1)}`,
        "?fieldValidation=Strict",
      ),
    400,
    /unknown field \\"k99\\"(?!.*unknown field \\"k100\\")/,
  ],
  "a member given 100,000 times": [() => create(withSpec(`{${'"a":1,'.repeat(100_000)}"a":2}`)), 201],
  "members given twice below a long key": [
    () =>
      create(withSpec(`{"${"k".repeat(2_000_000)}":{${'"a":1,'.repeat(100_000)}"a":2}}`), "?fieldValidation=Strict"),
    400,
    /strict decoding error: duplicate field/,
  ],
  "a name of 3 MB": [() => create(withSpec("{}", `{"name":"${"a.".repeat(large / 2 - 200)}a"}`)), 422],
  "a number of a million digits": [
    () => create(withSpec(`{"a":${"9".repeat(1_000_000)}}`)),
    400,
    /cannot unmarshal number 9+ into Go value of type float64/,
  ],
  "a number that no double holds": [() => create(withSpec('{"a":1e400}')), 400, /1e400/],
  "a fraction of a million digits": [() => create(withSpec(`{"a":0.${"9".repeat(1_000_000)}}`)), 201],
  "a NUL byte between members": [
    () => create('{"apiVersion":\u0000"v1"}'),
    400,
    /invalid character '\\\\u0000' looking for beginning of value/,
  ],
  "a NUL byte in a text": [() => create(withSpec('{"a":"\u0000"}')), 400, /in string literal/],
  "a byte order mark": [() => create(`\ufeff${withSpec("{}")}`), 400, /looking for beginning/],
  "half of a surrogate pair, for which the replacement character stands,": [
    () => create(withSpec('{"displayName":"\\ud800x","description":"\\udc00\\ud83d\\ude00"}')),
    201,
    /"description":"\ufffd\u{1f600}","displayName":"\ufffdx"/u,
  ],
  "an object of members with names that JavaScript knows": [
    () => create(withSpec('{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1,"hasOwnProperty":1}')),
    201,
    /"spec":\{"__proto__":\{"a":1\},"constructor":\{"prototype":1\},"hasOwnProperty":1,"toString":1\}/,
  ],
  "metadata with names that JavaScript knows": [
    () => create(withSpec("{}", '{"name":"a","__proto__":{"uid":"x"},"constructor":1}')),
    201,
    /^(?!.*"uid":"x")/,
  ],
  "labels with names that JavaScript knows": [
    () => create(withSpec("{}", '{"name":"a","labels":{"constructor":"x","toString":"y"}}')),
    201,
    /"labels":\{"constructor":"x","toString":"y"\}/,
  ],
  "the prototype as a label": [
    () => create(withSpec("{}", '{"name":"a","labels":{"__proto__":"x"}}')),
    422,
    /metadata\.labels: Invalid value: \\"__proto__\\"/,
  ],
  "10,001 operations of a patch": [
    () => patch(victim, Array(10_001).fill({ op: "test", path: "/kind", value: "SpaceTemplate" })),
    413,
    /allowed maximum operations in a JSON patch is 10000/,
  ],
  "copies that double the object each time": [
    () => {
      const doubled = Array.from({ length: 60 }, (_, index) => ({
        op: "copy",
        from: "/spec",
        path: `/spec/c${index}`,
      }));
      return patch(victim, [{ op: "add", path: "/spec/a", value: "x".repeat(100) }, ...doubled]);
    },
    422,
    /the server rejected our request/,
  ],
  "10,000 copies of the same large text": [
    () => {
      const copies = Array.from({ length: 9_999 }, () => ({ op: "copy", from: "/spec/a", path: "/spec/b" }));
      return patch(victim, [{ op: "add", path: "/spec/a", value: "x".repeat(1_000_000) }, ...copies]);
    },
    422,
    /the server rejected our request/,
  ],
  "moves that make the object deeper each time": [
    () => {
      const deeper = [
        { op: "move", from: "/spec/a", path: "/spec/b" },
        { op: "add", path: "/spec/a", value: {} },
        { op: "move", from: "/spec/b", path: "/spec/a/b" },
      ];
      return patch(victim, [{ op: "add", path: "/spec/a", value: {} }, ...Array(3_000).fill(deeper).flat()]);
    },
    422,
    /the server rejected our request/,
  ],
  "a path of a million steps": [() => patch(victim, [{ op: "add", path: "/a".repeat(1_000_000) }]), 422],
  ...Object.assign(
    {},
    ...["/__proto__/x", "/spec/__proto__/x", "/constructor/prototype/x", "/spec/toString/x"].map(
      (path): Attacks => ({
        [`a patch of ${path}`]: [() => patch(victim, [{ op: "add", path, value: 1 }], dryRun), 422],
      }),
    ),
  ),
  "a merge patch of the prototype": [
    () => merge(victim, '{"__proto__":{"a":1},"spec":{"__proto__":{"b":1}}}'),
    200,
    /"spec":\{"__proto__":\{"b":1\}\}/,
  ],
  "merge patches within each other": [() => patch(victim, maps(100_000), "", mergeType), 400, /max depth/],
  "a replace within itself": [() => put(victim, maps(100_000)), 400, /max depth/],
};
