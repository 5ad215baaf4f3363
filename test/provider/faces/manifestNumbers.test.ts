import { onBothFaces } from "../../support/faceUnderTest";

const text = (id: string, more = "") => `apiVersion: v1\nkind: Thing\nspec:\n  id: ${id}\n${more}`;

onBothFaces(
  (face) => {
    test.each([
      ["a number of more digits than a double has", "9007199254740993", "9007199254740992"],
      ["a text that Go reads as a number without its quotes", '"0X1F"', "0X1F"],
    ])("%s is another one when it changes, for the program, a refresh and an update", async (_, ours, theirs) => {
      const name = `number-${ours.length}`;
      const kept = await face.create("SpaceTemplate", { name, template: { objects: text(ours) } });
      const changed = { ...kept.inputs, template: { objects: text(theirs) } };
      expect((await face.driver.diff("SpaceTemplate", kept, changed)).changes).toBe(true);

      await face.merge(`spacetemplates/${name}`, { spec: { template: { objects: text(theirs) } } });
      const read = await face.driver.read("SpaceTemplate", kept);
      expect(read?.inputs.template).toEqual({ objects: text(theirs) });

      const more = { ...kept.inputs, template: { objects: text(ours, "---\napiVersion: v1\nkind: More\n") } };
      await expect(face.driver.update("SpaceTemplate", kept, more)).rejects.toThrow("template.objects was changed");
      expect(face.stored("spacetemplates", name).spec.template).toMatchObject({ objects: text(theirs) });
    });
  },
  [{}],
);
