import { onBothAdapters, onServers } from "../../support/adapterUnderTest";
import { createAsColleague, writesOf } from "../../support/http";
import { type PluginDriver, secretOnWire, startDriver, type Wire } from "../../support/pluginDriver";
import { rejection } from "../api/scriptedServer";

const type = "PlatformObject";
const role = (name: string, spec: Wire = {}, more: Wire = {}): Wire => ({
  kind: "ClusterRoleTemplate",
  name,
  spec: { displayName: "Viewer", ...spec },
  ...more,
});
const platform = { api: 4, omitEmpty: true, namespaceMs: 0 } as const;

onBothAdapters(
  (adapter) => {
    const live = (name: string) => adapter.stored("clusterroletemplates", name);

    test("fields that others add survive an update, and are no drift", async () => {
      const kept = await adapter.create(type, role("shared", { management: true }));
      await adapter.merge("clusterroletemplates/shared", { spec: { description: "of a colleague" } });
      const read = await adapter.driver.read(type, kept);
      expect(read?.state.spec).toEqual({ displayName: "Viewer", management: true });
      expect(await adapter.driver.diff(type, { ...kept, ...read }, kept.inputs)).toMatchObject({ changes: false });
      await adapter.driver.update(type, kept, { ...kept.inputs, spec: { displayName: "Reader" } });
      expect(live("shared").spec).toEqual(
        expect.objectContaining({ displayName: "Reader", description: "of a colleague" }),
      );
      expect(live("shared").spec).not.toHaveProperty("management");
    });

    test("the state has the plural, so later operations ask for no kinds", async () => {
      const kept = await adapter.create(type, role("known"));
      const other = await adapter.configured({});
      adapter.platform.requests.length = 0;
      await other.update(type, kept, { ...kept.inputs, spec: { displayName: "Second" } });
      await other.read(type, kept);
      await other.delete(type, kept);
      await other.close();
      const paths = adapter.platform.requests.map(({ path }) => path);
      expect(paths.filter((path) => path.endsWith("/v1"))).toEqual([]);
    });

    test("an object in a project is found by project", async () => {
      const inputs = { kind: "ProjectSecret", project: "web", name: "open", spec: { displayName: "Open" } };
      const kept = await adapter.driver.create(type, inputs);
      expect(kept.id).toBe("ProjectSecret/web/open");
      expect(adapter.stored("projectsecrets", "open", "p-web").spec).toMatchObject({ displayName: "Open" });
      await adapter.driver.delete(type, kept);
    });

    test("a project can have the name of the word in ids", async () => {
      await createAsColleague(adapter.platform, "projects", { kind: "Project", metadata: { name: "namespaces" } });
      const inputs = { kind: "ProjectSecret", project: "namespaces", name: "open", spec: {} };
      const kept = await adapter.driver.create(type, inputs);
      expect(kept.id).toBe("ProjectSecret/namespaces/open");
      expect((await adapter.driver.read(type, kept))?.state.uid).toBe(kept.state.uid);
      await adapter.driver.delete(type, kept);
    });

    test("an object in another namespace is found by namespace", async () => {
      const place = { namespace: "vcluster-platform" };
      const kept = await adapter.driver.create(type, { kind: "SharedSecret", name: "open", ...place, spec: {} });
      expect(kept.id).toBe("SharedSecret/namespaces/vcluster-platform/open");
      expect((await adapter.driver.read(type, kept))?.state.uid).toBe(kept.state.uid);
      await adapter.driver.delete(type, kept);
    });

    test.each<[string, Wire, RegExp]>([
      ["a kind that is not there", { kind: "Clster" }, /no kind "Clster"\. It has: .*ClusterRoleTemplate/],
      ["a kind without the verbs", { kind: "Self" }, /"Self" cannot be managed: .*not offer get, patch, delete/],
      ["a missing project", { kind: "ProjectSecret" }, /"ProjectSecret" are in a project: set `project`/],
      ["a needless project", { kind: "App", project: "web" }, /"App" are in no project or namespace: remove `project`/],
    ])("%s is an error before anything is written", async (_, inputs, message) => {
      adapter.platform.requests.length = 0;
      const error = await rejection(adapter.driver.create(type, { name: "x", ...inputs }));
      expect(error.message).toMatch(message);
      expect(writesOf(adapter.platform)).toEqual([]);
    });

    test("waitFor waits for a phase", async () => {
      const inputs = { kind: "NodeProvider", name: "metal", spec: { displayName: "Metal" }, waitFor: "Available" };
      const created = adapter.create(type, inputs);
      const phase = (text: string) => adapter.merge("nodeproviders/metal/status", { status: { phase: text } });
      while (!adapter.platform.store.get("nodeproviders", "metal")) await new Promise((done) => setTimeout(done, 10));
      await phase("Available");
      expect((await created).state.phase).toBe("Available");
    });
  },
  [platform],
);

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    test("an import has no spec, and says so", async () => {
      const secret = "canary-of-a-foreign-spec";
      await createAsColleague(adapter.platform, "clusterroletemplates", {
        kind: "ClusterRoleTemplate",
        metadata: { name: "theirs", labels: { team: "web" } },
        spec: { displayName: secret },
      });
      const imported = await adapter.driver.import(type, "ClusterRoleTemplate/theirs");
      expect(imported?.inputs).toMatchObject({ kind: "ClusterRoleTemplate", name: "theirs", labels: { team: "web" } });
      expect(JSON.stringify(imported)).not.toContain(secret);
      const declared = { ...imported?.inputs, spec: { management: true } };
      const updated = await adapter.driver.update(type, imported as never, declared);
      expect(adapter.stored("clusterroletemplates", "theirs").spec).toMatchObject({
        management: true,
        displayName: secret,
      });
      expect(JSON.stringify(updated)).not.toContain(secret);
    });

    test.each(["theirs", "clusterroletemplates/theirs", "ClusterRoleTemplate/a/b/c", ""])(
      "the id %p is refused with the form of ids",
      async (id) => {
        const { message } = await rejection(adapter.driver.import(type, id));
        expect(message).toContain("The id is `<Kind>/<name>`");
      },
    );

    test("an object without a spec is imported, and is not created again without it", async () => {
      const inputs = { kind: "ClusterRoleTemplate", name: "bare" };
      const { failures } = await adapter.driver.check(type, inputs);
      expect(failures).toEqual([expect.stringContaining('"spec" is required for a new object, since an import')]);
      expect((await adapter.driver.check(type, inputs, inputs)).failures).toEqual([]);
    });

    test("a value that the program marks secret is secret in the state and in errors", async () => {
      const text = "canary-of-a-node-provider";
      const inputs = { kind: "NodeProvider", name: "cloud", spec: { displayName: secretOnWire(text) } };
      const { state } = await adapter.create(type, inputs);
      expect(state.spec).toEqual({ displayName: secretOnWire(text) });
      const body = JSON.stringify({ kind: "Status", status: "Failure", message: `bad ${text}`, code: 422 });
      adapter.platform.faults.add({ verb: "create", kind: "nodeproviders", times: 1, action: { status: 422, body } });
      const { message } = await rejection(adapter.driver.create(type, { ...inputs, name: "other" }));
      expect(message).not.toContain(text);
    });

    test("the objects of a kind are listed with ids for an import", async () => {
      await adapter.create(type, role("listed"));
      const { ids } = await adapter.driver.list(type, { query: { kind: "ClusterRoleTemplate" } });
      expect(ids).toContain("ClusterRoleTemplate/listed");
    });
  },
  [platform],
);
