import { apiVersion, created, get, notFound, ok, postProject, type Request, type Rows, taken } from "./row";

const importOf = (name: string): Request => ({
  method: "POST",
  path: "/projects/my-web/importvirtualcluster",
  body: {
    apiVersion,
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null },
    sourceVirtualCluster: { name: "v", namespace: "vns", cluster: "c1", importName: name },
  },
});

/** The import of a virtual cluster, after the specification: no server was there to record it from. */
export const importing: Rows = {
  "import into a project": [
    postProject("my-web"),
    importOf("my-v"),
    created({ kind: "ProjectImportVirtualCluster", sourceVirtualCluster: { name: "v", importName: "my-v" } }),
  ],
  "GET what the import made": [
    postProject("my-web"),
    importOf("my-v"),
    get("/namespaces/p-my-web/virtualclusterinstances/my-v"),
    ok({ kind: "VirtualClusterInstance", metadata: { name: "my-v", namespace: "p-my-web" } }),
  ],
  "import of a name that is taken": [
    postProject("my-web"),
    importOf("my-v"),
    importOf("my-v"),
    taken,
    'virtualclusterinstances.<g> "my-v" already exists',
  ],
  "import into an unknown project": [importOf("my-v"), notFound, 'projects.<g> "my-web" not found'],
};
