import { onBothFaces } from "../../../support/faceUnderTest";
import { initializationOf, type Kept, type Wire } from "../../../support/pluginDriver";
import type { Passing } from "./startMutator";
import { withMutator } from "./withMutator";

type Json = Record<string, unknown>;
type Metadata = { annotations?: Json; labels?: Json; name?: string };

/** A platform that takes away from objects what it does not know. */
const without =
  (...parts: ("annotations" | "labels")[]) =>
  ({ status, body }: Passing): unknown => {
    const object = body as { metadata: Metadata };
    if (status >= 300) return body;
    const left = Object.entries(object.metadata).filter(([key]) => !parts.some((part) => part === key));
    return { ...object, metadata: Object.fromEntries(left) };
  };

const type = "OwnedAccessKey";

/** What an unfinished create leaves in the state, on either face. */
function keptOf(error: Parameters<typeof initializationOf>[0] & { id?: string; properties?: Wire }): Kept {
  const { id, properties } = error;
  return id !== undefined && properties ? { id, inputs: {}, state: properties } : initializationOf(error);
}

onBothFaces(
  (face) => {
    const at = withMutator(face);

    const checked = async (name: string) => (await at.driver.check(type, { name, user: "ci" })).inputs;
    const posts = () => face.sent().filter((each) => each === "POST 201");
    const failureOf = (work: Promise<unknown>) =>
      work.then(
        () => "nothing failed",
        (error: Error) => error.message,
      );

    test("a create is kept, with its key, where the platform takes its annotation away", async () => {
      const inputs = await checked("stripped");
      at.mutator.change = without("annotations");
      const { state } = await at.driver.create(type, inputs);
      expect(state.uid).toBe(face.stored("ownedaccesskeys", "stripped").metadata.uid);
      expect(JSON.stringify(state.key)).toContain(String(face.stored("ownedaccesskeys", "stripped").spec.key));
      expect(posts()).toHaveLength(1);
    });

    test("a create is kept, with its key, where the platform takes its annotation away and cannot be asked for the object", async () => {
      const inputs = await checked("unseen");
      at.mutator.change = (passing) => (passing.method === "GET" ? "no json" : without("annotations")(passing));
      const failed = await at.driver.create(type, inputs).then(() => undefined as never, keptOf);
      at.mutator.change = without("annotations");
      const { state } = await at.driver.update(type, { ...failed, inputs }, inputs);
      const { metadata, spec } = face.stored("ownedaccesskeys", "unseen");
      expect([state.uid, JSON.stringify(state.key)]).toEqual([metadata.uid, expect.stringContaining(String(spec.key))]);
      expect(posts()).toHaveLength(1);
    });

    test("nobody's object is kept, and how to keep or delete it is told", async () => {
      const inputs = await checked("nobodys");
      at.mutator.change = without("annotations", "labels");
      expect(await failureOf(at.driver.create(type, inputs))).toMatch(/an object of this name exists already.*import/);
      expect(posts()).toHaveLength(1);
    });

    test("an answer without the annotation about another object than the one that is there is not kept", async () => {
      const inputs = await checked("mixed");
      at.mutator.change = (passing) => {
        const object = without("annotations")(passing) as { metadata: Metadata };
        return passing.method === "POST"
          ? { ...object, metadata: { ...object.metadata, uid: "theirs" } }
          : passing.body;
      };
      const { state } = await at.driver.create(type, inputs);
      expect(state.uid).toBe(face.stored("ownedaccesskeys", "mixed").metadata.uid);
    });
  },
  [{ hideKeys: false }],
);
