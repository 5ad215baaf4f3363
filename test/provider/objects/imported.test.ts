import type { ApiClient } from "../../../provider/api/client.js";
import { imported } from "../../../provider/objects/imported.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { contextOf } from "./contextOf.js";

const kind = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };

/** What an import takes of an object with this spec and these metadata, and what it warns of. */
function importOf(spec: object, metadata: object = {}) {
  const { context, warnings } = contextOf({} as ApiClient);
  const live = { kind: kind.kind, metadata: { name: "dev", uid: "u1", ...metadata }, spec: { ...spec } };
  return { ...imported(kind, context, live), warnings };
}

test("an import warns of the fields that stand in lists and have no property, each by its path", () => {
  const access = [
    { users: ["a"], newField: 1 },
    { newField: 2, other: { x: 1 } },
  ];
  const { inputs, warnings } = importOf({ access, newField: 3 });
  expect(inputs).toEqual({ name: "dev", access: [{ users: ["a"] }, {}] });
  expect(warnings).toEqual([
    'SpaceTemplate "dev" has fields in lists that this provider does not know: access[0].newField, access[1].newField, access[1].other. ' +
      "A change of such a list by the program removes them.",
  ]);
});

test.each<[string, object]>([
  ["outside of lists, which no write touches", { newField: 1, template: { newField: 2 } }],
  ["in none but known fields", { displayName: "d", access: [{ users: ["a"] }] }],
])("an import has nothing to warn of where unknown fields stand %s", (_, spec) => {
  expect(importOf(spec).warnings).toEqual([]);
});

test("an import takes what says something, and neither what belongs to others nor what holds objects for kubectl", () => {
  const { inputs } = importOf(
    { displayName: "d", description: "", access: [], template: { objects: "" } },
    {
      labels: { team: "web", "pulumi-platform/owner": "o" },
      annotations: { note: "n", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
      finalizers: ["a.test/b"],
      ownerReferences: [{ uid: "o1", kind: "K", name: "n", apiVersion: "v1" }],
    },
  );
  expect(inputs).toEqual({ name: "dev", displayName: "d", labels: { team: "web" }, annotations: { note: "n" } });
});
