import { type AdapterUnderTest, onBothAdapters } from "../../../support/adapterUnderTest";
import { keyOf, readUnfinished, refreshed, unfinishedOf } from "../../../support/contract";
import type { Kept, Wire } from "../../../support/pluginDriver";
import { startMutator } from "../../../support/startMutator";

const type = "OwnedAccessKey";
const path = (name: string) => `ownedaccesskeys/${name}`;
const rule = { verbs: ["get"] };
const scope = { projects: [{ project: "web" }] };

/** A body of a write without a field of the spec, and a URL without the demand to refuse it. */
function dropping(field: string) {
  return (text: string): string => {
    if (!/^[[{]/.test(text)) return text.replace("&fieldValidation=Strict", "");
    const body = JSON.parse(text);
    if (Array.isArray(body)) return JSON.stringify(body.filter((step) => !step.path.startsWith(`/spec/${field}`)));
    const { [field]: _, ...spec } = body.spec ?? {};
    return JSON.stringify({ ...body, spec });
  };
}

/** Runs a test on a server that drops a field of the spec without a word. */
async function withoutField(
  adapter: AdapterUnderTest,
  field: string,
  run: (driver: AdapterUnderTest["driver"]) => Promise<void>,
) {
  const server = await startMutator(adapter.platform.baseUrl, dropping(field));
  const driver = await adapter.configured({ baseUrl: server.baseUrl });
  try {
    await run(driver);
  } finally {
    await driver.close();
    server.close();
  }
}

onBothAdapters((adapter) => {
  const exists = (name: string) => adapter.platform.store.get("ownedaccesskeys", name) !== undefined;

  describe("a server that drops a restriction", () => {
    test.each<[property: string, declared: Wire]>([
      ["rules", { rules: [rule] }],
      ["scope", { scope }],
      ["ttl", { ttl: 60 }],
      ["disabled", { disabled: true }],
      ["user", { user: "ci" }],
      ["subject", { subject: "ci" }],
    ])("fails the create of a key with %s, and the key is gone", async (property, declared) => {
      const name = `dropped-${property}`;
      await withoutField(adapter, property, async (driver) => {
        const { inputs } = await driver.check(type, { name, ...declared });
        const problem = `did not store property "${property}" as declared, so it has more access`;
        await expect(driver.create(type, inputs)).rejects.toThrow(problem);
      });
      expect(exists(name)).toBe(false);
    });

    test("leaves a create unfinished if an earlier request may still land", async () => {
      await withoutField(adapter, "rules", async (driver) => {
        adapter.platform.faults.add({ method: "POST", times: 1, action: { status: 503 } });
        const { inputs } = await driver.check(type, { name: "late", rules: [rule] });
        expect((await unfinishedOf(driver.create(type, inputs))).state.__createNonce).toEqual(expect.any(String));
      });
      expect(exists("late")).toBe(false);
    });

    test("fails an update, whose state is kept so that the next update writes again", async () => {
      const kept = await adapter.create(type, { name: "changed", scope });
      const change = async (driver: AdapterUnderTest["driver"], from: Kept, inputs: Wire) =>
        driver.update(type, from, (await driver.check(type, { name: "changed", ...inputs }, from.inputs)).inputs);
      const failed = { kept };
      await withoutField(adapter, "rules", async (driver) => {
        const { inputs } = await driver.check(type, { name: "changed", rules: [rule] }, kept.inputs);
        failed.kept = await unfinishedOf(driver.update(type, kept, inputs));
        // The same program fails again, also after a refresh.
        for (const next of [failed.kept, await refreshed({ ...adapter, driver }, type, failed.kept)])
          failed.kept = await unfinishedOf(driver.update(type, next, inputs));
        expect(adapter.stored("ownedaccesskeys", "changed").spec.scope).toBeUndefined();
      });
      await change(adapter.driver, failed.kept, { scope });
      expect(adapter.stored("ownedaccesskeys", "changed").spec.scope).toEqual(scope);
    });

    test("does not stop an update of another field after somebody else took the restriction away", async () => {
      const kept = await adapter.create(type, { name: "widened", scope });
      await adapter.merge(path("widened"), { spec: { scope: null } });
      const { inputs } = await adapter.driver.check(type, { name: "widened", scope, displayName: "d" }, kept.inputs);
      await adapter.driver.update(type, kept, inputs);
      expect(adapter.stored("ownedaccesskeys", "widened").spec).toMatchObject({ displayName: "d" });
    });
  });

  describe("a create whose response lacks the spec", () => {
    test("keeps a key that was stored with its restrictions", async () => {
      const server = await startMutator(adapter.platform.baseUrl);
      server.change = ({ method, body }) => (method === "POST" ? { ...(body as object), spec: undefined } : body);
      const driver = await adapter.configured({ baseUrl: server.baseUrl });
      const { inputs } = await driver.check(type, { name: "trimmed", key: "trimmed-key-0123456789", scope });
      expect(keyOf(await driver.create(type, inputs))).toBe("trimmed-key-0123456789");
      expect(adapter.stored("ownedaccesskeys", "trimmed").spec).toMatchObject({ scope });
      await driver.close();
      server.close();
    });
  });

  test("a key that cannot be deleted again stays unfinished, without its value, also after a refresh", async () => {
    await withoutField(adapter, "rules", async (driver) => {
      const { inputs } = await driver.check(type, { name: "kept", rules: [rule] });
      adapter.platform.faults.add({ method: "DELETE", times: 1, action: { status: 403 } });
      const failed = { ...(await unfinishedOf(driver.create(type, inputs))), inputs };
      const read = await readUnfinished({ ...adapter, driver }, type, failed);
      expect([keyOf(failed), keyOf(read)]).toEqual(["", ""]);
      await expect(driver.update(type, { ...read, inputs }, inputs)).rejects.toThrow("did not store property");
    });
    expect(exists("kept")).toBe(false);
  });

  describe("a server that refuses a field that it does not know", () => {
    const refuses = (method: "POST" | "PATCH", field: string) =>
      adapter.platform.faults.add({
        method,
        times: 1,
        action: {
          // As Kubernetes: 422 for a patch, with the object before the reason.
          status: method === "PATCH" ? 422 : 400,
          body: {
            kind: "Status",
            reason: method === "PATCH" ? "Invalid" : "BadRequest",
            message: `"" is invalid: patch: Invalid value: "{}": strict decoding error: unknown field "${field}"`,
          },
        },
      });

    test("is an error that names the property and what to use in its place", async () => {
      refuses("POST", "spec.rules");
      const { inputs } = await adapter.driver.check(type, { name: "strict", rules: [rule] });
      const words = 'does not know property "rules" and would not store it, so nothing was written. Use scope.rules.';
      await expect(adapter.driver.create(type, inputs)).rejects.toThrow(words);
      expect(exists("strict")).toBe(false);
    });

    test("names the path in extraSpec", async () => {
      refuses("POST", "spec.mispeled");
      const { inputs } = await adapter.driver.check(type, { name: "extra", extraSpec: { mispeled: 1 } });
      await expect(adapter.driver.create(type, inputs)).rejects.toThrow('does not know property "extraSpec.mispeled"');
    });

    test("does not stop an update if another client stored the field", async () => {
      const kept = await adapter.create(type, { name: "foreign" });
      refuses("PATCH", "spec.formerField");
      const { inputs } = await adapter.driver.check(type, { name: "foreign", displayName: "d" }, kept.inputs);
      await adapter.driver.update(type, kept, inputs);
      expect(adapter.stored("ownedaccesskeys", "foreign").spec).toMatchObject({ displayName: "d" });
      const patches = adapter.platform.requests.filter(({ method }) => method === "PATCH");
      const queries = patches.map((request) => new URLSearchParams(request.path.split("?")[1]));
      expect(queries.map((query) => query.get("fieldValidation"))).toEqual(["Strict", "Warn"]);
    });
  });
});
