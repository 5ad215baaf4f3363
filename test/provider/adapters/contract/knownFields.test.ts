import { inputsKey } from "../../../../provider/adapters/dynamic/dynamicContext";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { refreshed } from "../../../support/contract";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";

const fields = ["user", "displayName"];

/** The resource as a version has it for which the fields have no property. */
function olderVersion({ id, inputs, state }: Kept): Kept {
  const older = (values: Wire): Wire => {
    const entries = Object.entries(values);
    const extraSpec = Object.fromEntries(entries.filter(([name]) => fields.includes(name)));
    return { ...Object.fromEntries(entries.filter(([name]) => !fields.includes(name))), extraSpec };
  };
  // Dynamic resources have a copy of the inputs in the state.
  const copy = inputsKey in state && { [inputsKey]: older(inputs) };
  return { id, inputs: older(inputs), state: { ...older(state), ...copy } };
}

onBothAdapters((adapter) => {
  const older = async (name: string) =>
    olderVersion(await adapter.create(type, { name, ttl: 3600, user: "ci", displayName: "one" }));
  const program = (name: string, fields: Wire) => ({ name, ttl: 3600, extraSpec: fields });
  const writes = () => adapter.sent().filter((each) => !each.startsWith("GET"));

  test("a field that got a property since the last run is no change", async () => {
    const kept = await older("learned");
    const { inputs } = await adapter.driver.check(
      type,
      program("learned", { user: "ci", displayName: "one" }),
      kept.inputs,
    );
    expect(inputs).toMatchObject({ user: "ci", displayName: "one" });
    for (const each of [kept, await refreshed(adapter, type, kept)])
      expect(await adapter.driver.diff(type, each, inputs)).toMatchObject({ changes: false, replaces: false });
  });

  test("a field that got a property since the last run is updated and replaces as the property does", async () => {
    const kept = await older("changed");
    const { uid } = adapter.stored("ownedaccesskeys", "changed").metadata;
    const checked = async (fields: Wire) =>
      (await adapter.driver.check(type, program("changed", fields), kept.inputs)).inputs;
    const renamed = await checked({ user: "ci", displayName: "two" });
    expect(await adapter.driver.diff(type, kept, renamed)).toMatchObject({ changes: true, replaces: false });
    const { state } = await adapter.driver.update(type, kept, renamed);
    expect(state).toMatchObject({ user: "ci", displayName: "two" });
    expect(adapter.stored("ownedaccesskeys", "changed")).toMatchObject({
      metadata: { uid },
      spec: { user: "ci", displayName: "two" },
    });
    expect(writes()).toEqual(["POST 201", "PATCH 200"]);
    const another = await checked({ user: "cd", displayName: "one" });
    expect(await adapter.driver.diff(type, kept, another)).toMatchObject({ changes: true, replaces: true });
  });

  test("a change of another client is found where the state has no property for the field yet", async () => {
    const kept = await older("drifted");
    await adapter.merge("ownedaccesskeys/drifted", { spec: { displayName: "theirs" } });
    const { inputs, state } = await refreshed(adapter, type, kept);
    expect(inputs).toMatchObject({ user: "ci", displayName: "theirs" });
    expect(state).toMatchObject({ user: "ci", displayName: "theirs" });
  });
});
