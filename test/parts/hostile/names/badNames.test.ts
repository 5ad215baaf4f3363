import { resolveConfig } from "../../../../provider/config/resolveConfig";
import { onBothAdapters, onServers } from "../../../support/adapterUnderTest";
import { groupPath } from "../../../support/http";
import { startDriver, type Wire } from "../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { badTexts, expectSafe, loneSurrogate, type Place } from "./badTexts";

const source = { cluster: "c", namespace: "n", name: "s" };
const request = { project: "web", sourceVirtualCluster: source };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
const keyed = (key: string) => Object.fromEntries([[key, "v"]]);
const from = (part: object) => ({ ...request, sourceVirtualCluster: { ...source, ...part } });

const [template, key, imported] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];

/** A property, the path in its error, the rules for its text, and inputs with a given text. */
const properties: [type: string, path: string, place: Place, inputs: (text: string) => Wire][] = [
  [template, "name", "name", (name) => ({ name })],
  [key, "name", "name", (name) => ({ name, user: "ci" })],
  [template, "generateName", "prefix", (generateName) => ({ generateName })],
  [template, "labels", "labelKey", (key) => ({ labels: keyed(key) })],
  [template, "labels.k", "labelValue", (k) => ({ labels: { k } })],
  [imported, "labels.k", "labelValue", (k) => ({ ...request, labels: { k } })],
  [template, "finalizers[0]", "labelKey", (entry) => ({ finalizers: [entry] })],
  [template, "ownerReferences[0].name", "segment", (name) => ({ ownerReferences: [{ ...owner, name }] })],
  [template, "ownerReferences[0].kind", "segment", (kind) => ({ ownerReferences: [{ ...owner, kind }] })],
  [template, "ownerReferences[0].uid", "segment", (uid) => ({ ownerReferences: [{ ...owner, uid }] })],
  [imported, "project", "project", (project) => ({ ...request, project })],
  [imported, "sourceVirtualCluster.cluster", "name", (cluster) => from({ cluster })],
  [imported, "sourceVirtualCluster.namespace", "project", (namespace) => from({ namespace })],
  [imported, "sourceVirtualCluster.name", "name", (name) => from({ name })],
  [imported, "sourceVirtualCluster.importName", "name", (importName) => from({ importName })],
];

/** A resource of the state with this id; a dynamic resource keeps its inputs there as well. */
const kept = (id: string, inputs: object, state: object = {}) => ({
  id,
  inputs: { ...inputs },
  state: {
    ...{ ...inputs, ...state, uid: "u", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
    __inputs: { ...inputs, __resource: { project: "test", stack: "dev", name: "res" } },
  },
});

const badPath = /Cannot build a URL/;
const badId = /The id .* of a VirtualClusterImport cannot be used: the /s;

/** The paths that a call requested, each once, and the message of its error. */
async function outcomeOf(platform: RecordedPlatform, call: () => Promise<unknown>) {
  platform.requests.length = 0;
  const message = await call().then(
    () => "",
    (error: Error) => error.message,
  );
  expectSafe(message);
  return { paths: [...new Set(platform.requests.map(({ path }) => path))], message };
}

onBothAdapters(
  (adapter) => {
    test.each(properties)("%s: Check refuses exactly the bad texts of %s", async (type, path, place, inputs) => {
      const failuresOf = async (text: string) => {
        const { failures } = await adapter.driver.check(type, inputs(text));
        failures.forEach(expectSafe);
        return failures;
      };
      for (const { label, text, accepted } of badTexts) {
        const failures = accepted(place) ? [] : [expect.stringContaining(`property "${path}`)];
        expect({ label, failures: await failuresOf(text) }).toEqual({ label, failures });
      }
      expect(await failuresOf(loneSurrogate)).toHaveLength(1);
      expect(adapter.sent()).toEqual([]);
    });

    const imports = { ...request, deletionPolicy: "delete" };

    describe.each(["read", "delete"] as const)("%s", (method) => {
      test.each([
        [template, (id: string) => kept(id, { name: "a" }), "segment", badPath, "spacetemplates"],
        [key, (id: string) => kept(id, { name: "a", user: "ci" }), "segment", badPath, "ownedaccesskeys"],
        [imported, (id: string) => kept(`${id}/team`, imports), "project", badId, ""],
        [imported, (id: string) => kept(`web/${id}`, imports), "name", badId, ""],
      ] as const)(
        "of a %s with a bad id in the state sends nothing (%#)",
        async (type, keptOf, place, error, plural) => {
          for (const { label, text, accepted } of badTexts) {
            const { paths, message } = await outcomeOf(adapter.platform, () =>
              adapter.driver[method](type, keptOf(text)),
            );
            const isSent = accepted(place);
            const found = { label, isSent: paths.length > 0, isRefused: error.test(message) };
            expect(found).toEqual({ label, isSent, isRefused: !isSent });
            if (plural === "" || !isSent) continue;
            const path = `${groupPath}/${plural}/${encodeURIComponent(text)}`;
            expect(new Set(paths.map((each) => each.replace(/\?.*/, "")))).toEqual(new Set([path]));
          }
        },
      );
    });

    test("a read of a VirtualClusterImport with a bad namespace in the state sends nothing", async () => {
      for (const { label, text: namespace, accepted } of badTexts.slice(1)) {
        const before = kept("web/s", request, { virtualCluster: "s", namespace });
        const { paths } = await outcomeOf(adapter.platform, () => adapter.driver.read(imported, before));
        expect({ label, isSent: paths.length > 0 }).toEqual({ label, isSent: accepted("segment") });
      }
    });
  },
  [{ omitEmpty: false }],
);

onServers(
  startDriver,
  (plugin) => {
    const pathsOf = async (call: () => Promise<unknown>) => (await outcomeOf(plugin.platform, call)).paths;

    test.each([
      ["getSpaceTemplate", "name", "name", {}],
      ["getVirtualCluster", "name", "name", { project: "web" }],
      ["getVirtualCluster", "project", "project", { name: "team" }],
    ] as const)("%s with a bad %s sends nothing, and names the argument", async (name, argument, place, rest) => {
      for (const { label, text, accepted } of badTexts) {
        const call = () => plugin.driver.invoke(name, { ...rest, [argument]: text });
        const { paths, message } = await outcomeOf(plugin.platform, call);
        const seen = { isSent: paths.length > 0, isNamed: message.includes(`property "${argument}"`) };
        expect({ label, ...seen }).toEqual({ label, isSent: accepted(place), isNamed: !accepted(place) });
      }
    });

    const list = (type: string, options: object) => plugin.driver.list(type, options);
    test("a list of imports with another list's token, or of a bad project, sends nothing", async () => {
      for (const { label, text, accepted } of badTexts.slice(1)) {
        const { paths, message } = await outcomeOf(plugin.platform, () => list(imported, { token: text }));
        const words = expect.stringContaining("The continuation token is none of a list");
        expect({ label, paths, message }).toEqual({ label, paths: [], message: words });
        const ofProject = await pathsOf(() => list(imported, { query: { project: text } }));
        expect({ label, isSent: ofProject.length > 0 }).toEqual({ label, isSent: accepted("project") });
      }
    });
  },
  [{}],
);

const longest = "a".repeat(1024 * 1024);
const odd = [" ", "a\r\nX-Evil: 1", "a b", "a\u0000", "a\u0085", "a\u007f", "é", "\u202ea", "\ud800"];
const noFiles = {
  homedir: "/nowhere",
  readFile: () => {
    throw Object.assign(new Error("none"), { code: "ENOENT" });
  },
};

test.each<[string, unknown[]]>([
  [
    "baseUrl",
    [...odd, "https://h/%00", "https://h/%C3%A9", "https://h/\u202e", "ht\ntps://h", "//h", {}, ["https://h"]],
  ],
  ["vendor", [...odd, longest, ".", "..", "%2e", "a?x", "-a", "a-", ".a", "a.", "a..b", "a_b", "a".repeat(64)]],
  ["cliScopeField", [...odd, "%2e", "1a", "__proto__", "a-b", "a\n"]],
  ["accessKey", [...odd, longest, "\u0100"]],
  ["projectNamespacePrefixes", ["..", "P-", "-p", "é", "", "p-\n", "\u0000", "a".repeat(64)].map((each) => [each])],
])("odd values of the setting %s are refused, and messages do not show them", (field, values) => {
  for (const value of values) {
    const settings = { baseUrl: "https://platform.example.com", accessKey: "key", [field]: value };
    const resolved = resolveConfig(settings, { env: {}, files: noFiles });
    const problems = "problems" in resolved ? resolved.problems : [];
    const found = problems.map(({ property }) => property);
    expect([JSON.stringify(value).slice(0, 60), ...found]).toEqual([JSON.stringify(value).slice(0, 60), field]);
    for (const { reason } of problems) {
      expectSafe(reason);
      if (typeof value === "string" && value.length > 3) expect(reason).not.toContain(value);
    }
  }
});
