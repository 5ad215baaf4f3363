import type { DriftRow, Leaf } from "./driftRow";
import { ownedAccessKeyDrift } from "./ownedAccessKeyDrift";
import { spaceTemplateDrift } from "./spaceTemplateDrift";
import { virtualClusterImportDrift } from "./virtualClusterImportDrift";

const rowsOf = (type: string, prefix: string, leaves: readonly Leaf[]): DriftRow[] =>
  leaves.map((leaf, index) => ({ ...leaf, type, id: `${prefix}-${String(index).padStart(2, "0")}` }));

/** Every input leaf of every resource: how it changes on the server, or why no change of it can be seen. */
export const driftTable: readonly DriftRow[] = [
  ...rowsOf("SpaceTemplate", "template", spaceTemplateDrift),
  ...rowsOf("OwnedAccessKey", "key", ownedAccessKeyDrift),
  ...rowsOf("VirtualClusterImport", "import", virtualClusterImportDrift),
];
