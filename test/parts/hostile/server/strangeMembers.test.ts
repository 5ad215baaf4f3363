import { onBothAdapters } from "../../../support/adapterUnderTest";
import { secretOnWire } from "../../../support/pluginDriver";
import { withMembers, withMetadata, withMutator, withSpec } from "../../../support/startMutator";

const red = "\u001b[31mred\u0007";
const isKey = (body: unknown) => (body as { kind?: unknown } | null)?.kind === "OwnedAccessKey";
const managedFields = [{ manager: red, fieldsV1: { "f:spec": { "f:disabled": {} } } }];

onBothAdapters(
  (adapter) => {
    const at = withMutator(adapter);
    const newKey = (name: string, more = {}) => adapter.create("OwnedAccessKey", { name, user: "ci", ...more });
    const changeOf = async (...read: Parameters<typeof at.driver.read>) =>
      (await at.driver.read(...read))?.state.externalChange;

    test.each(["items", "continueToken", "length"])("an object with a member %s is one object", async (member) => {
      const name = `m-${member.toLowerCase()}`;
      const { inputs } = await at.driver.check("SpaceTemplate", { name });
      at.mutator.change = ({ body }) => withMembers(body, { [member]: {} });
      const kept = await at.driver.create("SpaceTemplate", inputs);
      expect(kept.state.uid).toBe(adapter.stored("spacetemplates", name).metadata.uid);
      expect((await at.driver.read("SpaceTemplate", kept))?.state.uid).toBe(kept.state.uid);
    });

    test.each<[what: string, change: { metadata: object; spec?: object }, words: string]>([
      ["a finalizer", { metadata: { deletionTimestamp: "t", finalizers: [red] } }, "waiting for \\u001b[31mred\\u0007"],
      ["the uid", { metadata: { uid: red } }, "is \\u001b[31mred\\u0007"],
      [
        "the manager that disabled a key",
        { spec: { disabled: true }, metadata: { managedFields } },
        'by "\\u001b[31mred\\u0007"',
      ],
    ])("the state escapes control characters of %s", async (what, { metadata, spec = {} }, words) => {
      const kept = await newKey(`red-${what.length}`);
      // The uid of a project tells platforms apart.
      at.mutator.change = ({ body }) => (isKey(body) ? withSpec(withMetadata(body, metadata), spec) : body);
      expect(await changeOf("OwnedAccessKey", kept)).toContain(words);
    });

    test("the state masks secrets in the time of deletion and in finalizers", async () => {
      const kept = await newKey("told");
      for (const secret of [
        adapter.stored("ownedaccesskeys", kept.id).spec?.key as string,
        adapter.platform.accessKey,
      ]) {
        at.mutator.change = ({ body }) =>
          withMetadata(body, { deletionTimestamp: secret, finalizers: [`x/${secret}`] });
        const change = await changeOf("OwnedAccessKey", kept);
        expect(change).toMatch(/\[secret\].*\[secret\]/);
        expect(change).not.toContain(secret);
      }
    });

    test("a secret that equals a word of ours does not mask this word", async () => {
      const kept = await newKey("worded", { description: secretOnWire("disabled") });
      at.mutator.change = ({ body }) => withSpec(body, { disabled: true });
      expect(await changeOf("OwnedAccessKey", kept)).toContain("the key was disabled outside");
    });

    test("a response without creationTimestamp does not change the recorded expiry", async () => {
      const kept = await newKey("timeless", { ttl: 3600 });
      const { creationTimestamp, expiresAt } = kept.state;
      expect(expiresAt).toBeTruthy();
      at.mutator.change = ({ body }) => withMetadata(body, { creationTimestamp: null });
      expect((await at.driver.read("OwnedAccessKey", kept))?.state).toMatchObject({ creationTimestamp, expiresAt });
      const updated = await at.driver.update("OwnedAccessKey", kept, { ...kept.inputs, displayName: "b" });
      expect(updated.state).toMatchObject({ displayName: "b", creationTimestamp, expiresAt });
    });
  },
  [{}],
);
