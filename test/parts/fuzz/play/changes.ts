import { valueIn } from "./objects";
import type { Edit, Kind } from "./sequence";

/** A change of an object: the merge patch, and what it leaves at which paths. */
export interface Change {
  patch: object;
  leaves: readonly Leaf[];
  onlyOf?: Kind;
}

/** A value at a path; undefined where it was taken away. `field` is the input that may declare it. */
interface Leaf {
  path: readonly string[];
  value: unknown;
  field?: readonly string[] | undefined;
}

/** What a colleague wrote, and where. */
export interface Written extends Leaf {
  uid: string;
  letter: string;
}

type Changing = Exclude<Edit["what"], "delete" | "recreate" | "create beside it" | "create under its name">;

const theirs = "colleague.test/mark";

const change = (path: readonly string[], value: unknown, field?: readonly string[]): Change => ({
  patch: path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value) as object,
  leaves: [{ path, value, field }],
});

const finalizers = (object: unknown): string[] => (valueIn(object, ["metadata", "finalizers"]) as string[]) ?? [];

/** How a colleague changes an object; the text is one that nobody wrote before. */
export const changes: Record<Changing, (text: string, object: unknown) => Change> = {
  "add a label": (text) => change(["metadata", "labels", theirs], text),
  "add an annotation": (text) => change(["metadata", "annotations", theirs], text),
  "set a field that no program declares": (text) => change(["spec", "parameters"], text),
  "set displayName": (text) => change(["spec", "displayName"], text, ["displayName"]),
  "set description": (text) => change(["spec", "description"], text, ["description"]),
  "set the label env": (text) => change(["metadata", "labels", "env"], text, ["labels", "env"]),
  "add a finalizer": (_text, object) => ({
    patch: { metadata: { finalizers: [...new Set([...finalizers(object), theirs])] } },
    leaves: [{ path: ["metadata", "finalizers"], value: theirs }],
  }),
  "remove the finalizers": () => ({
    patch: { metadata: { finalizers: null } },
    leaves: [{ path: ["metadata", "finalizers"], value: undefined }],
  }),
  "disable the key": () => ({ ...change(["spec", "disabled"], true, ["disabled"]), onlyOf: "OwnedAccessKey" }),
  "replace the key": (text) => ({
    ...change(["spec", "key"], `key-of-a-colleague-${text}-${Math.random()}`, ["key"]),
    onlyOf: "OwnedAccessKey",
  }),
};
