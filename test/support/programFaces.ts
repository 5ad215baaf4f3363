import type { ProgramKind } from "./project";

/** Both faces, and the language of a test's programs for each. */
export const programFaces: readonly [face: string, kind: ProgramKind][] = [
  ["the plugin", "yaml"],
  ["dynamic resources", "typescript"],
];
