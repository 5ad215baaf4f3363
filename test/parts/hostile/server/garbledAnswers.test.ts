import { onBothFaces } from "../../../support/faceUnderTest";
import { withMutator } from "./withMutator";

onBothFaces(
  (face) => {
    const at = withMutator(face);

    test("what others wrote is not replaced by what is left of it in an answer of another encoding", async () => {
      const kept = await face.create("SpaceTemplate", { displayName: "a" });
      await face.merge(`spacetemplates/${kept.id}`, { metadata: { annotations: { theirs: "Zürich" } } });
      face.platform.faults.add({ method: "PATCH", action: { status: 415 } });
      at.mutator.change = ({ body }) => Buffer.from(JSON.stringify(body), "latin1");
      const update = at.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "b" });
      await expect(update).rejects.toThrow("answered bytes that are no UTF-8");
      await expect(at.driver.read("SpaceTemplate", kept)).rejects.toThrow("answered bytes that are no UTF-8");
      expect(face.stored("spacetemplates", kept.id).metadata.annotations.theirs).toBe("Zürich");
    });
  },
  [{}],
);
