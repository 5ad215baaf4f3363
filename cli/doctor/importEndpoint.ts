/** What a platform that imports virtual clusters offers in each project. */
export const importEndpoint = "projects/importvirtualcluster";
