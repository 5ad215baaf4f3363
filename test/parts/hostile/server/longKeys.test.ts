import { closeAll, serve } from "../../../provider/api/scriptedServer";
import { onBothFaces } from "../../../support/faceUnderTest";
import { secretOnWire, startDriver } from "../../../support/pluginDriver";

afterAll(closeAll);

test.each([
  ["letters", "abcdefghij".repeat(3e6)],
  ["what every spelling writes otherwise", 'a"<\\'.repeat(3e6)],
])("a key of many megabytes of %s is refused in no time", async (_, key) => {
  const metadata = { name: "m", uid: "u", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  const object = { apiVersion: "management.loft.sh/v1", kind: "OwnedAccessKey", metadata, spec: { user: "ci", key } };
  const headers = { warning: '299 - "beware of abcdefghijabcdefghij"' };
  const server = await serve([{ status: 200, headers, body: JSON.stringify(object) }]);
  const env = { NODE_OPTIONS: "--max-old-space-size=512" };
  const driver = await startDriver({ baseUrl: server.url, accessKey: "access-key-of-a-test" }, { env });
  try {
    const inputs = { name: "m", user: "ci" };
    const state = { ...inputs, uid: "u", key: "former-key-1", creationTimestamp: metadata.creationTimestamp };
    const before = performance.now();
    await expect(driver.read("OwnedAccessKey", { id: "m", inputs, state }, 30)).rejects.toThrow(
      "an object whose secrets have more than 2000000 characters",
    );
    expect(performance.now() - before).toBeLessThan(5000);
  } finally {
    await driver.close();
  }
});

onBothFaces(
  (face) => {
    test("a secret of as many characters as a check takes can be created, read, updated and deleted", async () => {
      const objects = `# ${"x".repeat(799_000)}`;
      const template = { objects: secretOnWire(objects) };
      const kept = await face.create("SpaceTemplate", { name: "long", template });
      const read = await face.driver.read("SpaceTemplate", kept);
      expect(read?.id).toBe("long");
      await face.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "changed" });
      expect(face.stored("spacetemplates", "long").spec?.displayName).toBe("changed");
      await face.driver.delete("SpaceTemplate", kept);
      expect(face.platform.store.get("spacetemplates", "long")).toBeUndefined();
    });
  },
  [{ omitEmpty: false }],
);
