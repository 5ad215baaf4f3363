import { onBothServers } from "../../support/faceUnderTest";
import { invalidAnswer, type WireCause } from "../../support/invalidAnswer";
import type { Wire } from "../../support/pluginDriver";

const invalid = (...causes: WireCause[]) => invalidAnswer("it is invalid", causes);

const secretText = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** The failure of what should fail. */
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: Error) => error.message,
  );

onBothServers((face) => {
  const refusalOf = async (inputs: Wire, ...causes: WireCause[]) => {
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: invalid(...causes) });
    return failureOf(face.create("SpaceTemplate", { name: "refused", ...inputs }));
  };

  describe("a refusal", () => {
    test("of many fields names ten, and how many more there are", async () => {
      const causes = Array.from({ length: 1000 }, (_, index) => ({ field: `spec.f${index}`, message: "no" }));
      const message = await refusalOf({}, ...causes);
      expect(message).toMatch(/field "spec\.f9": no; and 990 more\. /);
      expect(message).not.toContain("spec.f10");
    });

    test("of a field with an endless name is short", async () => {
      expect((await refusalOf({}, { field: "a".repeat(1_000_000), message: "no" })).length).toBeLessThan(2000);
    });

    test.each<[WireCause, string]>([
      [{}, "the platform refuses no reason given."],
      [{ field: "spec.displayName" }, 'property "displayName": no reason given.'],
      [{ field: "spec.displayName", message: " " }, 'property "displayName": no reason given.'],
      [{ field: "spec.displayName", reason: "FieldValueInvalid" }, 'property "displayName": FieldValueInvalid.'],
    ])("says what there is to say: %j", async (cause, words) => {
      expect(await refusalOf({ displayName: "a" }, cause)).toContain(words);
    });

    test("sends nothing to the terminal that it would obey", async () => {
      const hostile = "\u001b]0;x\u0007";
      const message = await refusalOf({}, { field: `spec.${hostile}`, message: hostile });
      expect(message).toContain('field "spec.\\u001b]0;x\\u0007": \\u001b]0;x\\u0007.');
    });

    test.each(["spec.template.objects", "spec.template", "spec.template.objects.data.password"])(
      "of %s, in which there is a secret text, quotes nothing of it",
      async (field) => {
        const template = {
          objects: secretText("apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: hunter22\n"),
        };
        const message = await refusalOf({ template }, { field, message: 'Invalid value: "hunter22": too weak' });
        expect(message).toContain('Invalid value: "[secret]": too weak.');
        expect(message).not.toContain("hunter22");
      },
    );

    test("of an import's secret label quotes nothing of it either", async () => {
      const action = invalid({ field: "metadata.labels.a", message: 'Invalid value: "unter": no' });
      face.platform.faults.add({ method: "POST", kind: "ProjectImportVirtualCluster", times: 1, action });
      const sourceVirtualCluster = { cluster: "c1", namespace: "ns", name: "vc" };
      const inputs = { project: "web", sourceVirtualCluster, labels: { a: secretText("hunter22") } };
      const message = await failureOf(face.create("VirtualClusterImport", inputs));
      expect(message).toContain('property "labels.a": Invalid value: "[secret]": no.');
    });
  });

  describe("a conflict", () => {
    test("about large values shows the beginning of each", async () => {
      const text = (word: string) => `${word} `.repeat(20_000);
      const kept = await face.create("SpaceTemplate", { name: "large", description: text("a") });
      await face.merge("spacetemplates/large", { spec: { description: text("b") } });
      const update = face.driver.update("SpaceTemplate", kept, { name: "large", description: text("c") });
      const message = await failureOf(update);
      expect(message).toMatch(/from "a a .*… \(\d+ more characters\) to "b b .*… \(\d+ more characters\), .* "c c /);
      expect(message.length).toBeLessThan(2000);
    });

    test("about many fields names ten of them", async () => {
      const labels = (value: string) =>
        Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`l${index}`, value]));
      const kept = await face.create("SpaceTemplate", { name: "many", labels: labels("a") });
      await face.merge("spacetemplates/many", { metadata: { labels: labels("b") } });
      const message = await failureOf(face.driver.update("SpaceTemplate", kept, { name: "many", labels: labels("c") }));
      expect(message).toContain("; and 40 more. Run pulumi refresh");
    });

    test("with a write of our own name says whose it may be", async () => {
      const kept = await face.create("SpaceTemplate", { name: "ours", displayName: "a" });
      await face.driver.update("SpaceTemplate", kept, { name: "ours", displayName: "b" });
      const late = face.driver.update("SpaceTemplate", kept, { name: "ours", displayName: "c" });
      await expect(late).rejects.toThrow(
        /displayName was changed by "pulumi-platform" at or before \S+ \(that is this provider: perhaps .* lost, or another program/,
      );
    });

    test("with a write of another name says nothing of us", async () => {
      const kept = await face.create("SpaceTemplate", { name: "theirs", displayName: "a" });
      await face.merge("spacetemplates/theirs", { spec: { displayName: "b" } });
      const message = await failureOf(face.driver.update("SpaceTemplate", kept, { name: "theirs", displayName: "c" }));
      expect(message).toContain('by "kubectl-edit"');
      expect(message).not.toContain("this provider");
    });
  });

  test.each([
    "key rotated-canary-0123456789 is used by another",
    "map[spec:map[displayName:x key:rotated-canary-0123456789 user:ci]] bad",
  ])("a key that somebody rotated since the last read is masked: %s", async (message) => {
    const kept = await face.create("OwnedAccessKey", { name: "rotated", user: "ci" });
    await face.merge("ownedaccesskeys/rotated", { spec: { key: "rotated-canary-0123456789" } });
    face.platform.faults.add({ method: "PATCH", name: "rotated", times: 1, action: invalidAnswer(message, []) });
    const words = await failureOf(face.driver.update("OwnedAccessKey", kept, { ...kept.inputs, displayName: "x" }));
    expect(words).toContain("[secret]");
    expect(words).not.toContain("rotated-canary");
    await face.driver.delete("OwnedAccessKey", kept);
  });
});
