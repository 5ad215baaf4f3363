import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothFaces, onBothServers } from "../../support/faceUnderTest";

const failuresOf = async ({ driver }: FaceUnderTest, inputs: object) =>
  (await driver.check("SpaceTemplate", { name: "refused", ...inputs })).failures.join("\n");

onBothFaces((face) => {
  test.each([
    ["labels", "pulumi-platform/owner"],
    ["annotations", "pulumi-platform/create-nonce"],
  ])("among %s a program cannot set %s, by which an object is found again", async (field, key) => {
    const failures = await failuresOf(face, { [field]: { [key]: "team-web" } });
    expect(failures).toContain(`${field}["${key}"]`);
    expect(failures).toContain("must not begin with pulumi-platform/");
  });
});

// Pulumi's host of dynamic resources makes an object of its own of an asset.
onBothServers((face) => {
  test("an asset is no value of a field", async () => {
    const file = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "hello", hash: "x" };
    const failures = await failuresOf(face, { extraSpec: { file } });
    expect(failures).toContain("extraSpec.file");
    expect(failures).toContain("is an asset, an archive or a resource");
  });
});
