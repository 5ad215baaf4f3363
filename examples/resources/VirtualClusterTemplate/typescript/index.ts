import * as platform from "pulumi-vcluster-platform-plugin";

const small = new platform.VirtualClusterTemplate("small", {
  name: "small",
  displayName: "Small virtual cluster",
  parameters: [{ variable: "replicas", label: "Replicas", type: "number", defaultValue: "1" }],
  template: {
    helmRelease: {
      chart: { version: "0.32.1" },
      values: `controlPlane:
  statefulSet:
    highAvailability:
      replicas: {{ .Values.replicas }}
`,
    },
    // What every virtual cluster that is made from it gets.
    objects: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "tools" } }],
  },
});

export const name = small.name;
