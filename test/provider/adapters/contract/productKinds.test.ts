import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, failureOf, refreshed } from "../../../support/contract";
import type { Wire } from "../../../support/pluginDriver";

const base64 = (text: string) => Buffer.from(text).toString("base64");

const secret = {
  ...{ displayName: "Registry", data: { token: "s3cret-one" }, binaryData: { blob: "/w==" } },
  owner: { user: "admin" },
};

/** A type with its plural, its inputs, a change of them, and the spec that the change sends. */
const kinds: [type: string, path: string, inputs: Wire, change: Wire, spec: object][] = [
  [
    ...(["Project", "projects"] as const),
    { name: "payments", displayName: "Payments", allowedNodeTypes: [], quotas: { project: { users: "3" } } },
    { quotas: { project: { users: "4" } }, members: [{ kind: "User", name: "mia", clusterRole: "viewer" }] },
    { quotas: { project: { users: "4" } }, members: [{ kind: "User", name: "mia", clusterRole: "viewer" }] },
  ],
  [
    ...(["Team", "teams"] as const),
    { name: "devs", users: ["mia"], access: [{ name: "mine", verbs: ["get"], users: ["mia"] }] },
    { users: ["mia", "tom"], access: [{ name: "mine", verbs: ["get", "use"], users: ["mia"] }] },
    { users: ["mia", "tom"] },
  ],
  [
    ...(["User", "users"] as const),
    { name: "mia", username: "mia", email: "mia@example.test", disabled: false },
    { disabled: true },
    { disabled: true },
  ],
  [
    ...(["VirtualClusterTemplate", "virtualclustertemplates"] as const),
    {
      name: "small",
      template: {
        helmRelease: { chart: { version: "0.32.1", password: "s3cret-chart" }, values: "sync: {}\n" },
        objects: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "tools" } }],
      },
      versions: [{ version: "1.0.0", parameters: [{ variable: "size", options: ["s", "m"], defaultValue: "s" }] }],
    },
    { template: { helmRelease: { chart: { version: "0.33.0", password: "s3cret-chart" }, values: "sync: {}\n" } } },
    { template: { helmRelease: { chart: { version: "0.33.0", password: "s3cret-chart" } } } },
  ],
  [
    ...(["ProjectSecret", "namespaces/p-web/projectsecrets"] as const),
    { name: "registry", project: "web", ...secret },
    { data: { token: "s3cret-two", more: "x" } },
    { data: { token: base64("s3cret-two"), more: base64("x"), blob: "/w==" } },
  ],
  [
    ...(["SharedSecret", "namespaces/vcluster-platform/sharedsecrets"] as const),
    { name: "registry", namespace: "vcluster-platform", ...secret },
    { data: { token: "s3cret-two" } },
    { data: { token: base64("s3cret-two"), blob: "/w==" } },
  ],
];

onBothAdapters(
  (adapter) => {
    test.each(kinds)(
      "a %s is created, read without a change, updated and deleted",
      async (type, path, inputs, change, spec) => {
        const { driver, platform } = adapter;
        const created = await adapter.create(type, inputs);
        const outer = inputs.project ?? inputs.namespace;
        expect(created.id).toBe(outer === undefined ? inputs.name : `${outer}/${inputs.name}`);
        const read = await refreshed(adapter, type, created);
        const same = await driver.check(type, inputs, read.inputs);
        await expectDiff(driver, type, read, same.inputs, []);
        const checked = await driver.check(type, { ...inputs, ...change }, read.inputs);
        const updated = await driver.update(type, read, checked.inputs);
        const stored = () =>
          platform.store.list(String(path.split("/").at(-1))).find(({ metadata }) => metadata.name === inputs.name);
        expect(stored()).toMatchObject({ spec });
        await driver.delete(type, { ...read, ...updated });
        expect(stored()).toBeUndefined();
      },
    );

    test("a secret of a project that does not exist names the project", async () => {
      const inputs = { name: "s", project: "absent", data: { a: "b" } };
      expect(await failureOf(adapter.create("ProjectSecret", inputs))).toContain('there is no project "absent"');
    });
  },
  [{ api: 4 }],
);
