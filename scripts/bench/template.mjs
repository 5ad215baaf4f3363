// The objects that are stored for a bench: space templates of an ordinary size.

const objects = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota
spec:
  hard:
    pods: "20"
`;

/**
 * The name of an object of the bench.
 * @param {number} index
 */
export const nameOf = (index) => `bench-${String(index).padStart(6, "0")}`;

/**
 * The body that creates an object.
 * @param {string} name
 */
export const template = (name) => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name, labels: { "bench.test/part": "objects" } },
  spec: {
    displayName: name,
    description: "An ordinary template",
    access: [{ users: ["*"], verbs: ["get"] }],
    template: { metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } }, objects },
  },
});
