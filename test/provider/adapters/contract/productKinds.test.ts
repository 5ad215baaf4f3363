import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, refreshed } from "../../../support/contract";
import type { Wire } from "../../../support/pluginDriver";

/** A type with its plural, its inputs, a change of them, and the spec that the change sends. */
const kinds: [type: string, plural: string, inputs: Wire, change: Wire, spec: object][] = [
  [
    ...(["Project", "projects"] as const),
    { name: "payments", displayName: "Payments", allowedNodeTypes: [], quotas: { project: { users: "3" } } },
    { quotas: { project: { users: "4" } }, members: [{ kind: "User", name: "mia", clusterRole: "viewer" }] },
    { quotas: { project: { users: "4" } }, members: [{ kind: "User", name: "mia", clusterRole: "viewer" }] },
  ],
  [
    ...(["Team", "teams"] as const),
    { name: "devs", users: ["mia"], access: [{ name: "mine", verbs: ["get"], users: ["mia"] }] },
    { users: ["mia", "tom"], access: [{ name: "mine", verbs: ["get", "use"], users: ["mia"] }] },
    { users: ["mia", "tom"] },
  ],
  [
    ...(["User", "users"] as const),
    { name: "mia", username: "mia", email: "mia@example.test", disabled: false },
    { disabled: true },
    { disabled: true },
  ],
];

onBothAdapters(
  (adapter) => {
    test.each(kinds)(
      "a %s is created, read without a change, updated and deleted",
      async (type, plural, inputs, change, spec) => {
        const { driver, platform } = adapter;
        const created = await adapter.create(type, inputs);
        expect(created.id).toBe(inputs.name);
        const read = await refreshed(adapter, type, created);
        const same = await driver.check(type, inputs, read.inputs);
        await expectDiff(driver, type, read, same.inputs, []);
        const checked = await driver.check(type, { ...inputs, ...change }, read.inputs);
        const updated = await driver.update(type, read, checked.inputs);
        const stored = () => platform.store.get(plural, String(inputs.name));
        expect(stored()).toMatchObject({ spec });
        await driver.delete(type, { ...read, ...updated });
        expect(stored()).toBeUndefined();
      },
    );
  },
  [{ api: 4 }],
);
