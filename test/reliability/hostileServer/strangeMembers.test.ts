import type { FaceDriver } from "../../support/faceDriver";
import { onBothFaces } from "../../support/onBothFaces";
import { mutated } from "./mutations/mutated";
import { type Mutator, startMutator } from "./startMutator";

type Json = Record<string, unknown>;

const red = "\u001b[31mred\u0007";
const inMetadata = (members: Json) => (body: unknown) => {
  const object = body as { metadata: Json };
  return { ...object, metadata: { ...object.metadata, ...members } };
};
const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

onBothFaces(
  (face) => {
    let mutator: Mutator;
    let driver: FaceDriver;

    beforeAll(async () => {
      mutator = await startMutator(face.platform.baseUrl);
      driver = await face.configured({ baseUrl: mutator.baseUrl });
    });
    afterAll(async () => {
      await driver?.close();
      mutator?.close();
    });
    afterEach(() => {
      mutator.change = ({ body }) => body;
    });

    test.each(["items", "continueToken", "length"])(
      "an object with a member %s is one object all the same, and the state of its create is kept",
      async (member) => {
        const name = `m-${member.toLowerCase()}`;
        const { inputs } = await driver.check("SpaceTemplate", { name });
        mutator.change = ({ body }) => ({ ...(body as Json), [member]: {} });
        const kept = await driver.create("SpaceTemplate", inputs);
        expect(kept.state.uid).toBe(face.stored("spacetemplates", name).metadata.uid);
        expect((await driver.read("SpaceTemplate", kept))?.state.uid).toBe(kept.state.uid);
      },
    );

    test.each<[string, Json, string]>([
      ["when it was deleted", { deletionTimestamp: red }, "being deleted since \\u001b[31mred\\u0007"],
      ["whom it waits for", { deletionTimestamp: "t", finalizers: [red] }, "waiting for \\u001b[31mred\\u0007"],
      ["its uid", { uid: red }, "is \\u001b[31mred\\u0007"],
    ])("what state keeps of %s holds nothing that a terminal obeys", async (what, metadata, words) => {
      const kept = await face.create("SpaceTemplate", { name: `red-${what.length}` });
      mutator.change = ({ body }) => inMetadata(metadata)(body);
      expect((await driver.read("SpaceTemplate", kept))?.state.externalChange).toContain(words);
    });

    test("nor does who disabled a key", async () => {
      const kept = await face.create("OwnedAccessKey", { name: "red-manager", user: "ci" });
      const managedFields = [{ manager: red, fieldsV1: { "f:spec": { "f:disabled": {} } } }];
      mutator.change = ({ body }) => ({ ...(inMetadata({ managedFields })(body) as Json), spec: { disabled: true } });
      const read = await driver.read("OwnedAccessKey", kept);
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
        mutator.writes.length = 0;
        for (const [index, key] of ["__proto__", "constructor", "prototype"].entries()) {
          mutator.change = ({ body }) =>
            mutated(body, { steps, how: "add", key, text: steps[1] === "annotations" ? '"polluted"' : polluting });
          const read = await driver.read(type, kept);
          expect(JSON.stringify(read)).not.toContain("polluted");
          const updated = await driver.update(type, { ...kept, ...read }, { ...kept.inputs, displayName: `b${index}` });
          expect(JSON.stringify(updated)).not.toContain("polluted");
        }
        expect(face.stored(plural, name).spec.displayName).toBe("b2");
        expect(mutator.writes).toHaveLength(3);
        expect(mutator.writes.join()).not.toMatch(/polluted|__proto__/);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    );
  },
  [{}],
);
