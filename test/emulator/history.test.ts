import { History } from "../../emulator/store/history";
import { ObjectStore } from "../../emulator/store/store";

const object = (name: string, text = "") => ({
  apiVersion: "v1",
  kind: "SpaceTemplate",
  metadata: { name, uid: "u", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { text },
  status: {},
});

function started(limits?: ConstructorParameters<typeof History>[1]) {
  const store = new ObjectStore();
  const history = new History(store, limits);
  history.start();
  return { store, history };
}

test("every change after a version is known, and none before the start", () => {
  const store = new ObjectStore();
  store.write("spacetemplates", object("before"));
  const history = new History(store);
  history.start();
  const start = Number(store.resourceVersion);
  store.write("spacetemplates", object("a"));
  store.write("projects", object("b"));
  store.remove("spacetemplates", "a");
  expect(history.oldestVersion).toBe(start);
  expect(history.after(start - 1)).toBeUndefined();
  expect(history.after(start)?.map(({ type, plural }) => `${type} ${plural}`)).toEqual([
    "ADDED spacetemplates",
    "ADDED projects",
    "DELETED spacetemplates",
  ]);
  expect(history.after(start + 2)?.map(({ type }) => type)).toEqual(["DELETED"]);
  expect(history.after(start + 3)).toEqual([]);
});

test("a history without changes knows the present", () => {
  const { store, history } = started();
  expect(history.after(Number(store.resourceVersion))).toEqual([]);
  expect(history.after(Number(store.resourceVersion) - 1)).toBeUndefined();
});

test("the number of changes is bounded, and the latest ones stay", () => {
  const { store, history } = started({ changes: 100, bytes: Number.POSITIVE_INFINITY });
  for (let count = 0; count < 1000; count++) store.write("spacetemplates", object("a"));
  const newest = Number(store.resourceVersion);
  expect(history.after(history.oldestVersion)?.length).toBeLessThanOrEqual(100);
  expect(history.after(newest - 50)).toHaveLength(50);
  expect(history.after(newest - 101)).toBeUndefined();
});

test("the bytes of changes are bounded, both what was and what is", () => {
  const { store, history } = started({ changes: 1000, bytes: 100_000 });
  for (let count = 0; count < 100; count++) store.write("spacetemplates", object("a", "x".repeat(10_000)));
  const kept = history.after(history.oldestVersion)?.length ?? 0;
  expect(kept).toBeGreaterThan(2);
  expect(kept).toBeLessThanOrEqual(5);
});

test("a change that is larger than the bound is forgotten at once", () => {
  const { store, history } = started({ changes: 1000, bytes: 100 });
  store.write("spacetemplates", object("a", "x".repeat(1000)));
  expect(history.oldestVersion).toBe(Number(store.resourceVersion));
});
