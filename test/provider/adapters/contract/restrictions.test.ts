import { unfinishedOf } from "../../../support/contract";
import { type FaceUnderTest, onBothFaces } from "../../../support/faceUnderTest";
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
  face: FaceUnderTest,
  field: string,
  run: (driver: FaceUnderTest["driver"]) => Promise<void>,
) {
  const server = await startMutator(face.platform.baseUrl, dropping(field));
  const driver = await face.configured({ baseUrl: server.baseUrl });
  try {
    await run(driver);
  } finally {
    await driver.close();
    server.close();
  }
}

onBothFaces((face) => {
  const exists = (name: string) => face.platform.store.get("ownedaccesskeys", name) !== undefined;

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
      await withoutField(face, property, async (driver) => {
        const { inputs } = await driver.check(type, { name, ...declared });
        const problem = `did not store property "${property}" as declared, so it has more access`;
        await expect(driver.create(type, inputs)).rejects.toThrow(problem);
      });
      expect(exists(name)).toBe(false);
    });

    test("fails an update, whose state is kept so that the next update writes again", async () => {
      const kept = await face.create(type, { name: "changed", scope });
      const change = async (driver: FaceUnderTest["driver"], from: Kept, inputs: Wire) =>
        driver.update(type, from, (await driver.check(type, { name: "changed", ...inputs }, from.inputs)).inputs);
      const failed = { kept };
      await withoutField(face, "rules", async (driver) => {
        const { inputs } = await driver.check(type, { name: "changed", rules: [rule] }, kept.inputs);
        failed.kept = { ...(await unfinishedOf(driver.update(type, kept, inputs))), inputs };
        expect(face.stored("ownedaccesskeys", "changed").spec.scope).toBeUndefined();
      });
      await change(face.driver, failed.kept, { scope });
      expect(face.stored("ownedaccesskeys", "changed").spec.scope).toEqual(scope);
    });

    test("does not stop an update of another field after somebody else took the restriction away", async () => {
      const kept = await face.create(type, { name: "widened", scope });
      await face.merge(path("widened"), { spec: { scope: null } });
      const { inputs } = await face.driver.check(type, { name: "widened", scope, displayName: "d" }, kept.inputs);
      await face.driver.update(type, kept, inputs);
      expect(face.stored("ownedaccesskeys", "widened").spec).toMatchObject({ displayName: "d" });
    });
  });

  describe("a server that refuses a field that it does not know", () => {
    const refuses = (method: "POST" | "PATCH", field: string) =>
      face.platform.faults.add({
        method,
        times: 1,
        action: {
          status: 400,
          body: {
            kind: "Status",
            reason: "BadRequest",
            code: 400,
            message: `OwnedAccessKey in version "v1" cannot be handled as a OwnedAccessKey: strict decoding error: unknown field "${field}"`,
          },
        },
      });

    test("is an error that names the property and what to use in its place", async () => {
      refuses("POST", "spec.rules");
      const { inputs } = await face.driver.check(type, { name: "strict", rules: [rule] });
      const words = 'does not know property "rules" and would not store it, so nothing was written. Use scope.rules.';
      await expect(face.driver.create(type, inputs)).rejects.toThrow(words);
      expect(exists("strict")).toBe(false);
    });

    test("names the path in extraSpec", async () => {
      refuses("POST", "spec.mispeled");
      const { inputs } = await face.driver.check(type, { name: "extra", extraSpec: { mispeled: 1 } });
      await expect(face.driver.create(type, inputs)).rejects.toThrow('does not know property "extraSpec.mispeled"');
    });

    test("does not stop an update if another client stored the field", async () => {
      const kept = await face.create(type, { name: "foreign" });
      refuses("PATCH", "spec.formerField");
      const { inputs } = await face.driver.check(type, { name: "foreign", displayName: "d" }, kept.inputs);
      await face.driver.update(type, kept, inputs);
      expect(face.stored("ownedaccesskeys", "foreign").spec).toMatchObject({ displayName: "d" });
      const patches = face.platform.requests.filter(({ method }) => method === "PATCH");
      const queries = patches.map((request) => new URLSearchParams(request.path.split("?")[1]));
      expect(queries.map((query) => query.get("fieldValidation"))).toEqual(["Strict", "Warn"]);
    });
  });
});
