import { writerOf } from "../../../../cli/drift/looking/writerOf";
import type { ApiObject } from "../../../../provider/api/client";

const entry = (manager: string, time: string, fieldsV1: object) => ({ manager, time, fieldsV1, operation: "Update" });

const live = {
  apiVersion: "v1",
  kind: "X",
  metadata: {
    name: "x",
    uid: "u2",
    creationTimestamp: "2026-01-01T00:00:00Z",
    finalizers: ["b"],
    managedFields: [
      entry("gitops", "2026-01-01T00:00:00Z", { "f:spec": { "f:a": {} } }),
      entry("kubectl-edit", "2026-01-02T00:00:00Z", { "f:spec": { "f:b": {}, "f:uid": {} } }),
      entry("pulumi-platform", "2026-01-03T00:00:00Z", {
        "f:metadata": { "f:finalizers": {} },
        "f:spec": { "f:c": {} },
      }),
    ],
  },
  spec: { a: 1, b: 2, uid: "u1", c: ["x"] },
} as unknown as ApiObject;

test.each<[string, string[], unknown, unknown, string | undefined]>([
  ["a field is whose manager owns it", ["spec", "b"], 1, 2, "kubectl-edit"],
  ["a field called uid is a field", ["spec", "uid"], "u0", "u1", "kubectl-edit"],
  ["a uid is of whoever wrote when the object was made", ["metadata", "uid"], "u1", "u2", "gitops"],
  ["a field that is gone is nobody's", ["spec", "gone"], 1, undefined, undefined],
  ["what is left of a list of ours is nobody's doing", ["metadata", "finalizers"], ["a", "b"], ["b"], undefined],
  ["a list that we wrote otherwise is our doing", ["spec", "c"], ["y"], ["x"], "pulumi-platform"],
])("%s", (_, path, before, now, manager) => {
  expect(writerOf(live, [path], { before, now })?.manager).toBe(manager);
});
