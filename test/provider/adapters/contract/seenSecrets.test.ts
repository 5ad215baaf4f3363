import { type AdapterUnderTest, onBothAdapters } from "../../../support/adapterUnderTest";
import { failureOf, isPlugin } from "../../../support/contract";
import { invalidAnswer } from "../../../support/invalidAnswer";
import { configurePlugin, type Kept, type PluginDriver, secretOnWire, type Wire } from "../../../support/pluginDriver";

const [templates, keys] = ["SpaceTemplate", "OwnedAccessKey"];
const charts = (password: string): Wire => ({ template: { charts: [{ name: "app", password }] } });

/** How the process comes to know a secret of a template. */
const ways: readonly [way: string, learn: (adapter: AdapterUnderTest, secret: string) => Promise<unknown>][] = [
  ["was checked", ({ driver }, secret) => driver.check(templates, { name: "checked", ...charts(secret) })],
  [
    "was in the inputs of an earlier run",
    ({ driver }, secret) => driver.check(templates, { name: "earlier" }, { name: "earlier", ...charts(secret) }),
  ],
  ["was compared", ({ driver }, secret) => driver.diff(templates, kept({}), { name: "compared", ...charts(secret) })],
  [
    "is in a compared state",
    ({ driver }, secret) => driver.diff(templates, kept(charts(secret)), { name: "compared" }),
  ],
  ["was created", (adapter, secret) => adapter.create(templates, { name: "created", ...charts(secret) })],
  ["was marked", (adapter, secret) => adapter.create(templates, { name: "marked", description: secretOnWire(secret) })],
  ["is in a response", readForeign],
  ["is the key of another provider", useAnother],
];

/** A resource whose state has these fields. */
const kept = (fields: Wire): Kept => {
  const inputs = { name: "compared", ...fields };
  return { id: "compared", inputs, state: { ...inputs, __inputs: inputs } };
};

/** Reads an object into which another client wrote the secret. */
async function readForeign(adapter: AdapterUnderTest, secret: string): Promise<void> {
  const created = await adapter.create(templates, { name: "foreign", ...charts("own-password-0123456789") });
  await adapter.merge("spacetemplates/foreign", { spec: charts(secret) });
  await adapter.driver.read(templates, created);
}

/** Sends a request with this key, in the same process. */
async function useAnother({ driver, configured, platform }: AdapterUnderTest, accessKey: string): Promise<void> {
  const { baseUrl, accessKey: own } = platform;
  if (isPlugin(driver)) await configurePlugin((driver as PluginDriver).plugin, { baseUrl, accessKey });
  const other = isPlugin(driver) ? driver : await configured({ accessKey });
  await failureOf(other.create(templates, { name: "refused" }));
  if (isPlugin(driver)) await configurePlugin((driver as PluginDriver).plugin, { baseUrl, accessKey: own });
}

onBothAdapters(
  (adapter) => {
    test.each(ways)("an error about a key masks the secret of another resource that %s", async (way, learn) => {
      const secret = `s3cr3t-that-${way.replaceAll(" ", "-")}-01`;
      await learn(adapter, secret);
      for (const quoted of [secret, JSON.stringify(JSON.stringify({ secret })), btoa(secret)]) {
        const action = invalidAnswer(`the webhook said ${quoted}`);
        adapter.platform.faults.add({ method: "POST", kind: keys, times: 1, action });
        const message = await failureOf(adapter.create(keys, { name: "refused", user: "ci" }));
        expect(message).toContain("the webhook said");
        expect(message).toContain("[secret]");
        expect(message).not.toContain(secret.slice(3, -3));
        expect(message).not.toContain(btoa(secret).slice(4, 16));
      }
    });

    test("the last refusal of an update shows no text that may quote a secret set since the read", async () => {
      const secret = "set-by-another-client-0123456789";
      const { inputs, ...created } = await adapter.create(templates, { name: "late", description: "a" });
      const patch = { method: "PATCH", name: "late", times: 1 } as const;
      adapter.platform.faults.add({ ...patch, action: "conflict" });
      const refusal = invalidAnswer(`spec.template is wrong: ${secret}`);
      adapter.platform.faults.add({ ...patch, action: { ...refusal, headers: { "retry-after": "9999" } } });
      const changed = { ...inputs, description: "b" };
      const message = await failureOf(adapter.driver.update(templates, { inputs, ...created }, changed));
      expect(message).toContain("422");
      expect(message).not.toContain(secret.slice(0, 8));
    });

    test("a refusal of Check masks the secret of another resource", async () => {
      const secret = "s3cr3t_of_another_resource!";
      await adapter.driver.check(templates, { name: "checked", ...charts(secret) });
      const { failures } = await adapter.driver.check(templates, { name: "refused", labels: { [secret]: "a" } });
      expect(failures.join()).toContain("labels");
      expect(failures.join()).not.toContain(secret.slice(0, 8));
    });

    test("the words of a secret manifest stay in errors about other resources", async () => {
      const objects = secretOnWire("apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  password: hunter22\n");
      await adapter.driver.check(templates, { name: "checked", template: { objects } });
      const causes = [{ field: "metadata.labels", message: "the apiVersion of this webhook is unknown" }];
      adapter.platform.faults.add({ method: "POST", kind: keys, times: 1, action: invalidAnswer("no", causes) });
      const message = await failureOf(adapter.create(keys, { name: "refused", user: "ci", labels: { a: "b" } }));
      expect(message).toContain('the platform refuses property "labels": the apiVersion of this webhook is unknown');
    });

    test("an ordinary word that is a secret elsewhere stays in the provider's own sentences", async () => {
      await adapter.driver.check(templates, { name: "checked", description: secretOnWire("string") });
      const { failures } = await adapter.driver.check(templates, { name: "refused", displayName: 1 });
      expect(failures.join()).toContain('"displayName" must be a string');
    });
  },
  [{}],
);
