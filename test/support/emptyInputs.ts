type Inputs = Record<string, unknown>;

const metadata = (name: string): Inputs => ({
  name,
  labels: {},
  annotations: {},
  finalizers: [],
  ownerReferences: [],
});

/** Valid inputs of every resource that say nothing: the empty value of every field that may be empty. */
export function emptyInputs(): Record<string, Inputs[]> {
  const template = { displayName: "", description: "" };
  return {
    SpaceTemplate: [
      {
        ...metadata("empty-template"),
        ...template,
        access: [],
        template: { metadata: { labels: {} }, objects: "" },
        extraSpec: {},
      },
      {
        ...metadata("blank-template"),
        ...template,
        labels: { blank: "" },
        annotations: { blank: "" },
        access: [{ users: [], verbs: [] }, {}],
        template: {},
        extraSpec: { off: false, none: 0, text: "", list: [], map: {}, nested: { off: false, list: [{}] } },
      },
    ],
    OwnedAccessKey: [
      {
        ...metadata("empty-key"),
        displayName: "",
        description: "",
        groups: [],
        disabled: false,
        ttlAfterLastActivity: false,
        scope: { allowCli: false, projects: [], spaces: [], virtualClusters: [] },
        rules: [],
        identity: { username: "", email: "", emailVerified: false, groups: [] },
        oidcProvider: {},
        oidcLogin: {},
        extraSpec: { parentClaims: {} },
      },
    ],
    VirtualClusterImport: [
      {
        ...metadata("empty-request"),
        project: "web",
        sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
      },
    ],
  };
}
