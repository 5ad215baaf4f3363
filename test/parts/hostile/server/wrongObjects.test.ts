import { onBothAdapters, onServerThatHidesKeys } from "../../../support/adapterUnderTest";
import { unfinishedOf } from "../../../support/contract";
import { statusWithKey } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";
import { type Mutator, type Passing, withMembers, withMetadata, withMutator } from "../../../support/startMutator";

type Change = (body: unknown) => unknown;

const members = (changed: object) => (body: unknown) => withMembers(body, changed);
const metadata = (changed: object) => (body: unknown) => withMetadata(body, changed);
const noUid = /returned an object without a uid: it may be another one with that name/;
const recreated = /returned another object \(uid another, ours is .*\)|deleted and created again by somebody else/;

/** A changed response, and the errors of read and update. Other writes read again and succeed. */
const rows: [what: string, change: Change, ...errors: (RegExp | undefined)[]][] = [
  ["another kind", members({ kind: "ConfigMap" }), /requested "spacetemplates", but received "kind ConfigMap"/],
  ["another uid", metadata({ uid: "another", annotations: {}, labels: {} }), undefined, recreated],
  ["no uid", metadata({ uid: undefined }), noUid],
  ["an older version", metadata({ resourceVersion: "1" })],
  ["a list around it", (body) => [body], /returned JSON that is not an object/],
];

/** Changes the successful responses to some methods. */
const on =
  (methods: string, change: Change): Mutator["change"] =>
  ({ method, status, body }) =>
    methods.includes(method) && status < 300 ? change(body) : body;

onBothAdapters(
  (adapter) => {
    const at = withMutator(adapter);
    const rename = (kept: Kept) => at.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "b" });
    const checked = async (type: string, inputs: Wire) => (await at.driver.check(type, inputs)).inputs;
    let count = 0;
    const created = () => adapter.create("SpaceTemplate", { name: `o-${count++}`, displayName: "a" });
    const posts = () => adapter.sent().filter((each) => each.startsWith("POST"));
    const expectError = (operation: Promise<unknown>, error: RegExp | undefined) =>
      error ? expect(operation).rejects.toThrow(error) : operation;

    test.each(rows)("a response with %s is not taken for the object", async (_what, change, ...errors) => {
      const [read, update] = errors;
      const kept = await created();
      at.mutator.change = on("GET", change);
      await expectError(at.driver.read("SpaceTemplate", kept), read);
      at.mutator.change = on("POST PATCH", change);
      await expectError(rename(kept), update);
      expect(adapter.stored("spacetemplates", kept.id).spec.displayName).toBe("b");
      const name = `c-${count}`;
      const { state } = await at.driver.create("SpaceTemplate", await checked("SpaceTemplate", { name }));
      expect(state.uid).toBe(adapter.stored("spacetemplates", name).metadata.uid);
      at.mutator.change = ({ body }) => body;
      await at.driver.delete("SpaceTemplate", kept);
      expect(adapter.platform.store.get("spacetemplates", kept.id)).toBeUndefined();
    });

    describe("an object without a uid", () => {
      const hideUids = on("GET", metadata({ uid: undefined }));

      test("is not gone while it is being deleted", async () => {
        const kept = await adapter.create("SpaceTemplate", { name: "held", finalizers: ["x.test/hold"] });
        at.mutator.change = hideUids;
        await expect(at.driver.delete("SpaceTemplate", kept)).rejects.toThrow(noUid);
        expect(adapter.platform.store.get("spacetemplates", "held")).toBeDefined();
      });

      test("does not end a create whose response was lost", async () => {
        const inputs = await checked("SpaceTemplate", { name: "lost" });
        at.mutator.change = (passing) => (passing.method === "POST" ? "no json" : hideUids(passing));
        const create = at.driver.create("SpaceTemplate", inputs);
        await expect(create).rejects.toThrow(/may or may not have been created.* without a uid/);
        expect(posts()).toHaveLength(1);
      });

      test("is neither deleted nor written if it is a key", async () => {
        const kept = await adapter.create("OwnedAccessKey", { name: "unknown", user: "ci" });
        at.mutator.change = hideUids;
        adapter.platform.requests.length = 0;
        await expect(at.driver.delete("OwnedAccessKey", kept)).rejects.toThrow(noUid);
        const update = at.driver.update("OwnedAccessKey", kept, { ...kept.inputs, description: "b" });
        await expect(update).rejects.toThrow(noUid);
        expect(new Set(adapter.sent())).toEqual(new Set(["GET 200"]));
      });
    });

    test("a create without the annotation in the answer keeps its key, and reads nothing back", async () => {
      const inputs = await checked("OwnedAccessKey", { name: "unseen", user: "ci" });
      const strip = ({ status, body }: Passing) => (status < 300 ? metadata({ annotations: undefined })(body) : body);
      at.mutator.change = (passing) => (passing.method === "GET" ? "no json" : strip(passing));
      const { state } = await at.driver.create("OwnedAccessKey", inputs);
      const stored = adapter.stored("ownedaccesskeys", "unseen");
      expect(state.uid).toBe(stored.metadata.uid);
      expect(JSON.stringify(state.key)).toContain(String(stored.spec.key));
      expect(posts()).toEqual(["POST 201"]);
    });
  },
  [{ hideKeys: false }],
);

onServerThatHidesKeys((adapter) => {
  const at = withMutator(adapter);
  const checked = async (name: string) => (await at.driver.check("OwnedAccessKey", { name, user: "ci" })).inputs;
  const uidOf = (name: string) => adapter.platform.store.get("ownedaccesskeys", name)?.metadata.uid;
  /** Changes the successful responses to a method, so many times. */
  const hostileTo = (method: string, change: Change, times = 1) => {
    let left = times;
    at.mutator.change = on(method, (body) => (left-- > 0 ? change(body) : body));
  };
  const expectKey = async ({ state }: Kept, name: string) => {
    expect(state.uid).toBe(uidOf(name));
    expect(await statusWithKey(adapter.platform, (state.key as { value: string }).value)).toBe(200);
  };

  test.each<[string, Change]>([
    ["no object", () => []],
    ["another object", metadata({ uid: "theirs", annotations: {}, labels: {} })],
    ["a number too large", (body) => JSON.stringify(body).replace('"spec":{', '"spec":{"x":1e999,')],
  ])("a create whose response is %s makes the key again, or the next update does", async (what, change) => {
    const [once, always] = [`once-${what.length}`, `always-${what.length}`];
    const inputs = await checked(once);
    hostileTo("POST", change);
    await expectKey(await at.driver.create("OwnedAccessKey", inputs), once);

    const others = await checked(always);
    hostileTo("POST", change, 1000);
    const kept = await unfinishedOf(at.driver.create("OwnedAccessKey", others, { timeout: 2 }));
    at.mutator.change = ({ body }) => body;
    await expectKey(await at.driver.update("OwnedAccessKey", { ...kept, inputs: others }, others), always);
  });
});
