import type { Wire } from "../../../support/pluginDriver";

/** One kind of object as the load uses it. */
export interface Life {
  type: string;
  /** Where its object lies on the server. */
  path: (name: string) => string;
  before: (name: string) => Wire;
  after: (name: string) => Wire;
  lookUp: [functionName: string, args: (name: string) => Wire][];
}

const access = [{ users: ["*"], verbs: ["get"] }];
const scope = { allowCli: true, projects: [{ project: "default" }] };
const source = (name: string) => ({ cluster: "c1", namespace: "vc", name: "vc", importName: name });

/** All three kinds. */
export const lives: readonly Life[] = [
  {
    type: "SpaceTemplate",
    path: (name) => `spacetemplates/${name}`,
    before: (name) => ({ name, displayName: "before", access, labels: { soak: "before" } }),
    after: (name) => ({ name, displayName: "after", access, labels: { soak: "after" } }),
    lookUp: [
      ["getSpaceTemplate", (name) => ({ name })],
      ["listSpaceTemplates", () => ({})],
    ],
  },
  {
    type: "OwnedAccessKey",
    path: (name) => `ownedaccesskeys/${name}`,
    before: (name) => ({ name, displayName: "before", user: "ci", ttl: 3600, scope }),
    after: (name) => ({ name, displayName: "after", user: "ci", ttl: 7200, scope }),
    lookUp: [
      ["getOwnedAccessKey", (name) => ({ name })],
      ["listOwnedAccessKeys", () => ({})],
    ],
  },
  {
    type: "VirtualClusterImport",
    path: (name) => `namespaces/p-default/virtualclusterinstances/${name}`,
    before: (name) => ({ name, project: "default", sourceVirtualCluster: source(name), deletionPolicy: "retain" }),
    after: (name) => ({ name, project: "default", sourceVirtualCluster: source(name), deletionPolicy: "delete" }),
    lookUp: [["getVirtualCluster", (name) => ({ project: "default", name })]],
  },
];
