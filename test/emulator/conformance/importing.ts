import { created, notFound, ok, type Rows, taken } from "./expectations";
import { apiVersion, get, postProject, type Request } from "./row";

const project = postProject("my-web");
const source = { name: "v", namespace: "vns", cluster: "c1", importName: "my-v" };
const metadata = { creationTimestamp: null };
const body = { apiVersion, kind: "ProjectImportVirtualCluster", metadata, sourceVirtualCluster: source };
const request: Request = { method: "POST", path: "/projects/my-web/importvirtualcluster", body };

/** The import of a virtual cluster, as in the specification: it was recorded from no server. */
export const importing: Rows = {
  "import into a project": [project, request, created({ kind: body.kind, sourceVirtualCluster: source }, { only: 3 })],
  "GET the imported instance": [
    project,
    request,
    get("/namespaces/p-my-web/virtualclusterinstances/my-v"),
    ok({ kind: "VirtualClusterInstance", metadata: { name: "my-v", namespace: "p-my-web" } }, { only: 3 }),
  ],
  "import of a name that is taken": [project, request, request, { ...taken, only: 3 }],
  "import into an unknown project": [request, { ...notFound, only: 3 }],
};
