import { SpaceTemplate } from "pulumi-vcluster-platform";

const web = new SpaceTemplate("web", {
  displayName: "Web team",
  description: "Spaces of the web team",
  // Who may use the template.
  access: [{ users: ["alice", "bob"], verbs: ["get"] }],
  // What every space that is made from it gets.
  template: {
    metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
    objects: `apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota
spec:
  hard:
    pods: "20"
`,
  },
});

export const name = web.name;
