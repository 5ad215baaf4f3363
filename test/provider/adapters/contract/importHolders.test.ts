import type { FaultAction } from "../../../../emulator/faults/fault";
import { onBothAdapters, onPlugin, type StoredObject } from "../../../support/adapterUnderTest";
import { refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import { deleteAsColleague } from "../../../support/http";
import { holderAnnotation, importInputs, placeVirtualCluster } from "../../../support/importInputs";
import { configurePlugin, type Kept } from "../../../support/pluginDriver";
import { type RecordedPlatform, whenFaultsHit } from "../../../support/startRecorded";

const type = "VirtualClusterImport";
const kind = "VirtualClusterInstance";
const pathOf = (name: string) => `namespaces/p-web/virtualclusterinstances/${name}`;
const onPlatform = (platform: RecordedPlatform, name: string) =>
  platform.store.get("virtualclusterinstances", name, "p-web");
/** The token on a virtual cluster. */
const tokenOf = (platform: RecordedPlatform, name: string): unknown =>
  (onPlatform(platform, name)?.metadata.annotations as Record<string, unknown> | undefined)?.[holderAnnotation];

onBothAdapters((adapter) => {
  const exists = (name: string) => onPlatform(adapter.platform, name) !== undefined;
  const token = (name: string) => tokenOf(adapter.platform, name);
  /** Another resource, of another run or stack, takes the virtual cluster over. */
  const takeOver = (name: string) => {
    const { metadata, ...object } = onPlatform(adapter.platform, name) as StoredObject;
    const annotations = { ...metadata.annotations, [holderAnnotation]: "other" };
    adapter.platform.store.write("virtualclusterinstances", {
      ...object,
      metadata: { ...metadata, annotations },
    } as never);
  };
  const failWrite = (action: FaultAction, times = 1) =>
    adapter.platform.faults.add({ method: "PATCH", kind, times, action });
  const writes = () => adapter.sent().filter((each) => !each.startsWith("GET"));

  describe("the token of an import", () => {
    test("is random, in the state and on the virtual cluster, and a refresh keeps it", async () => {
      const [one, two] = [
        await adapter.create(type, importInputs("one")),
        await adapter.create(type, importInputs("two")),
      ];
      expect(token("one")).toMatch(/^[0-9a-f-]{36}$/);
      expect(token("two")).not.toBe(token("one"));
      for (const kept of [one, await refreshed(adapter, type, one)]) expect(kept.state.__holder).toBe(token("one"));
      expect(two.state.__holder).toBe(token("two"));
    });

    test("is not written with deletionPolicy retain", async () => {
      const kept = await adapter.create(type, importInputs("retained", "retain"));
      expect(writes()).toEqual(["POST 201"]);
      expect([kept.state.__holder, token("retained")]).toEqual([undefined, undefined]);
    });

    test("is written when deletionPolicy becomes delete, so that the delete removes the virtual cluster", async () => {
      const kept = await adapter.create(type, importInputs("later", "retain"));
      const updated = await adapter.driver.update(type, kept, importInputs("later"));
      expect(updated.state.__holder).toBe(token("later"));
      const again = await adapter.driver.update(type, updated, importInputs("later", "retain"));
      expect(again.state.__holder).toBe(token("later"));
      await adapter.driver.delete(type, updated);
      expect(exists("later")).toBe(false);
    });

    test("is not written onto another virtual cluster of the name", async () => {
      const kept = await adapter.create(type, importInputs("unseen", "retain"));
      placeVirtualCluster(adapter, "unseen", "c1");
      const update = adapter.driver.update(type, kept, importInputs("unseen"));
      await expect(update).rejects.toThrow("deleted and created again by somebody else");
      expect(token("unseen")).toBeUndefined();
    });

    test("is written again by the update after a refresh that found another virtual cluster of the source", async () => {
      const kept = await adapter.create(type, importInputs("readded"));
      placeVirtualCluster(adapter, "readded", "c1");
      const read = await refreshed(adapter, type, kept);
      const updated = await adapter.driver.update(type, read, kept.inputs);
      expect([updated.state.externalChange, updated.state.__holder]).toEqual([null, token("readded")]);
      await adapter.driver.delete(type, updated);
      expect(exists("readded")).toBe(false);
    });

    test("is written by the update after a refresh that found the virtual cluster of an unfinished import", async () => {
      await adapter.create(type, importInputs("lost"));
      const read = await refreshed(
        adapter,
        type,
        await withoutOutputs(adapter, type, "web/lost", importInputs("lost")),
      );
      expect(read.state.externalChange).toBe("its create did not come to an end.");
      const updated = await adapter.driver.update(type, read, importInputs("lost"));
      expect(updated.state.__holder).toBe(token("lost"));
    });
  });

  describe("a changed import of the same virtual cluster", () => {
    const changes: [what: string, change: object][] = [
      ["labels", { labels: { team: "web" } }],
      ["annotations", { annotations: { note: "n" } }],
      ["finalizers", { finalizers: ["x.test/y"] }],
      ["name", { name: "request" }],
      ["generateName", { generateName: "request-" }],
    ];

    test.each(changes)("with other %s of the request sends nothing and is not replaced", async (what, change) => {
      const kept = await adapter.create(type, importInputs(`request-${what.toLowerCase()}`));
      const { inputs } = await adapter.driver.check(type, { ...kept.inputs, ...change }, kept.inputs);
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      adapter.platform.requests.length = 0;
      const updated = await adapter.driver.update(type, kept, inputs);
      expect([adapter.sent(), updated.state]).toEqual([[], expect.objectContaining(change)]);
      expect((await refreshed(adapter, type, updated)).inputs).toMatchObject(change);
    });

    test("keeps its name in the project", async () => {
      const kept = await adapter.create(type, importInputs("named"));
      const inputs = importInputs("renamed");
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      const remedy = 'keeps the name "named" in the project. Set sourceVirtualCluster.importName to "named"';
      await expect(adapter.driver.update(type, kept, inputs)).rejects.toThrow(remedy);
      expect(exists("named")).toBe(true);
    });

    test("may declare the name that it has already", async () => {
      const { importName: _, ...source } = importInputs("any").sourceVirtualCluster;
      const kept = await adapter.create(type, { ...importInputs("any"), sourceVirtualCluster: source });
      const inputs = { ...kept.inputs, sourceVirtualCluster: { ...source, importName: source.name } };
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      expect((await adapter.driver.update(type, kept, inputs)).id).toBe(kept.id);
    });
  });

  describe("a delete keeps a virtual cluster", () => {
    test("that another resource took over", async () => {
      const kept = await adapter.create(type, importInputs("taken"));
      takeOver("taken");
      await adapter.driver.delete(type, kept);
      expect(exists("taken")).toBe(true);
    });

    test.each<[string, FaultAction, end: RegExp]>([
      ["between the look and the delete", { delayMs: 50 }, /^done$/],
      ["before a server that takes no body is asked again", { status: 415, retryAfter: 1 }, /415/],
    ])("that another resource takes over %s", async (_when, action, end) => {
      const name = `raced-${end.source.length}`;
      const kept = await adapter.create(type, importInputs(name));
      adapter.platform.faults.add({ method: "DELETE", kind, times: 1, action });
      const deleting = adapter.driver.delete(type, kept).then(() => "done", String);
      await whenFaultsHit(adapter.platform);
      takeOver(name);
      expect(await deleting).toMatch(end);
      expect(exists(name)).toBe(true);
    });

    test.each<[string, (kept: Kept) => Kept | Promise<Kept>]>([
      [
        "of a state without a token, as older versions left it",
        ({ state: { __holder, ...state }, ...kept }) => ({ ...kept, state }),
      ],
      ["of an import whose end nobody saw", ({ id }) => withoutOutputs(adapter, type, id, importInputs(id.slice(4)))],
    ])("%s", async (what, before) => {
      const name = what.includes("older") ? "aged" : "half";
      const kept = await before(await adapter.create(type, importInputs(name)));
      await adapter.driver.delete(type, kept);
      expect(exists(name)).toBe(true);
    });
  });

  test("a delete reads again when another client wrote meanwhile, and removes what is still ours", async () => {
    const kept = await adapter.create(type, importInputs("busy"));
    adapter.platform.faults.add({ method: "DELETE", kind, times: 1, action: "conflict" });
    await adapter.driver.delete(type, kept);
    expect(exists("busy")).toBe(false);
  });

  describe("the write of the token", () => {
    test.each<[string, FaultAction]>([
      ["whose answer is lost", "reset-after"],
      ["that another client is faster than", "conflict"],
      ["that the platform is too busy for", { status: 503 }],
    ])("%s is done in the end", async (what, action) => {
      const name = `w-${what.replaceAll(/\W+/g, "-")}`;
      failWrite(action);
      const kept = await adapter.create(type, importInputs(name));
      expect(kept.state.__holder).toBe(token(name));
      await adapter.driver.delete(type, kept);
      expect(exists(name)).toBe(false);
    });

    test.each([403, 405, 415, 422])(
      "that is answered %p leaves an import without a token, which a delete keeps",
      async (status) => {
        const name = `denied-${status}`;
        failWrite({ status });
        const kept = await adapter.create(type, importInputs(name));
        expect([kept.state.virtualCluster, kept.state.__holder, token(name)]).toEqual([name, undefined, undefined]);
        await adapter.driver.delete(type, kept);
        expect(exists(name)).toBe(true);
      },
    );

    test("that fails leaves an unfinished import, which an update or a delete goes on with", async () => {
      failWrite({ status: 500 });
      const { inputs } = await adapter.driver.check(type, importInputs("failing"));
      const failed = { ...(await unfinishedOf(adapter.driver.create(type, inputs))), inputs };
      const updated = await adapter.driver.update(type, failed, inputs);
      expect(updated.state).toMatchObject({ virtualCluster: "failing", __holder: failed.state.__holder });
      expect(token("failing")).toBe(failed.state.__holder);
      await adapter.driver.delete(type, failed);
      expect(exists("failing")).toBe(false);
    });

    test("keeps its token in the state if a second attempt is unfinished, too", async () => {
      failWrite({ status: 500 });
      const { inputs } = await adapter.driver.check(type, importInputs("twice"));
      const failed = { ...(await unfinishedOf(adapter.driver.create(type, inputs))), inputs };
      await deleteAsColleague(adapter.platform, pathOf("twice"));
      adapter.platform.faults.add({ method: "POST", times: 1, action: { status: 500 } });
      const again = await unfinishedOf(adapter.driver.update(type, failed, inputs));
      expect([typeof again.state.__holder, again.state.__holder]).toEqual(["string", failed.state.__holder]);
    });

    test("that is denied after a change keeps the earlier token in the state", async () => {
      const kept = await adapter.create(type, importInputs("later-denied"));
      placeVirtualCluster(adapter, "later-denied", "c1");
      const read = await refreshed(adapter, type, kept);
      failWrite({ status: 403 });
      const updated = await adapter.driver.update(type, read, kept.inputs);
      expect([typeof updated.state.__holder, updated.state.__holder]).toEqual(["string", kept.state.__holder]);
    });
  });
});

onPlugin((adapter) => {
  test("of two stacks that import at once, one holds the virtual cluster, and only its delete removes it", async () => {
    const other = await adapter.configured({});
    try {
      const { inputs } = await adapter.driver.check(type, importInputs("shared"));
      const both = [adapter.driver, other];
      const made = await Promise.all(both.map((driver) => driver.create(type, inputs)));
      // The deletes come in later runs.
      const { baseUrl, accessKey } = adapter.platform;
      for (const { plugin } of both) await configurePlugin(plugin, { baseUrl, accessKey });
      const holders = made.map(({ state }) => state.__holder === tokenOf(adapter.platform, "shared"));
      expect([...holders].sort()).toEqual([false, true]);
      const winner = holders.indexOf(true);
      const [loser, last] = [1 - winner, winner].map((index) => ({ driver: both[index], kept: made[index] as Kept }));
      await loser?.driver?.delete(type, loser.kept);
      expect(onPlatform(adapter.platform, "shared")).toBeDefined();
      await last?.driver?.delete(type, last.kept);
      expect(onPlatform(adapter.platform, "shared")).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  test("a virtual cluster that was deleted outside is gone for a delete with a token", async () => {
    const kept = await adapter.create(type, importInputs("gone"));
    await deleteAsColleague(adapter.platform, pathOf("gone"));
    await adapter.driver.delete(type, kept);
    expect(adapter.sent().slice(-2)).toEqual(["GET 404", "GET 404"]);
  });
});
