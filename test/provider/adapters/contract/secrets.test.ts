import { onBothAdapters } from "../../../support/adapterUnderTest";
import { failureOf, isPlugin, keyOf, plainOf, refreshed } from "../../../support/contract";
import { invalidAnswer } from "../../../support/invalidAnswer";
import { secretOnWire, type Wire } from "../../../support/pluginDriver";
import { withMutator, withSpec } from "../../../support/startMutator";

const [templates, keys] = ["SpaceTemplate", "OwnedAccessKey"];
const canary = "Sup3rS3cretPassw0rd";
const spelled = (text: string, prefix: string) =>
  [...text].map((char) => `${prefix}${char.charCodeAt(0).toString(16)}`).join("");
const manifest = (rest: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: of-a-long-manifest}\nstringData:\n  ${rest}`;
const template = (objects: unknown) => ({ template: secretOnWire({ objects }) });
const secretManifest = (rest: string) => template(manifest(rest));
const description = canary.length;

/** Inputs that Check refuses, and the words of the refusal. */
const refused: [what: string, type: string, inputs: Wire, words: string][] = [
  ["a tag", templates, secretManifest(`password: !${canary}`), "line 5. The reason is not shown"],
  ["a tag with a prefix", templates, template(`%TAG !a! ${canary}\n---\na: !a!b c`), "line 3. The"],
  ["an alias", templates, secretManifest(`password: *${canary}`), "line 5. The"],
  ["a key", templates, secretManifest(`${canary}: .inf`), "is not valid. The reason"],
  ["an escaped key", templates, secretManifest(`"${spelled(canary, "\\x")}": .inf`), "is not valid. The reason"],
  ["a key of an object", templates, template([{ [canary]: "a" }]), "is not valid. The reason"],
  ["a label", templates, { labels: secretOnWire({ [`${canary}!`]: "x" }) }, "labels"],
  ["a member of a secret field", keys, { oidcLogin: { [canary]: 1 } }, "oidcLogin"],
  ["a field of another type", keys, { key: { [canary]: canary } }, "key"],
  ["a name beside a known one", keys, { oidcLogin: { idToken: "x", [canary]: 1 } }, "Known here: idToken,"],
  ["a word of the message", keys, { key: "string", displayName: 1, description }, '"displayName" must be a string'],
];

onBothAdapters(
  (adapter) => {
    test.each(refused)("a refusal of Check shows no secret: %s", async (_, type, inputs, words) => {
      const { failures } = await adapter.driver.check(type, { name: "refused", ...inputs });
      const message = failures.join("\n");
      expect(message).toContain(words);
      expect(message).not.toContain(canary.slice(0, 6));
    });

    test.each<[string, Wire, object]>([
      ["a label", { labels: secretOnWire({ a: "1" }) }, { metadata: { labels: { a: canary } } }],
      ["an annotation", { annotations: secretOnWire({ a: "1" }) }, { metadata: { annotations: { a: canary } } }],
      ["extraSpec", { extraSpec: secretOnWire({ size: "1" }) }, { spec: { size: canary } }],
      ["a moved field", { extraSpec: secretOnWire({ description: "1" }) }, { spec: { description: canary } }],
      ["a field", { description: secretOnWire("1") }, { spec: { description: canary } }],
    ])(
      "what another client wrote into %s that is secret is masked if the server quotes it",
      async (what, inputs, theirs) => {
        const name = `theirs-${what.replace(/\W/g, "-").toLowerCase()}`;
        const kept = await adapter.create(templates, { name, ...inputs });
        await adapter.merge(`spacetemplates/${name}`, theirs);
        adapter.platform.faults.add({
          method: "PATCH",
          kind: templates,
          times: 2,
          action: invalidAnswer(`no: "${canary}"`),
        });
        const message = await failureOf(adapter.driver.update(templates, kept, { ...kept.inputs, displayName: "two" }));
        expect(message).toContain("[secret]");
        expect(message).not.toContain(canary);
      },
    );

    test("a refusal of Check shows other values", async () => {
      const objects = manifest("password: *shown-text");
      const inputs = { name: "refused", displayName: secretOnWire("is another secret"), template: { objects } };
      const { failures } = await adapter.driver.check(templates, inputs);
      expect(failures.join("\n")).toContain('unidentified alias "shown-text"');
    });

    test("the state that a dynamic resource left masks the secrets in it and nothing else", async () => {
      const kept = await adapter.create(templates, { name: "moved-name", description: secretOnWire("hidden-text") });
      const left = { __inputs: secretOnWire({ name: "moved-name", description: "hidden-text" }), __provider: "text" };
      await adapter.merge("spacetemplates/moved-name", { spec: { description: "hidden-text-of-theirs" } });
      const inputs = { name: "moved-name", description: secretOnWire("another-text") };
      const moved = isPlugin(adapter.driver) ? { ...kept, state: { ...kept.state, ...left } } : kept;
      const message = await failureOf(adapter.driver.update(templates, moved, inputs));
      expect(message).toContain('Cannot update SpaceTemplate "moved-name"');
      expect(message).not.toMatch(/hidden-text|another-text/);
    });
  },
  [{}],
);

onBothAdapters((adapter) => {
  const at = withMutator(adapter);
  /** The platform shows these fields of the spec, except in responses to creates. */
  const mask = (shown: object) => {
    at.mutator.change = ({ method, status, body }) => {
      const isShown = status < 300 && method !== "POST" && (body as { spec?: object }).spec;
      return isShown ? withSpec(body, shown) : body;
    };
  };
  const specOf = (name: string) => adapter.stored("ownedaccesskeys", name).spec;
  const own = "supplied-key-canary-0123456789";
  const next = "supplied-key-canary-9876543210";

  test("secrets of the inputs are secrets of the state", async () => {
    const oidcProvider = { clientId: "c", nonce: "upstream" };
    const inputs = { name: "wrapped", key: own, oidcProvider, description: secretOnWire("hidden") };
    const { state } = await adapter.create(keys, inputs);
    // Dynamic resources leave that to the SDK.
    const secret = isPlugin(adapter.driver) ? secretOnWire : (value: unknown) => value;
    expect(state).toMatchObject({
      key: secret(own),
      oidcProvider: { clientId: "c", nonce: secret("upstream") },
      description: secret("hidden"),
    });
    const generated = await adapter.create(keys, { name: "generated" });
    expect(generated.state.key).toEqual(secret(keyOf(generated)));
  });

  const quota = (password: unknown) => ({
    template: {
      objects: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "of-list" }, stringData: { password } }],
    },
  });

  /** The error of a create that the platform refuses in these words. */
  const refusalOf = (words: string) => {
    adapter.platform.faults.add({ method: "POST", kind: keys, times: 1, action: invalidAnswer(words) });
    return failureOf(adapter.create(keys, { name: "refused", user: "ci" }));
  };

  test("a secret inside a list is the only secret of the list", async () => {
    const password = "list-password-0123456789";
    const { inputs, state } = await adapter.create(templates, { name: "listed", ...quota(secretOnWire(password)) });
    // The platform stores the list as a text. Dynamic resources have no marks inside of properties.
    if (isPlugin(adapter.driver)) {
      expect(inputs.template).toEqual(quota(secretOnWire(password)).template);
      expect(state.template).toEqual({ objects: secretOnWire(expect.stringContaining(password)) });
    }
    const message = await refusalOf(`no: the Secret of-list has ${password}`);
    expect(message).not.toContain(password);
    if (isPlugin(adapter.driver)) expect(message).toContain("no: the Secret of-list has [secret]");
  });

  test("a list with a secret that another client has made a text is secret as a whole", async () => {
    const created = await adapter.create(templates, { name: "texts", ...quota(secretOnWire("text-password-0123")) });
    const objects = "apiVersion: v1\nkind: Secret\nstringData: {password: another-password-0123}\n";
    await adapter.merge("spacetemplates/texts", { spec: { template: { objects } } });
    const read = await refreshed(adapter, templates, created);
    if (isPlugin(adapter.driver))
      expect([read.inputs.template, read.state.template]).toMatchObject(
        Array(2).fill({ objects: secretOnWire(objects) }),
      );
    const action = invalidAnswer('no: "another-password-0123"');
    adapter.platform.faults.add({ method: "PATCH", kind: templates, times: 2, action });
    const inputs = { ...read.inputs, displayName: "two" };
    const message = await failureOf(adapter.driver.update(templates, { ...created, ...read }, inputs));
    expect(message).toContain('no: "[secret]"');
  });

  test.each<[string, unknown]>([
    ["asterisks", "****"],
    ["null", null],
  ])("a declared key that reads show as %s keeps its value", async (what, key) => {
    const name = `masked-${what}`;
    mask({ key });
    const { driver } = at;
    const { inputs } = await driver.check(keys, { name, user: "ci", ttl: 60, key: own });
    const created = await driver.create(keys, inputs);
    const read = await refreshed({ ...adapter, driver }, keys, created);
    expect([plainOf(read.inputs.key), keyOf(read)]).toEqual([own, own]);
    const patched = await driver.update(keys, read, { ...read.inputs, displayName: "b" });
    expect([keyOf(patched), specOf(name).key]).toEqual([own, own]);
    const changed = await driver.update(keys, patched, { ...patched.inputs, key: next });
    expect([keyOf(changed), specOf(name).key]).toEqual([next, next]);
  });

  test("tokens of a login that are masked in part are written back unmasked", async () => {
    const login = { idToken: "an-id-token-0123456789", accessToken: "a-token-0123456789", refreshToken: "" };
    mask({ oidcLogin: { ...login, accessToken: "***" } });
    const { driver } = at;
    const { inputs } = await driver.check(keys, { name: "login", user: "ci", ttl: 60, oidcLogin: login });
    const created = await driver.create(keys, inputs);
    await driver.update(keys, created, { ...created.inputs, displayName: "b" });
    expect(specOf("login").oidcLogin).toMatchObject({ accessToken: login.accessToken });
  });
});
