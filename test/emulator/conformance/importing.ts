import { apiVersion, get, postProject, type Request, type Section } from "./row";

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
export const importing: Section = {
  title: "Import of a virtual cluster",
  rows: [
    {
      fact: "import into a project",
      given: [postProject("my-web")],
      request: importOf("my-v"),
      status: 201,
      match: { kind: "ProjectImportVirtualCluster", sourceVirtualCluster: { name: "v", importName: "my-v" } },
    },
    {
      fact: "GET what the import made",
      given: [postProject("my-web"), importOf("my-v")],
      request: get("/namespaces/p-my-web/virtualclusterinstances/my-v"),
      status: 200,
      match: { kind: "VirtualClusterInstance", metadata: { name: "my-v", namespace: "p-my-web" } },
    },
    {
      fact: "import of a name that is taken",
      given: [postProject("my-web"), importOf("my-v")],
      request: importOf("my-v"),
      status: 409,
      reason: "AlreadyExists",
    },
    {
      fact: "import into an unknown project",
      request: importOf("my-v"),
      status: 404,
      reason: "NotFound",
      message: 'projects.<g> "my-web" not found',
    },
  ],
};
