import { onBothFaces, onServers } from "../../../support/faceUnderTest";
import { groupPath } from "../../../support/http";
import { startDriver, type Wire } from "../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { badTexts, expectSafe, loneSurrogate, type Place } from "./badTexts";

/** A property, the path that its error names, the rules of its texts, and inputs with a text in it. */
type Property = readonly [type: string, path: string, place: Place, inputs: (text: string) => Wire];

const source = { cluster: "c", namespace: "n", name: "s" };
const request = { project: "web", sourceVirtualCluster: source };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
const keyed = (key: string) => Object.fromEntries([[key, "v"]]);

const metadataOf = (type: string, rest: Wire): Property[] => [
  [type, "name", "name", (name) => ({ ...rest, name })],
  [type, "generateName", "prefix", (generateName) => ({ ...rest, generateName })],
  [type, "labels", "labelKey", (key) => ({ ...rest, labels: keyed(key) })],
  [type, "labels.k", "labelValue", (k) => ({ ...rest, labels: { k } })],
  [type, "finalizers[0]", "labelKey", (entry) => ({ ...rest, finalizers: [entry] })],
  ...["name", "kind", "uid"].map(
    (part): Property => [
      type,
      `ownerReferences[0].${part}`,
      "segment",
      (text) => ({ ...rest, ownerReferences: [{ ...owner, [part]: text }] }),
    ],
  ),
];

const sourceOf = (part: string, place: Place): Property => {
  const inputs = (text: string) => ({ ...request, sourceVirtualCluster: { ...source, [part]: text } });
  return ["VirtualClusterImport", `sourceVirtualCluster.${part}`, place, inputs];
};

const properties: readonly Property[] = [
  ...metadataOf("SpaceTemplate", {}),
  ...metadataOf("OwnedAccessKey", { user: "ci" }),
  ...metadataOf("VirtualClusterImport", request),
  ["VirtualClusterImport", "project", "project", (project) => ({ ...request, project })],
  ...["cluster", "name", "importName"].map((part) => sourceOf(part, "name")),
  sourceOf("namespace", "project"),
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
const badId = /(in the id|The id) .* of a VirtualClusterImport m/s;
const imported = { ...request, deletionPolicy: "delete" };

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

onBothFaces(
  (face) => {
    test.each(properties)("%s: Check refuses exactly the bad texts of %s", async (type, path, place, inputs) => {
      const failuresOf = async (text: string) => {
        const { failures } = await face.driver.check(type, inputs(text));
        failures.forEach(expectSafe);
        return failures;
      };
      const refused = [expect.stringContaining(`property "${path}`)];
      for (const { label, text, accepted } of badTexts)
        expect({ label, failures: await failuresOf(text) }).toEqual({
          label,
          failures: accepted(place) ? [] : refused,
        });
      expect(await failuresOf(loneSurrogate)).toHaveLength(1);
      expect(face.sent()).toEqual([]);
    });

    describe.each(["read", "delete"] as const)("%s", (method) => {
      test.each([
        ["SpaceTemplate", (id: string) => kept(id, { name: "a" }), "segment", badPath, "spacetemplates"],
        ["OwnedAccessKey", (id: string) => kept(id, { name: "a", user: "ci" }), "segment", badPath, "ownedaccesskeys"],
        ["VirtualClusterImport", (id: string) => kept(`${id}/team`, imported), "project", badId, ""],
        ["VirtualClusterImport", (id: string) => kept(`web/${id}`, imported), "name", badId, ""],
      ] as const)(
        "of a %s with a bad id in the state sends nothing (%#)",
        async (type, keptOf, place, refusal, plural) => {
          for (const { label, text, accepted } of badTexts) {
            const { paths, message } = await outcomeOf(face.platform, () => face.driver[method](type, keptOf(text)));
            const isSent = accepted(place);
            expect({ label, isSent: paths.length > 0 }).toEqual({ label, isSent });
            expect({ label, isRefused: refusal.test(message) }).toEqual({ label, isRefused: !isSent });
            if (plural === "" || !isSent) continue;
            const path = `${groupPath}/${plural}/${encodeURIComponent(text)}`;
            expect(new Set(paths.map((each) => each.replace(/\?.*/, "")))).toEqual(new Set([path]));
          }
        },
      );
    });

    test("a bad namespace in the state of a VirtualClusterImport sends nothing", async () => {
      for (const { label, text: namespace, accepted } of badTexts.slice(1)) {
        const before = kept("web/s", request, { virtualCluster: "s", namespace });
        const { paths } = await outcomeOf(face.platform, () => face.driver.read("VirtualClusterImport", before));
        expect({ label, isSent: paths.length > 0 }).toEqual({ label, isSent: accepted("segment") });
      }
    });
  },
  [{ omitEmpty: false }],
);

onServers(
  startDriver,
  (plugin) => {
    const nonEmpty = badTexts.slice(1);
    const outcome = (call: () => Promise<unknown>) => outcomeOf(plugin.platform, call);
    /** The values of a query parameter in the requests, as the platform decodes them. */
    const decoded = (paths: string[], name: string) =>
      paths.map((path) => new URL(path, "http://x").searchParams.get(name));

    test.each([
      ["getSpaceTemplate", "name", "name", {}],
      ["getOwnedAccessKey", "name", "name", {}],
      ["getVirtualCluster", "name", "name", { project: "web" }],
      ["getVirtualCluster", "project", "project", { name: "team" }],
    ] as const)("%s with a bad %s sends nothing, and names the argument", async (name, argument, place, rest) => {
      for (const { label, text, accepted } of badTexts) {
        const { paths, message } = await outcome(() => plugin.driver.invoke(name, { ...rest, [argument]: text }));
        const seen = { isSent: paths.length > 0, isNamed: message.includes(`property "${argument}"`) };
        expect({ label, ...seen }).toEqual({ label, isSent: accepted(place), isNamed: !accepted(place) });
      }
    });

    const wrapped = (token: string) => JSON.stringify({ index: 0, token, skip: 0 });
    test.each<[string, string, (text: string) => Promise<unknown>]>([
      [
        "listSpaceTemplates",
        "labelSelector",
        (text) => plugin.driver.invoke("listSpaceTemplates", { labelSelector: text }),
      ],
      ["a list", "labelSelector", (text) => plugin.driver.list("SpaceTemplate", { query: { labelSelector: text } })],
      ["a list", "continue", (text) => plugin.driver.list("SpaceTemplate", { token: text })],
      ["a list of imports", "continue", (text) => plugin.driver.list("VirtualClusterImport", { token: wrapped(text) })],
    ])("%s sends the query parameter %s unchanged, or nothing", async (_, parameter, list) => {
      for (const { label, text, accepted } of nonEmpty) {
        const { paths } = await outcome(() => list(text));
        expect({ label, sent: decoded(paths, parameter) }).toEqual({ label, sent: accepted("query") ? [text] : [] });
      }
    });

    test("a list of imports with another list's token sends nothing", async () => {
      for (const { label, text } of nonEmpty) {
        const result = await outcome(() => plugin.driver.list("VirtualClusterImport", { token: text }));
        const message = expect.stringContaining("The continuation token is none of a list");
        expect({ label, ...result }).toEqual({ label, paths: [], message });
      }
    });

    test("a list of a bad project sends nothing", async () => {
      for (const { label, text: project, accepted } of badTexts) {
        const { paths } = await outcome(() => plugin.driver.list("VirtualClusterImport", { query: { project } }));
        expect({ label, isSent: paths.length > 0 }).toEqual({ label, isSent: accepted("project") });
      }
    });
  },
  [{}],
);
