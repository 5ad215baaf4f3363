import { check } from "../../../provider/engine/engine";
import type { Resource } from "../../../provider/objects/resource";
import { projectSecret } from "../../../provider/resources/projectSecret";
import { secretObject } from "../../../provider/resources/secretFields";
import { sharedSecret } from "../../../provider/resources/sharedSecret";
import { onServers } from "../../support/adapterUnderTest";
import { canariesIn, canary } from "../../support/canaries";
import { plainOf } from "../../support/contract";
import {
  type Kept,
  type PluginDriver,
  secretMark,
  secretOnWire,
  startDriver,
  type Wire,
} from "../../support/pluginDriver";
import { pluginWithEngine } from "../../support/pluginWithEngine";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A secret's inputs that say where it is, its plural and its namespace. */
const kinds: [resource: Resource, place: Wire, plural: string, namespace: string][] = [
  [projectSecret, { project: "web" }, "projectsecrets", "p-web"],
  [sharedSecret, { namespace: "vcluster-platform" }, "sharedsecrets", "vcluster-platform"],
];

const typed = kinds.map(([resource, ...more]) => [resource.type, resource, ...more] as const);

describe.each(typed)("the inputs of a %s", (_type, resource, place) => {
  const checked = (inputs: Wire) =>
    check(resource, { inputs: { ...place, ...inputs }, naming: { resourceName: "res", suffix: "x7k2p9q" } });

  test("a text that decodes as base64 gets a warning", () => {
    const { problems, warnings } = checked({
      data: { a: base64("a-password"), b: "a-password", c: "test1234", d: "YQ==" },
    });
    expect(problems).toEqual([]);
    const reason = expect.stringContaining("decodes as base64: the provider encodes texts itself. Move");
    expect(warnings).toEqual([{ property: "data.a", reason }]);
  });
});

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    const given = pluginWithEngine(adapter);

    test("a secret of a project that does not exist names the project", async () => {
      const inputs = { name: "s", project: "absent", data: { a: "b" } };
      await expect(adapter.create("ProjectSecret", inputs)).rejects.toThrow('there is no project "absent"');
    });

    describe.each(typed)("a %s", (type, _resource, place, plural, namespace) => {
      const create = (name: string, more: Wire) => adapter.create(type, { name, ...place, ...more });
      const storedData = (name: string) => adapter.stored(plural, name, namespace).spec.data;
      const merge = (name: string, data: Wire) =>
        adapter.merge(`namespaces/${namespace}/${plural}/${name}`, { spec: { data } });
      const valuesOf = ({ inputs }: Kept, field: string) =>
        Object.fromEntries(Object.entries(plainOf(inputs[field]) as Wire).map(([key, value]) => [key, plainOf(value)]));

      test("texts and binary values share one map", async () => {
        const kept = await create("shared", { data: { a: "text é" }, binaryData: { b: "/w==" } });
        expect(storedData("shared")).toEqual({ a: base64("text é"), b: "/w==" });
        const moved = { ...kept.inputs, data: { b: "now a text" }, binaryData: { a: "/v8=" } };
        await adapter.driver.update(type, kept, moved);
        expect(storedData("shared")).toEqual({ a: "/v8=", b: base64("now a text") });
      });

      test.each<[what: string, changes: Wire, detailed: string[]]>([
        ["text", { a: base64("theirs") }, ["data.a: update"]],
        ["text to bytes", { a: "/v8=" }, ["data.a: add"]],
        ["binary value", { b: "/v8=" }, ["binaryData.b: update"]],
        ["value that is gone", { a: null }, ["data.a: add"]],
      ])("a change of a %s by another client is drift", async (what, changes, detailed) => {
        const name = what.replaceAll(" ", "-");
        const kept = await create(name, { data: { a: "ours", z: "stays" }, binaryData: { b: "/w==" } });
        await merge(name, changes);
        const read = { ...kept, ...(await adapter.driver.read(type, kept)) };
        expect((await adapter.driver.diff(type, read, kept.inputs)).detailed).toEqual(detailed);
        expect(valuesOf(read, "data").z).toBe("stays");
        await adapter.driver.update(type, read, kept.inputs);
        expect(storedData(name)).toEqual({ a: base64("ours"), b: "/w==", z: base64("stays") });
      });

      test("the state has the values as secrets", async () => {
        const created = await create("held", { data: { a: canary("text", 1) }, binaryData: { b: "/w==" } });
        const read = { ...created, ...(await adapter.driver.read(type, created)) };
        const updated = await adapter.driver.update(type, read, { ...read.inputs, data: { a: canary("text", 2) } });
        const secrets = (number: number) => ({
          data: secretOnWire({ a: canary("text", number) }),
          binaryData: secretOnWire({ b: "/w==" }),
        });
        expect([created, read, updated].map(({ state }) => state)).toMatchObject([1, 1, 2].map(secrets));
      });

      test("an import has no values, only secret outputs, and the same values in a program change nothing", async () => {
        const values = { data: { a: canary("text", 1) }, binaryData: { b: "/w==" } };
        await create("theirs", values);
        const imported = await adapter.driver.import(type, `${Object.values(place)[0]}/theirs`);
        expect(canariesIn(JSON.stringify(imported))).toEqual([]);
        expect(imported?.state).toMatchObject({ data: secretOnWire(null), binaryData: secretOnWire(null) });
        const kept = imported as Kept;
        adapter.platform.requests.length = 0;
        const updated = await adapter.driver.update(type, kept, { ...kept.inputs, ...values });
        expect(updated.state).toMatchObject({
          data: secretOnWire(values.data),
          binaryData: secretOnWire(values.binaryData),
        });
        expect(storedData("theirs")).toEqual({ a: base64(canary("text", 1)), b: "/w==" });
        expect(JSON.stringify(adapter.platform.requests)).not.toContain("/spec/data");
      });

      test("values of others are left alone", async () => {
        const kept = await create("others", { data: { a: "ours" } });
        await merge("others", { c: base64("theirs"), d: "/v8=" });
        const read = { ...kept, ...(await adapter.driver.read(type, kept)) };
        expect((await adapter.driver.diff(type, read, kept.inputs)).detailed).toEqual([]);
        await adapter.driver.update(type, read, { ...kept.inputs, data: { a: "again" } });
        expect(storedData("others")).toEqual({ a: base64("again"), c: base64("theirs"), d: "/v8=" });
      });

      test("no value is in a problem, a warning or a diff, in plain text or in base64", async () => {
        const { driver, engine } = given;
        const version = (number: number) => ({
          data: { a: canary("text", number), encoded: base64(canary("encoded", number)) },
          binaryData: { b: base64(canary("bytes", number)) },
        });
        const inputs = { name: "canary", ...place, ...version(1) };
        const invalid = await driver.check(type, { ...inputs, binaryData: { ...version(1).data, b: "no!" } });
        const { failures } = await driver.check(type, inputs);
        const words: unknown[] = [invalid.failures, failures];
        const kept = await create("canary", version(1));
        const hidden = (value: unknown) =>
          JSON.stringify(value, (_, member) => (member?.[secretMark] ? "hidden" : member));
        await merge("canary", { a: base64(canary("text", 3)), b: base64(canary("bytes", 3)) });
        const read = { ...kept, ...(await driver.read(type, kept)) };
        words.push(hidden(read), await driver.diff(type, read, kept.inputs));
        words.push(await driver.diff(type, kept, { ...kept.inputs, ...version(2) }));
        words.push(engine.messages, driver.plugin.stderr(), driver.plugin.stdout());
        expect(canariesIn(JSON.stringify(words))).toEqual([]);
      });
    });
  },
  [{ api: 4, omitEmpty: true }],
);

test.each<[string, object, object, number]>([
  ["a new secret without values", {}, {}, 1],
  ["a new secret with values", { data: { a: "b" } }, {}, 0],
  ["a new secret that the platform may fill", { labels: { "loft.sh/sharedsecret-name": "a" } }, {}, 0],
  ["an imported secret", {}, { name: "registry" }, 0],
])("%s: warnings %#", (_, inputs, previous, count) => {
  expect(secretObject.inputWarnings({ ...inputs }, { ...previous })).toHaveLength(count);
});
