import type { PlatformOptions } from "../../../../emulator/options";
import { declaredTable } from "./declaredTable";
import { type Operation, projectOf } from "./operations";
import type { Ran } from "./runCell";
import { cellsOf, runMatrix, unreached } from "./runMatrix";
import { startDynamicAdapter, startPluginAdapter } from "./startAdapter";
import { startWorlds, type Worlds } from "./world";

const table = declaredTable();

/** Both adapters mostly wait, so they run concurrently. */
const adapters = { "the plugin": startPluginAdapter, "dynamic resources": startDynamicAdapter };

/** Declares the tests of these operations, by the columns of the table. */
export function describeMatrix(operations: Readonly<Record<string, Operation>>, options: PlatformOptions = {}): void {
  const cells = cellsOf(table.rows, operations);
  const columns = Object.keys(operations);
  const open = new Map<string, Worlds>();
  const results = new Map<string, readonly Ran[]>();

  beforeAll(async () => {
    const projects = cells.filter(({ column }) => column === "import").map((cell) => projectOf(cell.name));
    for (const [name, start] of Object.entries(adapters))
      open.set(name, await startWorlds(start, { ...options, projects: ["default", "web", ...projects] }));
    const run = async ([name, worlds]: [string, Worlds]) => results.set(name, await runMatrix(worlds, cells, table));
    await Promise.all([...open].map(run));
  }, 900_000);
  afterAll(async () => {
    for (const worlds of [...open.values()].reverse()) await worlds.close();
  }, 60_000);

  describe.each(Object.keys(adapters))("%s", (name) => {
    const ran = () => results.get(name) ?? [];
    const worlds = () => open.get(name) as Worlds;

    test("each fault that there is has its row", () => {
      const known = [...Object.keys(worlds().usual.faults), ...unreached];
      expect([...new Set(table.rows.map(({ fault }) => fault))].sort()).toEqual(known.sort());
    });

    test.each(table.rows)("$fault, $howLong: as faultMatrix.md says", ({ fault, howLong }) => {
      const ofRow = ran().filter(({ cell: { row } }) => row.fault === fault && row.howLong === howLong);
      expect(ofRow.map(({ cell }) => cell.column).sort()).toEqual([...columns].sort());
      const lines = (told: "expected" | "actual") => ofRow.map((each) => `${each.cell.column}: ${each[told]}`);
      expect(lines("actual")).toEqual(lines("expected"));
    });

    test("nothing is written twice or lost, no Retry-After is undercut, no secret told, and the next run reaches what is declared", () => {
      const problems = ran().map(({ cell: { row, column }, problems }) => [
        `${row.fault}, ${row.howLong}: ${column}`,
        ...problems,
      ]);
      expect(problems.filter(({ length }) => length > 1)).toEqual([]);
    });

    test("no redirect is followed with an access key", () => {
      expect(worlds().strayed()).toBe(0);
    });

    test("what is written beside errors holds no access key", () => {
      const { usual, stalled, quiet, secure, named } = worlds();
      const said = [usual, stalled, quiet, secure, named].map(({ adapter }) => adapter.said()).join("");
      for (const secret of usual.witness.secrets) expect(said).not.toContain(secret);
    });
  });
}
