import { onServerThatHidesKeys } from "../../../support/faceUnderTest";
import { statusWithKey } from "../../../support/http";
import { initializationOf, type Kept } from "../../../support/pluginDriver";
import { withMetadata } from "./withMetadata";
import { withMutator } from "./withMutator";

onServerThatHidesKeys((face) => {
  const at = withMutator(face);

  /** Changes what succeeds by a method, so many times. */
  const hostileTo = (wanted: string, change: (body: unknown) => unknown, times = 1) => {
    let left = times;
    at.mutator.change = ({ method, status, body }) =>
      method === wanted && status < 300 && left-- > 0 ? change(body) : body;
  };
  const checked = async (name: string) => (await at.driver.check("OwnedAccessKey", { name, user: "ci" })).inputs;
  const keyOf = ({ state }: Kept) => (state.key as { value: string }).value;
  const uidOf = (name: string) => face.platform.store.get("ownedaccesskeys", name)?.metadata.uid;

  test.each<[string, (body: unknown) => unknown]>([
    ["no object", () => []],
    ["other types", (body) => withMetadata(body, { labels: [] })],
    ["another object", (body) => withMetadata(body, { uid: "theirs", annotations: {} })],
    ["a number too large", (body) => JSON.stringify(body).replace('"spec":{', '"spec":{"x":1e999,')],
  ])(
    "a key whose create was answered with %s is made again, or stays unfinished until the next up makes it",
    async (what, change) => {
      const [once, always] = [`once-${what.length}`, `always-${what.length}`];
      const inputs = await checked(once);
      hostileTo("POST", change);
      const kept = await at.driver.create("OwnedAccessKey", inputs);
      expect([kept.state.uid, await statusWithKey(face.platform, keyOf(kept))]).toEqual([uidOf(once), 200]);

      const others = await checked(always);
      hostileTo("POST", change, 1000);
      const create = at.driver.create("OwnedAccessKey", others, { timeout: 2 });
      const failed: Kept = await create.then(() => undefined as never, initializationOf);
      at.mutator.change = ({ body }) => body;
      const next = await at.driver.update("OwnedAccessKey", { ...failed, inputs: others }, others);
      expect([next.state.uid, await statusWithKey(face.platform, keyOf(next))]).toEqual([uidOf(always), 200]);
    },
  );

  test("what a replace answers of another object is not kept", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "replaced", user: "ci" });
    face.platform.faults.add({ method: "PATCH", times: 1, action: { status: 415 } });
    hostileTo("PUT", (body) => withMetadata(body, { uid: "theirs" }));
    const update = at.driver.update("OwnedAccessKey", kept, { ...kept.inputs, displayName: "b" });
    await expect(update).rejects.toThrow(/answered another object \(uid theirs, ours is /);
  });

  test("what a delete answers decides nothing: the object is gone, or the next delete ends it", async () => {
    for (const [index, answer] of [[], 7, "", { metadata: { name: "x" } }, { kind: "Status", code: 404 }].entries()) {
      const name = `deleted-${index}`;
      const kept = await face.create("OwnedAccessKey", { name, user: "ci" });
      hostileTo("DELETE", () => answer);
      await at.driver.delete("OwnedAccessKey", kept).catch(() => at.driver.delete("OwnedAccessKey", kept));
      expect(uidOf(name)).toBeUndefined();
    }
  });

  test("a virtual cluster of another namespace is not taken for the one of the project", async () => {
    const sourceVirtualCluster = { cluster: "c1", namespace: "ns", name: "vc" };
    const kept = await face.create("VirtualClusterImport", { project: "web", sourceVirtualCluster });
    hostileTo("GET", (body) => withMetadata(body, { namespace: "p-other" }), 1000);
    await expect(at.driver.read("VirtualClusterImport", kept)).rejects.toThrow(
      /asked for "namespace p-web", but answered "namespace p-other"/,
    );
  });
});
