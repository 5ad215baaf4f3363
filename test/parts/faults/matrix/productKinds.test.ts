import { productPlatform } from "../../../support/virtualClusters";
import { describeMatrix } from "./describeMatrix";
import { operationsOn } from "./operations";

// Kinds of vCluster Platform 4: each cell ends as that of a template.
const fieldsOf = (name: string) => ({ name, displayName: "one", labels: { cell: name } });

describe("Team", () => {
  describeMatrix(operationsOn({ type: "Team", plural: "teams", inputs: fieldsOf }), { api: 4 });
});

describe("ProjectSecret", () => {
  const secret = {
    type: "ProjectSecret",
    plural: "projectsecrets",
    namespaceOf: () => "p-web",
    inputs: (name: string) => ({ ...fieldsOf(name), project: "web", data: { token: `token of ${name}` } }),
  };
  describeMatrix(operationsOn(secret), { api: 4 });
});

// Each of its updates reads first, too.
describe("PlatformObject", () => {
  const role = {
    type: "PlatformObject",
    kind: "ClusterRoleTemplate",
    plural: "clusterroletemplates",
    inputs: (name: string) => ({
      ...{ kind: "ClusterRoleTemplate", name, labels: { cell: name } },
      spec: { displayName: "one" },
    }),
  };
  const { create, patch, delete: remove } = operationsOn(role);
  describeMatrix({ create, patch, delete: remove }, { api: 4 });
});

// Its status changes by itself, so each update reads first.
describe("VirtualClusterInstance", () => {
  const instance = {
    type: "VirtualClusterInstance",
    plural: "virtualclusterinstances",
    namespaceOf: () => "p-web",
    inputs: (name: string) => ({ ...fieldsOf(name), project: "web", template: {} }),
    waits: true,
  };
  const { create, patch, delete: remove } = operationsOn(instance);
  describeMatrix({ create, patch, delete: remove }, productPlatform);
});
