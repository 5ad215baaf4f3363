import { merge, mergeType, patch, post, put, remove } from "../../../emulator/conformance/row";
import { type Attack, lists, maps, victim, wide, withSpec } from "./attack";

const dryRun = "?dryRun=All";
const create = (body: string, query = dryRun) => post(body, query, "application/json");
const large = 3 * 1024 * 1024;

/** Bodies that are too much, too deep, too wide or not what they seem, in JSON. */
export const jsonAttacks: readonly Attack[] = [
  {
    what: "a body of 10 MB",
    request: () => create("x".repeat(10_000_000)),
    status: 413,
    says: /"Request entity too large: limit is 3145728"/,
  },
  {
    what: "a header of 100 KB",
    request: () => ({ method: "GET", path: "/spacetemplates", headers: { "x-padding": "a".repeat(100_000) } }),
    status: 431,
  },
  {
    what: "lists within lists",
    request: () => create(withSpec(lists(100_000))),
    status: 400,
    says: /exceeded max depth/,
  },
  {
    what: "maps within maps",
    request: () => create(withSpec(maps(400_000))),
    status: 400,
    says: /exceeded max depth/,
  },
  { what: "a depth that is allowed", request: () => create(withSpec(maps(495))), status: 201 },
  {
    what: "metadata within metadata",
    request: () => create(withSpec("{}", maps(2_000))),
    status: 400,
    says: /max depth/,
  },
  {
    what: "options of a delete within each other",
    request: () => remove(victim, dryRun, maps(100_000)),
    status: 500,
    says: /exceeded max depth/,
  },
  {
    what: "250,000 members",
    request: () => create(withSpec(wide(250_000, (index) => `"k${index}":1`))),
    status: 500,
    says: /etcdserver: request is too large/,
  },
  {
    what: "a long key above many others",
    request: () => create(withSpec(`{"${"k".repeat(500_000)}":${wide(60_000, (index) => `"k${index}":1`)}}`)),
    status: 500,
    says: /etcdserver: request is too large/,
  },
  {
    what: "a million wrong items",
    request: () => create(withSpec(`{"access":[${"1,".repeat(1_000_000)}1]}`)),
    status: 422,
    says: /spec\.access\[999\]/,
  },
  {
    what: "100,000 labels that are not allowed",
    request: () => create(withSpec("{}", `{"name":"a","labels":${wide(100_000, (index) => `"/${index}":"!"`)}}`)),
    status: 422,
    says: /prefix part must be non-empty/,
  },
  {
    what: "200,000 finalizers, and as many warnings",
    request: () => create(withSpec("{}", `{"name":"a","finalizers":[${'"a",'.repeat(200_000)}"a"]}`)),
    status: 201,
  },
  {
    what: "500,000 owners",
    request: () => create(withSpec("{}", `{"name":"a","ownerReferences":[${"{},".repeat(500_000)}{}]}`)),
    status: 422,
    says: /metadata\.ownerReferences\.uid/,
  },
  {
    what: "200,000 unknown fields",
    request: () => create(`${wide(200_000, (index) => `"k${index}":1`).slice(0, -1)},${withSpec("{}").slice(1)}`),
    status: 201,
  },
  {
    what: "200,000 unknown fields that are asked for",
    request: () =>
      create(
        `${wide(200_000, (index) => `"k${index}":1`).slice(0, -1)},${withSpec("{}").slice(1)}`,
        "?fieldValidation=Strict",
      ),
    status: 400,
    says: /unknown field \\"k99\\"(?!.*unknown field \\"k100\\")/,
  },
  {
    what: "a member given 100,000 times",
    request: () => create(withSpec(`{${'"a":1,'.repeat(100_000)}"a":2}`)),
    status: 201,
  },
  {
    what: "members given twice below a long key",
    request: () =>
      create(withSpec(`{"${"k".repeat(2_000_000)}":{${'"a":1,'.repeat(100_000)}"a":2}}`), "?fieldValidation=Strict"),
    status: 400,
    says: /strict decoding error: duplicate field/,
  },
  {
    what: "a name of 3 MB",
    request: () => create(withSpec("{}", `{"name":"${"a.".repeat(large / 2 - 200)}a"}`)),
    status: 422,
  },
  {
    what: "a number of a million digits",
    request: () => create(withSpec(`{"a":${"9".repeat(1_000_000)}}`)),
    status: 400,
    says: /cannot unmarshal number 9+ into Go value of type float64/,
  },
  { what: "a number that no double holds", request: () => create(withSpec('{"a":1e400}')), status: 400, says: /1e400/ },
  {
    what: "a fraction of a million digits",
    request: () => create(withSpec(`{"a":0.${"9".repeat(1_000_000)}}`)),
    status: 201,
  },
  {
    what: "a NUL byte between members",
    request: () => create('{"apiVersion":\u0000"v1"}'),
    status: 400,
    says: /invalid character '\\\\u0000' looking for beginning of value/,
  },
  {
    what: "a NUL byte in a text",
    request: () => create(withSpec('{"a":"\u0000"}')),
    status: 400,
    says: /in string literal/,
  },
  {
    what: "a byte order mark",
    request: () => create(`\ufeff${withSpec("{}")}`),
    status: 400,
    says: /looking for beginning/,
  },
  {
    what: "half of a surrogate pair, for which the replacement character stands,",
    request: () => create(withSpec('{"displayName":"\\ud800x","description":"\\udc00\\ud83d\\ude00"}')),
    status: 201,
    says: /"description":"\ufffd\u{1f600}","displayName":"\ufffdx"/u,
  },
  {
    what: "an object of members with names that JavaScript knows",
    request: () =>
      create(withSpec('{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1,"hasOwnProperty":1}')),
    status: 201,
    says: /"spec":\{"__proto__":\{"a":1\},"constructor":\{"prototype":1\},"hasOwnProperty":1,"toString":1\}/,
  },
  {
    what: "metadata with names that JavaScript knows",
    request: () => create(withSpec("{}", '{"name":"a","__proto__":{"uid":"x"},"constructor":1}')),
    status: 201,
    says: /^(?!.*"uid":"x")/,
  },
  {
    what: "labels with names that JavaScript knows",
    request: () => create(withSpec("{}", '{"name":"a","labels":{"constructor":"x","toString":"y"}}')),
    status: 201,
    says: /"labels":\{"constructor":"x","toString":"y"\}/,
  },
  {
    what: "the prototype as a label",
    request: () => create(withSpec("{}", '{"name":"a","labels":{"__proto__":"x"}}')),
    status: 422,
    says: /metadata\.labels: Invalid value: \\"__proto__\\"/,
  },
  {
    what: "10,001 operations of a patch",
    request: () => patch(victim, Array(10_001).fill({ op: "test", path: "/kind", value: "SpaceTemplate" })),
    status: 413,
    says: /allowed maximum operations in a JSON patch is 10000/,
  },
  {
    what: "copies that double the object each time",
    request: () => {
      const doubled = Array.from({ length: 60 }, (_, index) => ({
        op: "copy",
        from: "/spec",
        path: `/spec/c${index}`,
      }));
      return patch(victim, [{ op: "add", path: "/spec/a", value: "x".repeat(100) }, ...doubled]);
    },
    status: 422,
    says: /the server rejected our request/,
  },
  {
    what: "10,000 copies of the same large text",
    request: () => {
      const copies = Array.from({ length: 9_999 }, () => ({ op: "copy", from: "/spec/a", path: "/spec/b" }));
      return patch(victim, [{ op: "add", path: "/spec/a", value: "x".repeat(1_000_000) }, ...copies]);
    },
    status: 422,
    says: /the server rejected our request/,
  },
  {
    what: "moves that make the object deeper each time",
    request: () => {
      const deeper = [
        { op: "move", from: "/spec/a", path: "/spec/b" },
        { op: "add", path: "/spec/a", value: {} },
        { op: "move", from: "/spec/b", path: "/spec/a/b" },
      ];
      return patch(victim, [{ op: "add", path: "/spec/a", value: {} }, ...Array(3_000).fill(deeper).flat()]);
    },
    status: 422,
    says: /the server rejected our request/,
  },
  {
    what: "a path of a million steps",
    request: () => patch(victim, [{ op: "add", path: "/a".repeat(1_000_000) }]),
    status: 422,
  },
  ...["/__proto__/x", "/spec/__proto__/x", "/constructor/prototype/x", "/spec/toString/x"].map((path) => ({
    what: `a patch of ${path}`,
    request: () => patch(victim, [{ op: "add", path, value: 1 }], dryRun),
    status: 422,
  })),
  {
    what: "a merge patch of the prototype",
    request: () => merge(victim, '{"__proto__":{"a":1},"spec":{"__proto__":{"b":1}}}'),
    status: 200,
    says: /"spec":\{"__proto__":\{"b":1\}\}/,
  },
  {
    what: "merge patches within each other",
    request: () => patch(victim, maps(100_000), "", mergeType),
    status: 400,
    says: /max depth/,
  },
  { what: "a replace within itself", request: () => put(victim, maps(100_000)), status: 400, says: /max depth/ },
];
