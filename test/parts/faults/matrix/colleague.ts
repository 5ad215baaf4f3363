import { createAsColleague, editAsColleague } from "../../../support/http";
import type { World } from "./world";

/** What somebody else does to the object of a cell. */
export const colleague = {
  deletesTemplate: async ({ platform }: World, name: string) => platform.store.remove("spacetemplates", name),

  makesTemplate: ({ platform }: World, name: string) =>
    createAsColleague(platform, "spacetemplates", {
      kind: "SpaceTemplate",
      metadata: { name },
      spec: { displayName: "theirs" },
    }),

  makesKey: ({ platform }: World, name: string) =>
    createAsColleague(platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata: { name },
      spec: { displayName: "theirs", user: "them" },
    }),

  importsAnother: ({ platform }: World, importName: string) =>
    createAsColleague(platform, "projects/web/importvirtualcluster", {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "c2", namespace: "theirs", name: "theirs", importName },
    }),

  /** Changes a field that the program does not have. */
  edits: ({ platform }: World, name: string) =>
    editAsColleague(platform, `spacetemplates/${name}`, { metadata: { annotations: { note: "theirs" } } }),
};
