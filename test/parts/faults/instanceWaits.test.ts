import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../../emulator/faults/fault";
import { type AdapterUnderTest, onServers } from "../../support/adapterUnderTest";
import { failureOf, refreshed } from "../../support/contract";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { startDriver } from "../../support/pluginDriver";
import { InstancePlayer, type Meanwhile, operations, plural, type, writeOf } from "./instancePlayer";

/** How a create or an update ends whose wait meets a fault. */
type Outcome = "ready" | "unfinished";

/** A fault of the reads of a wait: its name, what happens to how many reads, and the outcome. */
type Row = readonly [fault: string, action: Fault["action"], times: number, outcome: Outcome];

const always = 1000;
const rows: readonly Row[] = [
  ["a lost response", "reset-after", 1, "ready"],
  ["a response that is cut off", "truncate", 1, "ready"],
  ["429", { status: 429, retryAfter: 1 }, 1, "ready"],
  ["503", { status: 503 }, 1, "ready"],
  ["a connection that is broken for a while", "reset-before", 4, "ready"],
  ["a connection that stays broken", "reset-before", always, "unfinished"],
  ["503 that stays", { status: 503 }, always, "unfinished"],
  ["503 that asks to wait longer than the timeout", { status: 503, retryAfter: 3600 }, always, "unfinished"],
  // It may be permanent, so it is not repeated.
  ["500", { status: 500 }, 1, "unfinished"],
  ["403", { status: 403 }, always, "unfinished"],
  ["404 of a proxy", { status: 404, body: "404 page not found\n" }, always, "unfinished"],
  ["a login page", "html", 1, "unfinished"],
];

/** Rows for create and update. */
const both = <Rest extends readonly unknown[]>(rows: readonly (readonly [title: string, ...Rest])[]) =>
  rows.flatMap((row) => operations.map((does) => [does, ...row] as const));

const onBothAdapters = (define: (adapter: AdapterUnderTest) => void, readyMs: number) =>
  describe.each([
    ["the plugin", startDriver],
    ["dynamic resources", startDynamicDriver],
  ])("%s", (_adapter, start) => onServers(start, define, [{ api: 4, readyMs }]));

onBothAdapters((adapter) => {
  const player = new InstancePlayer(adapter);
  let count = 0;

  test.each(both(rows))("the wait of %s meets %s", async (does, _title, action, times, outcome) => {
    const name = `poll-${count++}`;
    const fault: Fault = { verb: "get", kind: type, name, times, action };
    const ran = await player.run(does, name, { meanwhile: () => adapter.platform.faults.add(fault), timeout: 100 });
    const isReady = outcome === "ready";
    const kept = isReady ? await ran.running : await player.unfinished(ran);
    adapter.platform.faults.clear();
    expect(kept.state.uid).toBe(player.live(name)?.metadata.uid);
    const next = isReady ? kept : await player.operate(kept, ran.inputs);
    expect(player.writes()).toEqual([writeOf[does]]);
    await player.expectReady(next, name);
  });
}, 200);

// The agent sees a change after 150 ms, and is done 1500 ms later.
onBothAdapters((adapter) => {
  const player = new InstancePlayer(adapter);
  afterEach(() => jest.restoreAllMocks());
  const uidOf = (name: string) => player.live(name)?.metadata.uid;

  test.each(operations)("a wait of %s that takes longer than the timeout goes on in the next run", async (does) => {
    const name = `late-${does}`;
    const ran = await player.run(does, name, { timeout: 1 });
    const kept = await player.unfinished(ran);
    expect(kept.state.uid).toBe(uidOf(name));
    await player.expectReady(await player.operate(kept, ran.inputs), name);
    expect(player.writes()).toEqual([writeOf[does]]);
  });

  test.each(operations)("a failure during the wait of %s may recover", async (does) => {
    const name = `recovers-${does}`;
    const meanwhile = async () => {
      await player.untilRead(name, "Failed");
      await player.makeTemplate(name);
    };
    const { running } = await player.run(does, name, { inputs: { templateRef: { name } }, meanwhile });
    await player.expectReady(await running, name);
  });

  test.each(operations)(
    "a failure that stays for a minute ends the wait of %s, and the next run continues",
    async (does) => {
      const name = `fails-${does}`;
      const real = performance.now.bind(performance);
      const clock = jest.spyOn(performance, "now");
      const meanwhile = async () => {
        await player.untilRead(name, "Failed");
        clock.mockImplementation(() => real() + 61_000);
      };
      const ran = await player.run(does, name, { inputs: { templateRef: { name } }, meanwhile });
      const kept = await player.unfinished(ran);
      clock.mockRestore();
      const why = "phase Failed, TemplateNotFound";
      expect(kept.state).toMatchObject({
        uid: uidOf(name),
        ready: false,
        externalChange: expect.stringContaining(why),
      });
      // The cause is still there, so the next run fails in the same way.
      const again = await player.unfinished({ ...ran, running: player.operate(kept, ran.inputs, 1) });
      expect(again.state.externalChange).toContain(why);
      await player.makeTemplate(name);
      await player.expectReady(await player.operate(again, ran.inputs), name);
      expect(uidOf(name)).toBe(kept.state.uid);
    },
  );

  test.each(operations)("after a failed wait of %s, waitForReady: false ends with what there is", async (does) => {
    const name = `unawaited-${does}`;
    const ran = await player.run(does, name, { inputs: { templateRef: { name } }, timeout: 1 });
    const kept = await player.unfinished(ran);
    const news = { ...ran.inputs, waitForReady: false };
    expect(await adapter.driver.diff(type, kept, news)).toMatchObject({ changes: true, replaces: false });
    const updated = await player.operate(kept, news);
    expect(updated.state).toMatchObject({ uid: uidOf(name), ready: false, externalChange: null });
  });

  test.each(operations)("after a failed wait of %s, a delete removes the instance", async (does) => {
    const name = `unwanted-${does}`;
    const ran = await player.run(does, name, { inputs: { templateRef: { name } }, timeout: 1 });
    await adapter.driver.delete(type, await player.unfinished(ran));
    expect(player.live(name)).toBeUndefined();
  });

  const losses: [how: string, loss: Meanwhile][] = [
    ["deletes the instance", (name) => player.remove(name)],
    ["deletes the instance at once", (name) => adapter.platform.store.remove(plural, name, "p-web")],
  ];
  test.each(both(losses))("during the wait of %s somebody %s: a refresh forgets it", async (does, how, loss) => {
    const name = `lost-${does}-${how.length}`;
    const ran = await player.run(does, name, { meanwhile: loss });
    const kept = await player.unfinished(ran);
    await player.until(() => player.live(name) === undefined);
    expect(await failureOf(player.operate(kept, ran.inputs))).toContain("run pulumi refresh");
    expect(await adapter.driver.read(type, kept)).toBeUndefined();
    await adapter.driver.delete(type, kept);
    await player.expectReady(await player.operate(undefined, ran.inputs), name);
  });

  test.each(operations)("during the wait of %s somebody replaces the instance: theirs is left alone", async (does) => {
    const name = `replaced-${does}`;
    const ran = await player.run(does, name, { meanwhile: () => player.replace(name) });
    const theirs = uidOf(name);
    const kept = await player.unfinished(ran);
    expect(kept.state.uid).not.toBe(theirs);
    expect(await failureOf(player.operate(kept, ran.inputs))).toContain("deleted and created again by somebody else");
    await adapter.driver.delete(type, kept);
    expect(player.live(name)).toMatchObject({ metadata: { uid: theirs }, spec: { displayName: "theirs" } });
    const read = await refreshed(adapter, type, kept);
    expect(read.state).toMatchObject({
      uid: theirs,
      externalChange: expect.stringContaining(`uid was ${kept.state.uid}`),
    });
    await player.expectReady(await player.operate(read, ran.inputs), name);
  });

  test.each(operations)("during the wait of %s somebody adds a label: it stays", async (does) => {
    const name = `labeled-${does}`;
    const meanwhile = () => player.edit(name, { metadata: { labels: { note: "theirs" } } });
    const { running } = await player.run(does, name, { meanwhile });
    await player.expectReady(await running, name);
    expect(player.live(name)?.metadata.labels).toMatchObject({ note: "theirs" });
  });

  test.each(operations)("during the wait of %s somebody edits a declared field: it is drift", async (does) => {
    const name = `edited-${does}`;
    const meanwhile = () => player.edit(name, { spec: { displayName: "theirs" } });
    const { running, inputs } = await player.run(does, name, { meanwhile });
    const kept = await running;
    expect(kept.state).toMatchObject({ ready: true, displayName: inputs.displayName });
    const other = { ...inputs, displayName: "other" };
    expect(await failureOf(player.operate(kept, other))).toContain("displayName was changed by");
    const read = await refreshed(adapter, type, kept);
    expect(read.inputs.displayName).toBe("theirs");
    await player.expectReady(await player.operate(read, inputs), name);
    expect(player.writes()).toEqual(["PATCH"]);
  });

  test("an update whose response was lost waits until the platform has seen it", async () => {
    const name = "unseen";
    const created = await player.operate(undefined, await player.check(name, { waitForReady: false }));
    const object = player.live(name);
    // One that connects itself is left alone by the agent.
    adapter.platform.store.write(plural, { ...object, status: { phase: "Ready", serviceUID: "s" } } as never);
    adapter.platform.faults.add({ method: "PATCH", name, action: "reset-after" });
    const updating = player.operate(created, await player.check(name, { displayName: "two" }));
    await player.until(() => player.live(name)?.spec.displayName === "two");
    await sleep(1500);
    await player.edit(name, { metadata: { labels: { seen: "yes" } } });
    expect((await updating).state.resourceVersion).toBe(player.live(name)?.metadata.resourceVersion);
  });
}, 1500);
