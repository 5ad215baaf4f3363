import { retryPolicy } from "../../../provider/api/retry";
import { onServers } from "../../support/faceUnderTest";
import { writesOf } from "../../support/http";
import { type Kept, startDriver, type Wire } from "../../support/pluginDriver";

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

/** The retries of a write take some seconds. */
const limitMs = 60_000;

onServers(
  startDriver,
  (face) => {
    /** The inputs of a row; an owner is the platform's project. */
    const inputsOf = ({ policy }: Row, name: string, inputs: Wire): Wire => {
      const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(face.platform.store.get("projects", "web")));
      const project = { apiVersion, kind, name: "web", uid: metadata.uid };
      const owners = inputs.ownerReferences !== undefined && { ownerReferences: [project] };
      return { name, conflictPolicy: policy, ...inputs, ...owners };
    };
    /** Creates the object of a row and loses the next responses to its writes. */
    const begin = async (row: Row, prefix: string, times: number) => {
      const { before, after } = changes[row.what] as Change;
      const name = `${prefix}-${row.name}`;
      const kept = await face.create("SpaceTemplate", inputsOf(row, name, before));
      const { faults, store } = face.platform;
      if (row.method === "PUT") faults.add({ method: "PATCH", name, times: 1000, action: { status: 415 } });
      faults.add({ method: row.method, name, times, action: "reset-after" });
      const landed: string[] = [];
      const stop = store.onChange(({ entry }) => landed.push(entry.object.metadata.name));
      const update = (from: Kept) => face.driver.update("SpaceTemplate", from, inputsOf(row, name, after));
      return { kept, name, landed, stop, update };
    };

    test.each(rows)(
      "conflictPolicy $policy: $what is written once when the response to its $method is lost",
      async (row) => {
        const { kept, name, landed, stop, update } = await begin(row, "once", 1);
        const updated = await update(kept);
        stop();
        expect(landed).toEqual([name]);
        const { generation, resourceVersion } = face.platform.store.get("spacetemplates", name)?.metadata ?? {};
        expect(updated.state).toMatchObject({ generation, resourceVersion });
        expect((await face.driver.read("SpaceTemplate", updated))?.inputs).toEqual(updated.inputs);
      },
    );

    const strictest = rows.filter(({ policy, what }) => policy === "fail" && what === "a changed field");
    test.each(strictest)(
      "conflictPolicy $policy: $what fails when every response to its $method is lost, and the next update writes nothing",
      async (row) => {
        const { kept, name, landed, stop, update } = await begin(row, "never", retryPolicy.attempts);
        await expect(update(kept)).rejects.toThrow();
        expect(landed).toEqual([name]);
        face.platform.faults.clear();
        face.platform.requests.length = 0;
        // The engine kept the old state, so the next up asks for the same change.
        const updated = await update(kept);
        stop();
        expect(writesOf(face.platform)).toEqual([]);
        expect(landed).toEqual([name]);
        expect(updated.state).toMatchObject({ uid: kept.state.uid, displayName: "b" });
      },
      limitMs,
    );
  },
  [{ omitEmpty: true }, { omitEmpty: false }],
);
