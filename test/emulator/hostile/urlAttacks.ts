import { get } from "../conformance/row";
import type { Attack } from "./attack";

const listed = (query: string) => () => get(`/spacetemplates?${query}`);

/** Paths and queries that are too long, too many or not what they seem. */
export const urlAttacks: readonly Attack[] = [
  { rule: "a path of 100,000 letters", request: () => get(`/spacetemplates/${"a".repeat(100_000)}`), status: 431 },
  { rule: "a path of 30,000 steps", request: () => get(`/spacetemplates/${"a/".repeat(30_000)}`), status: 404 },
  { rule: "30,000 parameters", request: listed("a&".repeat(30_000)), status: 200 },
  { rule: "a selector of spaces", request: listed(`labelSelector=${"+".repeat(60_000)}`), status: 200 },
  { rule: "a selector of 20,000 labels", request: listed(`labelSelector=${"a,".repeat(20_000)}`), status: 200 },
  {
    rule: "a selector that does not end",
    request: listed(`labelSelector=a+in+(${"a,".repeat(20_000)}`),
    status: 400,
    says: /found '', expected: ',' or '\)'/,
  },
  { rule: "a selector of dots", request: listed(`labelSelector=${"a.".repeat(30_000)}/a`), status: 400 },
  { rule: "a field selector of signs", request: listed(`fieldSelector=${"=".repeat(60_000)}`), status: 400 },
  {
    rule: "a continue token that is too deep",
    request: listed(`continue=${Buffer.from("[".repeat(40_000)).toString("base64url")}`),
    status: 400,
    says: /invalid continue token/,
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].flatMap((name) => [
    {
      rule: `an object of the name ${name}`,
      request: () => get(`/spacetemplates/${name}`),
      status: 404,
      says: /not found/,
    },
    { rule: `a resource of the name ${name}`, request: () => get(`/${name}`), status: 404, says: /404 page not found/ },
    { rule: `a parameter of the name ${name}`, request: listed(`${name}=1&${name}[x]=1`), status: 200 },
    {
      rule: `a field selector of ${name}`,
      request: listed(`fieldSelector=${name}=1`),
      status: 400,
      says: /not supported/,
    },
  ]),
  {
    rule: "a label selector of toString",
    request: listed("labelSelector=toString"),
    status: 200,
    says: /"items":\[\]/,
  },
  { rule: "a path that is not UTF-8", request: () => get("/spacetemplates/%ff%fe"), status: 404 },
  { rule: "a percent sign that stands alone", request: () => get("/spacetemplates/%"), status: 404 },
  {
    rule: "a NUL byte in a path",
    request: () => get("/spacetemplates/a%00b"),
    status: 404,
    says: /a\\\\u0000b|a\\u0000b/,
  },
  { rule: "a path that climbs", request: () => get("/spacetemplates/..%2f..%2fetc%2fpasswd"), status: 404 },
  { rule: "a query that is not UTF-8", request: listed("labelSelector=%ff"), status: 400 },
];
