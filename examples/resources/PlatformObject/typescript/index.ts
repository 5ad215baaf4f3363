import * as platform from "pulumi-vcluster-platform-plugin";

const viewer = new platform.PlatformObject("viewer", {
  kind: "ClusterRoleTemplate",
  name: "web-viewer",
  labels: { "loft.sh/project-role": "true" },
  spec: {
    displayName: "Viewer of web projects",
    management: true,
    clusterRoleTemplate: {
      rules: [{ apiGroups: ["management.loft.sh"], resources: ["projects"], verbs: ["get", "list"] }],
    },
  },
});

export const plural = viewer.plural;
