import { onBothFaces } from "../../../support/faceUnderTest";
import type { Wire } from "../../../support/pluginDriver";
import { type BadText, badTexts, halfACharacter, type Place } from "./badTexts";
import { expectSafe } from "./safeWords";

/** A place in a program where a text can stand. */
interface Spot {
  readonly type: string;
  /** The path that a refusal names, before what a key adds to it. */
  readonly property: string;
  readonly place: Place;
  inputs(text: string): Wire;
}

const source = { cluster: "c", namespace: "n", name: "s" };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
const keyed = (key: string, value: string) => Object.fromEntries([[key, value]]);

const metadataSpots = (type: string, rest: Wire): Spot[] => [
  { type, property: "name", place: "name", inputs: (name) => ({ ...rest, name }) },
  { type, property: "generateName", place: "prefix", inputs: (generateName) => ({ ...rest, generateName }) },
  { type, property: "labels", place: "labelKey", inputs: (key) => ({ ...rest, labels: keyed(key, "v") }) },
  { type, property: "labels.k", place: "labelValue", inputs: (value) => ({ ...rest, labels: { k: value } }) },
  { type, property: "finalizers[0]", place: "labelKey", inputs: (entry) => ({ ...rest, finalizers: [entry] }) },
  ...["name", "kind", "uid"].map(
    (part): Spot => ({
      type,
      property: `ownerReferences[0].${part}`,
      place: "segment",
      inputs: (text) => ({ ...rest, ownerReferences: [{ ...owner, [part]: text }] }),
    }),
  ),
];

const request = { project: "web", sourceVirtualCluster: source };

const spots: readonly Spot[] = [
  ...metadataSpots("SpaceTemplate", {}),
  ...metadataSpots("OwnedAccessKey", { user: "ci" }),
  ...metadataSpots("VirtualClusterImport", request),
  {
    type: "VirtualClusterImport",
    property: "project",
    place: "project",
    inputs: (project) => ({ ...request, project }),
  },
  ...(["cluster", "namespace", "name", "importName"] as const).map(
    (part): Spot => ({
      type: "VirtualClusterImport",
      property: `sourceVirtualCluster.${part}`,
      place: part === "namespace" ? "project" : "name",
      inputs: (text) => ({ ...request, sourceVirtualCluster: { ...source, [part]: text } }),
    }),
  ),
];

/** What is found wrong by the table's rules: nothing, or one failure that names the property. */
const wanted = ({ property, place }: Spot, bad: BadText) =>
  bad.isTaken(place) ? [] : [expect.stringContaining(`property "${property}`)];

onBothFaces(
  (face) => {
    test.each(spots)("$type: every bad text in $property is refused, and every other one is taken", async (spot) => {
      const seen = await Promise.all(
        badTexts.map(async (bad) => {
          const { failures } = await face.driver.check(spot.type, spot.inputs(bad.text));
          failures.forEach(expectSafe);
          return { label: bad.label, failures };
        }),
      );
      expect(seen).toEqual(badTexts.map((bad) => ({ label: bad.label, failures: wanted(spot, bad) })));
      expect(face.sent()).toEqual([]);
    });

    test("half of a character is refused wherever it stands", async () => {
      for (const spot of spots) {
        const { failures } = await face.driver.check(spot.type, spot.inputs(halfACharacter));
        expect({ at: spot.property, count: failures.length }).toEqual({ at: spot.property, count: 1 });
        failures.forEach(expectSafe);
      }
      expect(face.sent()).toEqual([]);
    });
  },
  [{ omitEmpty: false }],
);
