import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces } from "../../support/faceUnderTest";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";
const inputsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
  deletionPolicy: "delete",
});

/** What an import leaves under this name; without a cluster it is not placed yet. */
function place(
  face: FaceUnderTest,
  name: string,
  cluster: string | undefined,
  { namespace = "p-web", uid = `theirs-${name}` } = {},
) {
  const metadata = { name, namespace, uid, creationTimestamp: "2026-01-01T00:00:00Z", generation: 1 };
  const spec = cluster === undefined ? {} : { clusterRef: { cluster, namespace: "vc-ns", virtualCluster: "vc1" } };
  const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata, spec };
  face.platform.store.write(plural, object as never);
}

onBothFaces((face) => {
  test("a virtual cluster that somebody imported from another source under our name is not taken into the state", async () => {
    const kept = await face.create(type, inputsOf("foreign"));
    place(face, "foreign", "prod");
    expect(await face.driver.read(type, kept)).toBeUndefined();
  });

  test("one that somebody imported again from our source is drift that can be seen", async () => {
    const kept = await face.create(type, inputsOf("again"));
    place(face, "again", "c1");
    expect((await face.driver.read(type, kept))?.state.externalChange).toMatch(/uid was .*, is theirs-again$/);
  });

  test("our own virtual cluster with another source is drift of the source", async () => {
    const kept = await face.create(type, inputsOf("moved"));
    place(face, "moved", "c2", { uid: String(kept.state.uid) });
    expect((await face.driver.read(type, kept))?.inputs.sourceVirtualCluster).toMatchObject({ cluster: "c2" });
  });

  /** The platform accepts the next request, and `meanwhile` is what is there when the provider looks for its outcome. */
  const accepting = async (importName: string, meanwhile: () => void) => {
    const [kind, times] = ["ProjectImportVirtualCluster", 1];
    face.platform.faults.add({ method: "POST", kind, times, action: { status: 201, body: {} } });
    let isSettled = false;
    const created = face.create(type, inputsOf(importName)).finally(() => {
      isSettled = true;
    });
    created.catch(() => {});
    while (!face.sent().includes("POST 201") && !isSettled) await new Promise((resolve) => setImmediate(resolve));
    meanwhile();
    return created;
  };

  test("one that somebody imports from another source while our request is accepted is not ours", async () => {
    const created = accepting("raced", () => place(face, "raced", "prod"));
    await expect(created).rejects.toThrow('a virtual cluster "raced" already, from cluster "prod"');
  });

  test("one that does not show its source yet is in the state, without the uid that would let a delete remove it", async () => {
    const created = await accepting("unplaced", () => place(face, "unplaced", undefined));
    expect(created.state).toMatchObject({ virtualCluster: "unplaced", namespace: "p-web" });
    expect(created.state.uid).toBeUndefined();
    expect((await face.driver.read(type, created))?.state.uid).toBeUndefined();
    await expect(face.driver.delete(type, created)).rejects.toThrow("the platform has not shown yet where it runs");
    place(face, "unplaced", "c1");
    expect((await face.driver.read(type, created))?.state.uid).toBe("theirs-unplaced");
    await face.driver.delete(type, created);
    expect(face.platform.store.get(plural, "unplaced", "p-web")).toBeUndefined();
  });

  test("one that turns out to be placed from another source is left alone by a refresh and by a delete", async () => {
    const created = await accepting("late", () => place(face, "late", undefined));
    place(face, "late", "prod");
    expect(await face.driver.read(type, created)).toBeUndefined();
    await face.driver.delete(type, created);
    expect(face.platform.store.get(plural, "late", "p-web")).toBeDefined();
  });

  test("one that came in the place of ours and does not show its source yet gives the state no uid", async () => {
    const kept = await face.create(type, inputsOf("succeeded"));
    place(face, "succeeded", undefined);
    const read = await face.driver.read(type, kept);
    expect(read?.state).toMatchObject({
      uid: kept.state.uid,
      externalChange: expect.stringMatching(/is theirs-succeeded$/),
    });
  });

  test("an accepted import that nobody can look for any more is unfinished", async () => {
    const action = { status: 404, body: "404 page not found\n" };
    const hide = () => face.platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 2, action });
    await expect(accepting("hidden", () => void hide())).rejects.toThrow("are not shown any more");
  });

  test("our virtual cluster in a namespace of the older form is not hidden by a namesake in the newer one", async () => {
    const made = await face.create(type, inputsOf("older"));
    const kept = { ...made, state: { ...made.state, namespace: "loft-p-web" } };
    place(face, "older", "c1", { namespace: "loft-p-web", uid: String(made.state.uid) });
    place(face, "older", "c1");
    const read = await face.driver.read(type, kept);
    expect(read?.state).toMatchObject({ uid: made.state.uid, namespace: "loft-p-web" });
    await face.driver.delete(type, kept);
    expect(face.platform.store.get(plural, "older", "loft-p-web")).toBeUndefined();
    expect(face.platform.store.get(plural, "older", "p-web")).toBeDefined();
  });
});
