import { onServers } from "../../support/faceUnderTest";
import { secretOnWire, startDriver } from "../../support/pluginDriver";

onServers(
  startDriver,
  (face) => {
    test("what a dynamic resource left in its state hides no words but those that are secret beside it", async () => {
      const kept = await face.create("SpaceTemplate", { name: "moved-name", description: secretOnWire("hidden-text") });
      const left = { __inputs: secretOnWire({ name: "moved-name", description: "hidden-text" }), __provider: "text" };
      await face.merge("spacetemplates/moved-name", { spec: { description: "hidden-text-of-theirs" } });
      const inputs = { name: "moved-name", description: secretOnWire("another-text") };
      const update = face.driver.update("SpaceTemplate", { ...kept, state: { ...kept.state, ...left } }, inputs);
      const { message } = await update.then(
        () => new Error("It was updated."),
        (error: Error) => error,
      );
      expect(message).toContain('Cannot update SpaceTemplate "moved-name"');
      expect(message).not.toMatch(/hidden-text|another-text/);
    });
  },
  [{}],
);
