import { onBothFaces } from "../../../support/faceUnderTest";
import { withMetadata } from "./withMetadata";
import { withMutator } from "./withMutator";

const withoutUid = /answered an object without a uid, which may be any of its name/;

onBothFaces(
  (face) => {
    const at = withMutator(face);

    /** Reads show no uid from now on. */
    const hideUids = () => {
      at.mutator.change = ({ method, status, body }) =>
        method === "GET" && status === 200 ? withMetadata(body, { uid: undefined }) : body;
    };

    test("an object that shows no uid while it is being deleted has not gone", async () => {
      const kept = await face.create("SpaceTemplate", { name: "held", finalizers: ["x.test/hold"] });
      hideUids();
      await expect(at.driver.delete("SpaceTemplate", kept)).rejects.toThrow(withoutUid);
      expect(face.platform.store.get("spacetemplates", "held")).toBeDefined();
    });

    test("a create whose answer is lost does not end at an object without a uid", async () => {
      const { inputs } = await at.driver.check("SpaceTemplate", { name: "lost" });
      at.mutator.change = ({ method, status, body }) => {
        if (status >= 300) return body;
        return method === "POST" ? "no json" : withMetadata(body, { uid: undefined });
      };
      const create = at.driver.create("SpaceTemplate", inputs);
      await expect(create).rejects.toThrow(/may or may not have been created.* without a uid/);
      expect(face.sent().filter((each) => each.startsWith("POST"))).toHaveLength(1);
    });

    test("a key that shows no uid is neither deleted nor written", async () => {
      const kept = await face.create("OwnedAccessKey", { name: "unknown", user: "ci" });
      hideUids();
      face.platform.requests.length = 0;
      await expect(at.driver.delete("OwnedAccessKey", kept)).rejects.toThrow(withoutUid);
      await expect(at.driver.update("OwnedAccessKey", kept, { ...kept.inputs, description: "b" })).rejects.toThrow(
        withoutUid,
      );
      expect(new Set(face.sent())).toEqual(new Set(["GET 200"]));
    });

    test("a virtual cluster that shows no uid is not taken into the state", async () => {
      const sourceVirtualCluster = { cluster: "c1", namespace: "ns", name: "vc" };
      const kept = await face.create("VirtualClusterImport", { project: "web", sourceVirtualCluster });
      hideUids();
      await expect(at.driver.read("VirtualClusterImport", kept)).rejects.toThrow(withoutUid);
    });
  },
  [{}],
);
