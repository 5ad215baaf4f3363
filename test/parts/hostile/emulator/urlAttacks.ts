import { get } from "../../../emulator/conformance/row";
import type { Attacks } from "./attack";

const listed = (query: string) => () => get(`/spacetemplates?${query}`);

/** Paths and queries that are too long, too many or not what they seem. */
export const urlAttacks: Attacks = {
  "a path of 100,000 letters": [() => get(`/spacetemplates/${"a".repeat(100_000)}`), 431],
  "a path of 30,000 steps": [() => get(`/spacetemplates/${"a/".repeat(30_000)}`), 404],
  "30,000 parameters": [listed("a&".repeat(30_000)), 200],
  "a selector of spaces": [listed(`labelSelector=${"+".repeat(60_000)}`), 200],
  "a selector of 20,000 labels": [listed(`labelSelector=${"a,".repeat(20_000)}`), 200],
  "a selector that does not end": [
    listed(`labelSelector=a+in+(${"a,".repeat(20_000)}`),
    400,
    /found '', expected: ',' or '\)'/,
  ],
  "a selector of dots": [listed(`labelSelector=${"a.".repeat(30_000)}/a`), 400],
  "a field selector of signs": [listed(`fieldSelector=${"=".repeat(60_000)}`), 400],
  "a continue token that is too deep": [
    listed(`continue=${Buffer.from("[".repeat(40_000)).toString("base64url")}`),
    400,
    /invalid continue token/,
  ],
  ...Object.assign(
    {},
    ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
      (name): Attacks => ({
        [`an object of the name ${name}`]: [() => get(`/spacetemplates/${name}`), 404, /not found/],
        [`a resource of the name ${name}`]: [() => get(`/${name}`), 404, /404 page not found/],
        [`a parameter of the name ${name}`]: [listed(`${name}=1&${name}[x]=1`), 200],
        [`a field selector of ${name}`]: [listed(`fieldSelector=${name}=1`), 400, /not supported/],
      }),
    ),
  ),
  "a label selector of toString": [listed("labelSelector=toString"), 200, /"items":\[\]/],
  "a path that is not UTF-8": [() => get("/spacetemplates/%ff%fe"), 404],
  "a percent sign that stands alone": [() => get("/spacetemplates/%"), 404],
  "a NUL byte in a path": [() => get("/spacetemplates/a%00b"), 404, /a\\\\u0000b|a\\u0000b/],
  "a path that climbs": [() => get("/spacetemplates/..%2f..%2fetc%2fpasswd"), 404],
  "a query that is not UTF-8": [listed("labelSelector=%ff"), 400],
};
