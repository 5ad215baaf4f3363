import { resources } from "../../../provider/resources";
import { driftTable } from "../../parts/drift/table/driftTable";
import { inputLeaves } from "../../parts/drift/table/inputLeaves";
import { noiseTable } from "../../parts/drift/table/noiseTable";

const unique = (texts: string[]) => [...new Set(texts)].sort();

describe.each(resources)("the drift table of $type", ({ type, inputs }) => {
  test("has a row for every input leaf, and for nothing else", () => {
    const rows = driftTable.filter((row) => row.type === type);
    expect(unique(rows.map(({ path }) => path))).toEqual(unique(inputLeaves(inputs)));
  });
});

test("every row of the drift table changes its leaf on the server, or says why no change can be seen", () => {
  expect(driftTable.filter(({ change, unseen }) => change === undefined && !unseen)).toEqual([]);
});

test("the table of noise has at least 50 kinds, and no name stands for two rows", () => {
  expect(new Set(noiseTable.map(({ what }) => what)).size).toBe(noiseTable.length);
  expect(noiseTable.length).toBeGreaterThanOrEqual(50);
  const ids = [...driftTable, ...noiseTable].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
