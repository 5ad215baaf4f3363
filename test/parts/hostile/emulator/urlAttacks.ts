import { get } from "../../../emulator/conformance/row";
import type { Attack } from "./attack";

const listed = (query: string) => () => get(`/spacetemplates?${query}`);

/** Paths and queries that are too long, too many or not what they seem. */
export const urlAttacks: readonly Attack[] = [
  { what: "a path of 100,000 letters", request: () => get(`/spacetemplates/${"a".repeat(100_000)}`), status: 431 },
  { what: "a path of 30,000 steps", request: () => get(`/spacetemplates/${"a/".repeat(30_000)}`), status: 404 },
  { what: "30,000 parameters", request: listed("a&".repeat(30_000)), status: 200 },
  { what: "a selector of spaces", request: listed(`labelSelector=${"+".repeat(60_000)}`), status: 200 },
  { what: "a selector of 20,000 labels", request: listed(`labelSelector=${"a,".repeat(20_000)}`), status: 200 },
  {
    what: "a selector that does not end",
    request: listed(`labelSelector=a+in+(${"a,".repeat(20_000)}`),
    status: 400,
    says: /found '', expected: ',' or '\)'/,
  },
  { what: "a selector of dots", request: listed(`labelSelector=${"a.".repeat(30_000)}/a`), status: 400 },
  { what: "a field selector of signs", request: listed(`fieldSelector=${"=".repeat(60_000)}`), status: 400 },
  {
    what: "a continue token that is too deep",
    request: listed(`continue=${Buffer.from("[".repeat(40_000)).toString("base64url")}`),
    status: 400,
    says: /invalid continue token/,
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].flatMap((name) => [
    {
      what: `an object of the name ${name}`,
      request: () => get(`/spacetemplates/${name}`),
      status: 404,
      says: /not found/,
    },
    { what: `a resource of the name ${name}`, request: () => get(`/${name}`), status: 404, says: /404 page not found/ },
    { what: `a parameter of the name ${name}`, request: listed(`${name}=1&${name}[x]=1`), status: 200 },
    {
      what: `a field selector of ${name}`,
      request: listed(`fieldSelector=${name}=1`),
      status: 400,
      says: /not supported/,
    },
  ]),
  {
    what: "a label selector of toString",
    request: listed("labelSelector=toString"),
    status: 200,
    says: /"items":\[\]/,
  },
  { what: "a path that is not UTF-8", request: () => get("/spacetemplates/%ff%fe"), status: 404 },
  { what: "a percent sign that stands alone", request: () => get("/spacetemplates/%"), status: 404 },
  {
    what: "a NUL byte in a path",
    request: () => get("/spacetemplates/a%00b"),
    status: 404,
    says: /a\\\\u0000b|a\\u0000b/,
  },
  { what: "a path that climbs", request: () => get("/spacetemplates/..%2f..%2fetc%2fpasswd"), status: 404 },
  { what: "a query that is not UTF-8", request: listed("labelSelector=%ff"), status: 400 },
];
