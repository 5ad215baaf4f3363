import { onBothFaces } from "../../support/faceUnderTest";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";

onBothFaces((face) => {
  const inputsOf = (importName: string) => ({
    project: "web",
    sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
  });
  const place = (name: string, namespace: string) => {
    const metadata = { name, namespace, uid: `uid-${name}`, creationTimestamp: "2026-01-01T00:00:00Z", generation: 1 };
    const spec = { clusterRef: { cluster: "c1", namespace: "vc-ns", virtualCluster: "vc1" } };
    const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata, spec };
    face.platform.store.write(plural, object as never);
  };
  /** Kubernetes answers so for a namespace that does not exist, too. */
  const forbidFirst = () =>
    face.platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 1, action: { status: 403 } });

  test("a namespace that is forbidden does not hide a virtual cluster in the next one", async () => {
    place("behind", "loft-p-web");
    forbidFirst();
    const kept = await face.create(type, inputsOf("behind"));
    expect(kept.state).toMatchObject({ uid: "uid-behind", namespace: "loft-p-web" });
  });

  test("where one namespace is forbidden and the others have nothing, nothing counts as gone", async () => {
    place("unseen", "p-web");
    const kept = await face.create(type, inputsOf("unseen"));
    forbidFirst();
    await expect(face.driver.read(type, kept)).rejects.toThrow("403");
    expect(face.sent().slice(-2)).toEqual(["GET 403", "GET 404"]);
  });
});
