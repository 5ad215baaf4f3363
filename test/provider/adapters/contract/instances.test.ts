import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, failureOf, isPlugin, readUnfinished, refreshed, unfinishedOf } from "../../../support/contract";
import { createAsColleague, writesOf } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";
import { quickPlatform } from "../../../support/virtualClusters";

const type = "VirtualClusterInstance";
const plural = "virtualclusterinstances";
const template = { helmRelease: { chart: { version: "0.32.1" } } };

onBothAdapters(
  (adapter) => {
    const inputsOf = (name: string, more: Wire = {}): Wire => ({
      ...{ name, project: "web" },
      ...("templateRef" in more ? more : { template, ...more }),
    });
    const create = (name: string, more?: Wire) => adapter.create(type, inputsOf(name, more));
    const stored = (name: string) => adapter.stored(plural, name, "p-web");
    const edit = (name: string, change: object) => adapter.merge(`namespaces/p-web/${plural}/${name}`, change);
    const versionOf = (name: string) => adapter.platform.store.get(plural, name, "p-web")?.metadata.resourceVersion;
    /** Changes inputs in place. */
    const update = async (kept: Kept, news: Wire) => {
      const { inputs } = await adapter.driver.check(type, news, kept.inputs);
      return { ...kept, ...(await adapter.driver.update(type, kept, inputs)) };
    };
    const makeTemplate = (name: string, spec: object = { template }) =>
      createAsColleague(adapter.platform, "virtualclustertemplates", {
        kind: "VirtualClusterTemplate",
        metadata: { name },
        spec,
      });

    test("a create waits until the instance is ready, and tells where it runs", async () => {
      const created = await create("dev");
      const place = { cluster: "loft-cluster", hostNamespace: "loft-web-v-dev" };
      expect(created.state).toMatchObject({ ...place, phase: "Ready", ready: true, resourceVersion: versionOf("dev") });
      await expectDiff(adapter.driver, type, await refreshed(adapter, type, created), created.inputs, []);
    });

    test("a space is awaited, too, and a sleeping instance is ready", async () => {
      const annotations = { "sleepmode.loft.sh/force": "true" };
      const space = await adapter.create("SpaceInstance", { name: "ci", project: "web", template: {}, annotations });
      expect(space.state).toMatchObject({ phase: "Sleeping", ready: true, hostNamespace: "loft-web-s-ci" });
    });

    test("waitForReady: false returns at once", async () => {
      const created = await create("quick", { waitForReady: false });
      expect(created.state).toMatchObject({ ready: false });
    });

    test("an update waits until the instance is ready again", async () => {
      const created = await create("changing");
      const updated = await update(
        created,
        inputsOf("changing", { template: { ...template, pro: { enabled: true } } }),
      );
      expect(updated.state).toMatchObject({ phase: "Ready", resourceVersion: versionOf("changing") });
      expect(stored("changing").spec).toMatchObject({ template: { pro: { enabled: true } } });
    });

    test("a failed instance that recovers is ready", async () => {
      const creating = create("late", { templateRef: { name: "late" } });
      setTimeout(() => makeTemplate("late"), 700);
      expect((await creating).state).toMatchObject({ phase: "Ready" });
    });

    test("a failure after the timeout is kept, repeated by a read, and continued by an update without a change", async () => {
      const { inputs } = await adapter.driver.check(type, inputsOf("failing", { templateRef: { name: "missing" } }));
      const failed = await unfinishedOf(adapter.driver.create(type, inputs, { timeout: 2 }));
      expect(failed.id).toBe("web/failing");
      expect(failed.state).toMatchObject({ uid: stored("failing").metadata.uid, phase: "Failed", ready: false });
      const reason = 'phase Failed, TemplateNotFound, VirtualClusterTemplate "missing" not found';
      const notReady = expect.stringMatching(new RegExp(`it was not ready in time: .*${reason}`));
      expect(failed.state.externalChange).toEqual(notReady);
      if (isPlugin(adapter.driver)) expect(failed.reasons).toEqual([expect.stringContaining(reason)]);
      const read = await readUnfinished(adapter, type, { ...failed, inputs });
      expect(read.state.externalChange).toEqual(notReady);
      await makeTemplate("missing");
      adapter.platform.requests.length = 0;
      const kept = { ...read, inputs };
      await expectDiff(adapter.driver, type, kept, inputs, ["externalChange: update"]);
      const updated = await update(kept, inputs);
      expect(updated.state).toMatchObject({ phase: "Ready", externalChange: null });
      expect(writesOf(adapter.platform)).toEqual([]);
    });

    test("a failed wait is over when a read finds the instance ready", async () => {
      const inputs = inputsOf("slow", { templateRef: { name: "slow" } });
      const checked = await adapter.driver.check(type, inputs);
      const failed = await unfinishedOf(adapter.driver.create(type, checked.inputs, { timeout: 1 }));
      await makeTemplate("slow");
      const kept = { ...failed, inputs: checked.inputs };
      let read = await adapter.driver.read(type, kept).catch(() => undefined);
      while (read?.state.ready !== true) read = await adapter.driver.read(type, kept).catch(() => undefined);
      expect(read.state).toMatchObject({ phase: "Ready", externalChange: null });
      await expectDiff(adapter.driver, type, { ...kept, ...read }, kept.inputs, []);
    });

    describe("the cluster", () => {
      const at = (name: string, cluster?: string) =>
        inputsOf(name, cluster === undefined ? {} : { clusterRef: { cluster } });

      test("that the platform chose may be declared and left out again", async () => {
        const chosen = await create("free");
        await expectDiff(adapter.driver, type, chosen, at("free", "loft-cluster"), []);
        const declared = await adapter.create(type, at("fixed", "loft-cluster"));
        await expectDiff(adapter.driver, type, declared, at("fixed"), []);
        const updated = await update(declared, { ...at("fixed"), displayName: "Fixed" });
        expect(updated.state.cluster).toBe("loft-cluster");
        expect(stored("fixed").spec.clusterRef).toMatchObject({ cluster: "loft-cluster" });
      });

      test("is another one only after a replacement", async () => {
        const chosen = await create("moving");
        await expectDiff(adapter.driver, type, chosen, at("moving", "other"), ["clusterRef.cluster: add-replace"]);
        const declared = await adapter.create(type, at("moving-too", "loft-cluster"));
        const replaced = ["clusterRef.cluster: update-replace"];
        await expectDiff(adapter.driver, type, declared, at("moving-too", "other"), replaced);
      });

      test("that another client changed is reported, and never written back", async () => {
        const inputs = { ...at("moved", "loft-cluster"), conflictPolicy: "overwrite", waitForReady: false };
        const declared = await adapter.create(type, inputs);
        await edit("moved", { spec: { clusterRef: { cluster: "c2" } } });
        const read = await refreshed(adapter, type, declared);
        expect(read.state.cluster).toBe("c2");
        await expectDiff(adapter.driver, type, read, read.inputs, ["clusterRef.cluster: update"]);
        const again = { ...inputs, displayName: "Moved" };
        const message = 'Cannot update VirtualClusterInstance "web/moved": clusterRef.cluster was changed by';
        expect(await failureOf(update(read, again))).toContain(message);
        await expectDiff(adapter.driver, type, read, { ...inputs, clusterRef: { cluster: "c2" } }, []);
        await adapter.driver.update(
          type,
          read,
          { ...read.inputs, displayName: "Moved" },
          { ignoreChanges: ["clusterRef"] },
        );
        expect(stored("moved").spec).toMatchObject({ displayName: "Moved", clusterRef: { cluster: "c2" } });
      });
    });

    describe("parameters", () => {
      const sized = { parameters: [{ variable: "replicas", type: "number", defaultValue: "3" }] };
      beforeAll(() => makeTemplate("sized", { template, ...sized }));
      const ofTemplate = (name: string, parameters: unknown) =>
        inputsOf(name, { templateRef: { name: "sized" }, parameters });

      test("that the platform adds are nobody's edit, and an update keeps them", async () => {
        const created = await adapter.create(type, ofTemplate("added", "size: m # medium\ndebug: false\n"));
        expect(stored("added").spec.parameters).toContain("replicas: 3");
        const read = await refreshed(adapter, type, created);
        expect(read.state.parameters).toEqual({ size: "m", debug: false });
        await expectDiff(adapter.driver, type, read, ofTemplate("added", { debug: false, size: "m" }), []);
        const updated = await update(read, ofTemplate("added", { size: "l" }));
        expect(stored("added").spec.parameters).toBe("size: l\nreplicas: 3\n");
        expect(updated.state.parameters).toEqual({ size: "l" });
      });

      test("that another client changed are drift, variable by variable", async () => {
        const created = await adapter.create(type, ofTemplate("edited", { size: "m", debug: false }));
        await edit("edited", { spec: { parameters: "size: xl\nreplicas: 5\n" } });
        const read = await refreshed(adapter, type, created);
        expect(read.inputs.parameters).toEqual({ size: "xl" });
        const drift = ["parameters.debug: add", "parameters.size: update"];
        await expectDiff(adapter.driver, type, read, created.inputs, drift);
        await update(read, created.inputs);
        expect(stored("edited").spec.parameters).toBe("size: m\nreplicas: 5\ndebug: false\n");
      });
    });

    test("syncOnce is sent when the program changes it, and its reset is no drift", async () => {
      await makeTemplate("once");
      const once = (more: Wire) => inputsOf("once", { templateRef: { name: "once", ...more } });
      const created = await adapter.create(type, { ...once({ syncOnce: true }), conflictPolicy: "overwrite" });
      expect(stored("once").spec.templateRef).toEqual({ name: "once" });
      const read = await refreshed(adapter, type, created);
      await expectDiff(adapter.driver, type, read, created.inputs, []);
      adapter.platform.requests.length = 0;
      const sent = () => adapter.platform.requests.filter(({ body }) => body?.includes("syncOnce")).length;
      const renamed = await update(read, { ...read.inputs, displayName: "Once" });
      expect(sent()).toBe(0);
      const without = await update(renamed, once({}));
      await update(without, once({ syncOnce: true }));
      expect(sent()).toBe(1);
    });

    test.each([type, "SpaceInstance"])("%s: a template gives way to a reference and back, as a whole", async (each) => {
      const spec = () => adapter.stored(`${each.toLowerCase()}s`, "source", "p-web").spec;
      const of = (source: Wire) => ({ name: "source", project: "web", waitForReady: false, ...source });
      const withTemplate = of({ template: { metadata: { labels: { a: "1" } } } });
      const created = await adapter.create(each, withTemplate);
      const referring = of({ templateRef: { name: "sized" } });
      const referred = { ...(await adapter.driver.update(each, created, referring)), inputs: referring };
      expect(spec()).toMatchObject({ templateRef: { name: "sized" } });
      expect(spec()).not.toHaveProperty("template");
      await adapter.driver.update(each, referred, withTemplate);
      expect(spec()).toMatchObject({ template: { metadata: { labels: { a: "1" } } } });
      expect(spec()).not.toHaveProperty("templateRef");
    });

    test("a template and a reference to one are refused together", async () => {
      const { failures } = await adapter.driver.check(type, { ...inputsOf("both"), templateRef: { name: "a" } });
      expect(failures.join()).toContain("cannot be set together with `template`");
    });

    test("an instance that must not be deleted stays, and the error names the annotation", async () => {
      const created = await create("kept");
      await edit("kept", { metadata: { annotations: { "loft.sh/non-deletable": "true" } } });
      expect(await failureOf(adapter.driver.delete(type, created))).toContain("loft.sh/non-deletable");
      await edit("kept", { metadata: { annotations: { "loft.sh/non-deletable": null } } });
      await adapter.driver.delete(type, created);
      expect(adapter.platform.store.get(plural, "kept", "p-web")).toBeUndefined();
    });
  },
  [quickPlatform],
);
