import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces } from "../../support/onBothFaces";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";
const inputsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
  deletionPolicy: "delete",
});

/** What somebody else's import leaves under this name. */
function place(
  face: FaceUnderTest,
  name: string,
  cluster: string,
  { namespace = "p-web", uid = `theirs-${name}` } = {},
) {
  const metadata = { name, namespace, uid, creationTimestamp: "2026-01-01T00:00:00Z", generation: 1 };
  const spec = { clusterRef: { cluster, namespace: "vc-ns", virtualCluster: "vc1" } };
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
});
