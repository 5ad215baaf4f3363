// The files that docs/architecture.md names for an operation.

/** An operation with the files below `provider/` that it executes, in the order of the page. */
export interface DocumentedPath {
  readonly title: string;
  readonly files: readonly string[];
}

/** The tables of the section "Three paths". */
export function documentedPaths(page: string): DocumentedPath[] {
  const [, section = ""] = page.split("\n## Three paths\n");
  const [own = ""] = section.split("\n## ");
  const parts = own.split("\n### ").slice(1);
  return parts.map((part) => ({ title: part.slice(0, part.indexOf("\n")), files: filesIn(part) }));
}

/**
 * The files in the rows of a table. One without a folder is in the folder of the file before it.
 */
function filesIn(table: string): string[] {
  const rows = table.match(/^\|.*$/gm) ?? [];
  let folder = "";
  return [...rows.join("\n").matchAll(/`([\w/]+\/)?(\w+\.ts)`/g)].map(([, named = folder, file = ""]) => {
    folder = named;
    return folder + file;
  });
}
