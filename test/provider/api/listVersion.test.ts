import { marksChanges } from "../../../provider/api/listVersion";

const shown = (...versions: (string | undefined)[]) =>
  versions.map((version) => ({ metadata: { name: "a", ...(version !== undefined && { resourceVersion: version }) } }));

test.each<[what: string, version: string, objects: (string | undefined)[], marks: boolean]>([
  ["a version as new as the newest object", "12", ["9", "12"], true],
  ["a newer one", "100", ["99", "12"], true],
  ["one that is more than a number of this language holds", "90071992547409931", ["90071992547409930"], true],
  ["the version of an empty list", "1", [], true],
  ["a version beside objects that have none", "7", [undefined], true],
  ["versions that are no numbers", "b3f", ["ff0"], true],
  ["no version", "", [], false],
  ["zero", "0", [], false],
  ["a constant, older than an object", "1", ["1", "2"], false],
  ["one that is shorter than an object's", "99", ["100"], false],
  ["one that is older by its last digit", "90071992547409930", ["90071992547409931"], false],
])("%s marks changes or does not", (_what, version, objects, marks) => {
  expect(marksChanges(version, shown(...objects))).toBe(marks);
});
