import { onBothFaces } from "../../../support/faceUnderTest";
import { secretOnWire } from "../../../support/pluginDriver";
import { mutated } from "./mutations/mutated";
import { withMetadata } from "./withMetadata";
import { withMutator } from "./withMutator";

type Json = Record<string, unknown>;

const red = "\u001b[31mred\u0007";
const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

onBothFaces(
  (face) => {
    const at = withMutator(face);

    test.each(["items", "continueToken", "length"])(
      "an object with a member %s is one object all the same, and the state of its create is kept",
      async (member) => {
        const name = `m-${member.toLowerCase()}`;
        const { inputs } = await at.driver.check("SpaceTemplate", { name });
        at.mutator.change = ({ body }) => ({ ...(body as Json), [member]: {} });
        const kept = await at.driver.create("SpaceTemplate", inputs);
        expect(kept.state.uid).toBe(face.stored("spacetemplates", name).metadata.uid);
        expect((await at.driver.read("SpaceTemplate", kept))?.state.uid).toBe(kept.state.uid);
      },
    );

    test.each<[string, Json, string]>([
      ["when it was deleted", { deletionTimestamp: red }, "being deleted since \\u001b[31mred\\u0007"],
      ["whom it waits for", { deletionTimestamp: "t", finalizers: [red] }, "waiting for \\u001b[31mred\\u0007"],
      ["its uid", { uid: red }, "is \\u001b[31mred\\u0007"],
    ])("what state keeps of %s holds nothing that a terminal obeys", async (what, metadata, words) => {
      const kept = await face.create("SpaceTemplate", { name: `red-${what.length}` });
      at.mutator.change = ({ body }) => withMetadata(body, metadata);
      expect((await at.driver.read("SpaceTemplate", kept))?.state.externalChange).toContain(words);
    });

    test.each<[string, (secret: string) => Json]>([
      ["when it was deleted", (secret) => ({ deletionTimestamp: secret })],
      ["whom it waits for", (secret) => ({ deletionTimestamp: "t", finalizers: [`x/${secret}`] })],
    ])("what state keeps in clear of %s holds no secret", async (what, metadata) => {
      const kept = await face.create("OwnedAccessKey", { name: `told-${what.length}`, user: "ci" });
      for (const secret of [face.stored("ownedaccesskeys", kept.id).spec?.key as string, face.platform.accessKey]) {
        at.mutator.change = ({ body }) => withMetadata(body, metadata(secret));
        const { externalChange } = (await at.driver.read("OwnedAccessKey", kept))?.state ?? {};
        expect(externalChange).toContain("[secret]");
        expect(externalChange).not.toContain(secret);
      }
    });

    test("a secret that is a word of ours takes nothing of what state keeps of a disabled key", async () => {
      const inputs = { name: "worded", user: "ci", description: secretOnWire("disabled") };
      const kept = await face.create("OwnedAccessKey", inputs);
      at.mutator.change = ({ body }) => ({
        ...(body as Json),
        spec: { ...(body as { spec: Json }).spec, disabled: true },
      });
      const read = await at.driver.read("OwnedAccessKey", kept);
      expect(read?.state.externalChange).toContain("the key was disabled outside");
    });

    test("an answer that leaves out when a key was created takes nothing of what is known of its end", async () => {
      const kept = await face.create("OwnedAccessKey", { name: "timeless", user: "ci", ttl: 3600 });
      const { creationTimestamp, expiresAt } = kept.state;
      expect(expiresAt).toBeTruthy();
      at.mutator.change = ({ body }) => withMetadata(body, { creationTimestamp: null });
      const read = await at.driver.read("OwnedAccessKey", kept);
      expect(read?.state).toMatchObject({ creationTimestamp, expiresAt });
      const updated = await at.driver.update("OwnedAccessKey", kept, { ...kept.inputs, displayName: "b" });
      expect(updated.state).toMatchObject({ displayName: "b", creationTimestamp, expiresAt });
    });

    test.each<[string, unknown]>([
      ["a mask", "********"],
      ["a number", 12345678],
      ["an object", { a: "b" }],
    ])("%s in the place of a generated key does not take the place of its value", async (what, key) => {
      const kept = await face.create("OwnedAccessKey", { name: `hidden-${what.length}`, user: "ci" });
      at.mutator.change = ({ body }) => ({ ...(body as Json), spec: { ...(body as { spec: Json }).spec, key } });
      const read = await at.driver.read("OwnedAccessKey", kept);
      expect([read?.state.key, read?.state.externalChange]).toEqual([kept.state.key, undefined]);
    });

    test("nor does who disabled a key", async () => {
      const kept = await face.create("OwnedAccessKey", { name: "red-manager", user: "ci" });
      const managedFields = [{ manager: red, fieldsV1: { "f:spec": { "f:disabled": {} } } }];
      at.mutator.change = ({ body }) => ({ ...withMetadata(body, { managedFields }), spec: { disabled: true } });
      const read = await at.driver.read("OwnedAccessKey", kept);
      expect(read?.state.externalChange).toContain('by "\\u001b[31mred\\u0007"');
    });

    test.each([
      ["SpaceTemplate", "spacetemplates", ["spec"]],
      ["SpaceTemplate", "spacetemplates", ["metadata", "annotations"]],
      ["OwnedAccessKey", "ownedaccesskeys", ["spec", "scope"]],
      ["OwnedAccessKey", "ownedaccesskeys", []],
    ] as const)(
      "what pollutes objects in a %s (%s, at %j) reaches neither state nor a patch",
      async (type, plural, steps) => {
        const name = `p-${type.toLowerCase()}-${steps.length}`;
        const declared = { name, displayName: "a", labels: { a: "1" }, annotations: { a: "1" } };
        const kept = await face.create(
          type,
          type === "SpaceTemplate" ? declared : { ...declared, user: "ci", scope: { projects: [] } },
        );
        at.mutator.writes.length = 0;
        for (const [index, key] of ["__proto__", "constructor", "prototype"].entries()) {
          at.mutator.change = ({ body }) =>
            mutated(body, { steps, how: "add", key, text: steps[1] === "annotations" ? '"polluted"' : polluting });
          const read = await at.driver.read(type, kept);
          expect(JSON.stringify(read)).not.toContain("polluted");
          const updated = await at.driver.update(
            type,
            { ...kept, ...read },
            { ...kept.inputs, displayName: `b${index}` },
          );
          expect(JSON.stringify(updated)).not.toContain("polluted");
        }
        expect(face.stored(plural, name).spec.displayName).toBe("b2");
        expect(at.mutator.writes).toHaveLength(3);
        expect(at.mutator.writes.join()).not.toMatch(/polluted|__proto__/);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    );
  },
  [{}],
);
