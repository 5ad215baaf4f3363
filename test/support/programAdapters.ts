import type { ProgramKind } from "./project";

/** Both adapters, and the language of a test's programs for each. */
export const programAdapters: readonly [adapter: string, kind: ProgramKind][] = [
  ["the plugin", "yaml"],
  ["dynamic resources", "typescript"],
];
