import { onServers } from "../../support/adapterUnderTest";
import { startDriver, type Wire } from "../../support/pluginDriver";

interface Change {
  before: Wire;
  after: Wire;
}

/** Changes of a program. */
const changes: Record<string, Change> = {
  "a changed field": { before: { displayName: "a" }, after: { displayName: "b" } },
  "a removed field": { before: { displayName: "a", description: "d" }, after: { displayName: "a" } },
  "a removed label": { before: { labels: { a: "1", b: "2" } }, after: { labels: { b: "2" } } },
  "another finalizer": { before: { finalizers: ["x.test/a"] }, after: { finalizers: ["x.test/a", "x.test/b"] } },
  "another owner": { before: {}, after: { ownerReferences: ["the project"] } },
};

interface Row {
  policy: string;
  what: string;
  name: string;
}

const rows: Row[] = ["merge", "overwrite", "fail"].flatMap((policy) =>
  Object.keys(changes).map((what, index) => ({ policy, what, name: `${policy}-${index}` })),
);

onServers(
  startDriver,
  (adapter) => {
    /** The inputs of a row; an owner is the platform's project. */
    const inputsOf = ({ policy, name }: Row, inputs: Wire): Wire => {
      const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(adapter.platform.store.get("projects", "web")));
      const project = { apiVersion, kind, name: "web", uid: metadata.uid };
      const owners = inputs.ownerReferences !== undefined && { ownerReferences: [project] };
      return { name, conflictPolicy: policy, ...inputs, ...owners };
    };
    test.each(rows)("conflictPolicy $policy: $what is written once when the response is lost", async (row) => {
      const { name } = row;
      const { before, after } = changes[row.what] as Change;
      const kept = await adapter.create("SpaceTemplate", inputsOf(row, before));
      const { faults, store } = adapter.platform;
      faults.add({ method: "PATCH", name, action: "reset-after" });
      const landed: string[] = [];
      const stop = store.onChange(({ entry }) => landed.push(entry.object.metadata.name));
      const updated = await adapter.driver.update("SpaceTemplate", kept, inputsOf(row, after));
      stop();
      expect(landed).toEqual([name]);
      const { generation, resourceVersion } = store.get("spacetemplates", name)?.metadata ?? {};
      expect(updated.state).toMatchObject({ generation, resourceVersion });
      expect((await adapter.driver.read("SpaceTemplate", updated))?.inputs).toEqual(updated.inputs);
    });
  },
  [{ omitEmpty: true }, { omitEmpty: false }],
);
