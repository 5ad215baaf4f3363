import { onBothFaces } from "../../../support/faceUnderTest";
import type { Kept } from "../../../support/pluginDriver";
import type { Mutator } from "./startMutator";
import { withMetadata } from "./withMetadata";
import { withMutator } from "./withMutator";

const type = "SpaceTemplate";

type Json = Record<string, unknown>;

/** What comes of an operation: `ok`, or what the words of its failure must be. */
type Outcome = "ok" | RegExp;

/** An answer with something else in it than was asked for, and what comes of each operation that gets it. */
interface Row {
  readonly change: (body: unknown) => unknown;
  readonly read: Outcome;
  readonly create: Outcome;
  readonly update: Outcome;
}

const top = (members: Json) => (body: unknown) => ({ ...(body as Json), ...members });
const metadata = (members: Json) => (body: unknown) => withMetadata(body, members);
const all = (outcome: Outcome) => ({ read: outcome, create: outcome, update: outcome });

/**
 * Written before the first run. A create ends well where a look at the platform shows what became of it; what a delete answers decides
 * nothing, only that a look finds no such object any more, so that deletes have no column.
 */
const rows: Readonly<Record<string, Row>> = {
  "an object of another kind": {
    change: top({ kind: "ConfigMap" }),
    ...all(/asked for "spacetemplates", but answered "kind ConfigMap"/),
    create: "ok",
  },
  "an object of another API": {
    change: top({ apiVersion: "v1" }),
    ...all(/asked for "management.loft.sh\/v1", but answered "apiVersion v1"/),
    create: "ok",
  },
  "an object of another name": {
    change: metadata({ name: "other" }),
    ...all(/asked for ".*", but answered "other"/),
    create: "ok",
  },
  "an object without a name": {
    change: metadata({ name: undefined }),
    ...all(/asked for ".*", but answered nothing/),
    create: "ok",
  },
  "another object of this name": {
    change: metadata({ uid: "another", annotations: {} }),
    read: "ok",
    create: "ok",
    update: /answered another object \(uid another, ours is .*\)|deleted and created again by somebody else/,
  },
  "a version that goes back": { change: metadata({ resourceVersion: "1" }), ...all("ok") },
  "a version without end": {
    change: metadata({ resourceVersion: "9".repeat(1_000_000) }),
    ...all(/an object whose metadata.resourceVersion is no text of at most 1000 characters/),
    create: "ok",
  },
  "a version that is a number": {
    change: metadata({ resourceVersion: 7 }),
    ...all(/an object whose metadata.resourceVersion is no text/),
    create: "ok",
  },
  "finalizers that are a number": {
    change: metadata({ finalizers: 7 }),
    ...all(/an object whose metadata.finalizers is no list of texts/),
    create: "ok",
  },
  "finalizers that are a text": {
    change: metadata({ finalizers: "x" }),
    ...all(/an object whose metadata.finalizers is no list of texts/),
    create: "ok",
  },
  "labels that are a list": {
    change: metadata({ labels: [] }),
    ...all(/an object whose metadata.labels is no map of texts/),
    create: "ok",
  },
  "annotations that are objects": {
    change: metadata({ annotations: { a: { toString: 1 } } }),
    ...all(/an object whose metadata.annotations is no map of texts/),
    create: "ok",
  },
  "managedFields that are a text": {
    change: metadata({ managedFields: "x" }),
    ...all(/an object whose metadata.managedFields is no list/),
    create: "ok",
  },
  "a manager that is no text": {
    change: metadata({ managedFields: [{ manager: { toString: 1 } }] }),
    ...all(/an object whose metadata.managedFields is no list/),
    create: "ok",
  },
  "a deletionTimestamp that is an object": {
    change: metadata({ deletionTimestamp: {} }),
    ...all(/an object whose metadata.deletionTimestamp is no text/),
    create: "ok",
  },
  "a uid that is a list": {
    change: metadata({ uid: ["u"] }),
    ...all(/an object whose metadata.uid is no text/),
    create: "ok",
  },
  "no uid": { change: metadata({ uid: undefined }), ...all(/answered an object without a uid/), create: "ok" },
  "a uid that is null": { change: metadata({ uid: null }), ...all(/answered an object without a uid/), create: "ok" },
  "an empty uid": { change: metadata({ uid: "" }), ...all(/answered an object without a uid/), create: "ok" },
  "a spec that is a list": { change: top({ spec: [] }), ...all(/an object whose spec is no object/), create: "ok" },
  "a status that is a text": {
    change: top({ status: "x" }),
    ...all(/an object whose status is no object/),
    create: "ok",
  },
  "a list in place of an object": { change: (body) => [body], ...all(/answered JSON that is no object/), create: "ok" },
};

const writing =
  (change: Row["change"]): Mutator["change"] =>
  ({ method, body }) =>
    method === "POST" || method === "PATCH" ? change(body) : body;
const reading =
  (change: Row["change"]): Mutator["change"] =>
  ({ method, status, body }) =>
    method === "GET" && status === 200 ? change(body) : body;

onBothFaces(
  (face) => {
    const at = withMutator(face);
    let count = 0;

    const honest = () => {
      at.mutator.change = ({ body }) => body;
    };
    const checked = async (outcome: Outcome, operation: Promise<unknown>) => {
      const words = await operation.then(
        () => "ok",
        (error: Error) => error.message,
      );
      honest();
      expect(words).toEqual(outcome === "ok" ? "ok" : expect.stringMatching(outcome));
    };
    const made = async (): Promise<Kept> => face.create(type, { name: `o-${count++}`, displayName: "a" });
    const changed = ({ inputs }: Kept) => ({ ...inputs, displayName: "b" });

    test.each(Object.entries(rows))("%s: nothing is taken for what was asked for", async (_what, row) => {
      const kept = await made();
      at.mutator.change = reading(row.change);
      await checked(row.read, at.driver.read(type, kept));
      at.mutator.change = writing(row.change);
      await checked(row.update, at.driver.update(type, kept, changed(kept)));
      const { inputs } = await at.driver.check(type, { name: `c-${count}`, displayName: "a" });
      at.mutator.change = writing(row.change);
      await checked(row.create, at.driver.create(type, inputs));
      expect(face.stored("spacetemplates", `c-${count}`).metadata.uid).toBeTruthy();
      // Whatever was answered, the state still is that of the object.
      await at.driver.delete(type, kept);
      expect(face.platform.store.get("spacetemplates", kept.id)).toBeUndefined();
    });

    test("an update is not sent without the version of what it changes", async () => {
      const kept = await made();
      for (const resourceVersion of [undefined, null, "", "0"]) {
        at.mutator.change = reading(metadata({ resourceVersion }));
        at.mutator.writes.length = 0;
        await checked(/does not tell its resourceVersion/, at.driver.update(type, kept, changed(kept)));
        expect(at.mutator.writes).toEqual([]);
      }
    });

    test("what a create answers of another object is not kept", async () => {
      const { inputs } = await at.driver.check(type, { name: "mine", displayName: "a" });
      at.mutator.change = writing(
        metadata({ uid: "theirs", annotations: { "pulumi-platform/create-nonce": "theirs" } }),
      );
      const { state } = await at.driver.create(type, inputs);
      expect(state.uid).toBe(face.stored("spacetemplates", "mine").metadata.uid);
    });
  },
  [{}],
);
