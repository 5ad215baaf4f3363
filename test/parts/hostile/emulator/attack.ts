import type { Request } from "../../../emulator/conformance/row";

/** Requests that are made to hurt the server, the status of the answer, and a part of its text. Bodies are large and made late. */
export type Attacks = Record<string, [request: () => Request, status: number, says?: RegExp]>;

/** The name that every attack uses; an object of this name has no labels and an empty spec. */
export const victim = "victim";

/** A template in JSON, with whatever text as its spec. */
export const withSpec = (spec: string, metadata = `{"name":"${victim}-new"}`) =>
  `{"apiVersion":"management.loft.sh/v1","kind":"SpaceTemplate","metadata":${metadata},"spec":${spec}}`;

/** A template in YAML, with whatever text after its head. */
export const yaml = (rest: string) =>
  `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata:\n  name: ${victim}-new\n${rest}`;

/** Lists within lists. */
export const lists = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);

/** Maps within maps. */
export const maps = (depth: number, inner = "1") => '{"a":'.repeat(depth) + inner + "}".repeat(depth);

/** A map of many members. */
export const wide = (count: number, member: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => member(index)).join(",")}}`;
