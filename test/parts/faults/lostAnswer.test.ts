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

const methods = ["PATCH", "PUT"] as const;

interface Row {
  policy: string;
  method: (typeof methods)[number];
  what: string;
  name: string;
}

const rows: Row[] = ["merge", "overwrite", "fail"].flatMap((policy) =>
  methods.flatMap((method) =>
    Object.keys(changes).map((what, index) => ({
      policy,
      method,
      what,
      name: `${policy}-${method}-${index}`.toLowerCase(),
    })),
  ),
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
    test.each(rows)(
      "conflictPolicy $policy: $what is written once when the response to its $method is lost",
      async (row) => {
        const { method, name } = row;
        const { before, after } = changes[row.what] as Change;
        const kept = await adapter.create("SpaceTemplate", inputsOf(row, before));
        const { faults, store } = adapter.platform;
        if (method === "PUT") faults.add({ method: "PATCH", name, times: 1000, action: { status: 415 } });
        faults.add({ method, name, action: "reset-after" });
        const landed: string[] = [];
        const stop = store.onChange(({ entry }) => landed.push(entry.object.metadata.name));
        const updated = await adapter.driver.update("SpaceTemplate", kept, inputsOf(row, after));
        stop();
        expect(landed).toEqual([name]);
        const { generation, resourceVersion } = store.get("spacetemplates", name)?.metadata ?? {};
        expect(updated.state).toMatchObject({ generation, resourceVersion });
        expect((await adapter.driver.read("SpaceTemplate", updated))?.inputs).toEqual(updated.inputs);
      },
    );
  },
  [{ omitEmpty: true }, { omitEmpty: false }],
);
