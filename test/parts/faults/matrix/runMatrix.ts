import type { DeclaredRow, declaredTable } from "./declaredTable";
import type { Operation } from "./operations";
import { type Cell, type Ran, runCell, trapOf, type Weather } from "./runCell";
import type { World, Worlds } from "./world";

/** At most the connections of a provider, since further operations would wait for one. */
const atATime = 14;

/** The faults on the way to the platform. */
export const unreached: ReadonlySet<string> = new Set(["connection refused", "the host name is not found"]);
const stale = "an idle connection that the server closes as the request arrives";

const isStalled = ({ row: { fault } }: Cell): boolean => /no answer|stops inside/.test(fault);

/** The cells of the table, each with an object of its own. */
export function cellsOf(rows: readonly DeclaredRow[], operations: Readonly<Record<string, Operation>>): Cell[] {
  return rows.flatMap((row, index) =>
    Object.entries(operations).map(([column, operation]) => {
      return { row, column, operation, name: `cell-${index}-${column.replaceAll(" ", "")}` };
    }),
  );
}

/** Runs cells concurrently in the worlds of an adapter. */
export async function runMatrix(
  worlds: Worlds,
  cells: readonly Cell[],
  { words }: ReturnType<typeof declaredTable>,
): Promise<Ran[]> {
  const of = (wanted: World) => cells.filter((cell) => worldOf(worlds, cell) === wanted);
  const run = (world: World, weather?: (cell: Cell) => Weather) => (cell: Cell) => () =>
    runCell(world, cell, words, weather?.(cell));
  const { usual, stalled, secure, quiet, named } = worlds;
  const ran = await Promise.all([
    inTurns(of(usual).map(run(usual)), atATime),
    inTurns(of(stalled).map(run(stalled)), atATime),
    inTurns(of(secure).map(run(secure)), atATime),
    inTurns(of(quiet).map(run(quiet, (cell) => onWarmConnection(quiet, cell))), 1),
    withoutWay(worlds, of(named), (cell, weather) => runCell(named, cell, words, weather)),
  ]);
  return ran.flat();
}

function worldOf(worlds: Worlds, cell: Cell): World {
  const { fault } = cell.row;
  if (isStalled(cell)) return worlds.stalled;
  if (unreached.has(fault)) return worlds.named;
  if (fault === stale) return worlds.quiet;
  return fault.endsWith("from https to http") ? worlds.secure : worlds.usual;
}

/** The same fault, for a request on a connection that was used before. */
function onWarmConnection(world: World, cell: Cell): Weather {
  const trap = trapOf(world, cell);
  const { type } = cell.operation;
  return {
    async begin(given) {
      const { uid } = world.platform.store.get("projects", "default")?.metadata ?? {};
      const warm = {
        id: cell.operation.namespaceOf ? "warm/warm" : "warm",
        inputs: given.inputs,
        // The delete asks which platform this is, so the create does not.
        // Dynamic resources have no state without the declared inputs.
        state: { uid: "u", virtualCluster: "warm", __platform: uid, __inputs: given.inputs },
      };
      if (cell.column === "list") await world.adapter.list("warm=up");
      // If an earlier fault hid the project, the delete fails, but its connection is free.
      else await world.adapter.driver.delete(type, warm).catch(() => undefined);
      // A connection is free one turn of the event loop after the response.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      await trap.begin(given);
    },
    end() {
      const first = world.relay.arrivals.get(cell.name)?.find(({ isFaulty }) => isFaulty);
      if (!first?.isReused) throw new Error("The fault did not meet a connection that was used before.");
      return trap.end();
    },
  };
}

/** Network faults affect all cells: one at a time if the network recovers, else all together. */
async function withoutWay(
  worlds: Worlds,
  cells: readonly Cell[],
  run: (cell: Cell, weather: Weather) => Promise<Ran>,
): Promise<Ran[]> {
  const results: Ran[] = [];
  for (const fault of unreached) {
    const [close, open] = waysOf(worlds, fault);
    const all = cells.filter(({ row }) => row.fault === fault);
    for (const cell of all.filter(({ row }) => row.howLong === "once")) {
      results.push(
        await run(cell, { begin: close, meanwhile: (isOver) => afterFailures(worlds, isOver, open), end: () => {} }),
      );
    }
    const staying = all.filter(({ row }) => row.howLong === "stays");
    const [begin, end] = [meeting(staying.length, close), meeting(staying.length, open)];
    results.push(...(await Promise.all(staying.map((cell) => run(cell, { begin, end })))));
  }
  return results;
}

/** Functions that close and open the connection to the platform. */
function waysOf({ named: { relay }, names }: Worlds, fault: string): [() => Promise<void>, () => Promise<void>] {
  const isName = fault === "the host name is not found";
  return [
    async () => {
      names.isKnown = !isName;
      if (!isName) await relay.refuse();
    },
    async () => {
      names.isKnown = true;
      await relay.open();
    },
  ];
}

/** Each attempt looks the name up once, so at the second lookup the first attempt has failed. */
async function afterFailures({ names }: Worlds, isOver: () => boolean, open: () => Promise<void>): Promise<void> {
  while (names.asked() < 2 && !isOver()) await new Promise((resolve) => setTimeout(resolve, 10));
  await open();
}

/** Runs at most so many tasks at a time; returns the results in order. */
async function inTurns<T>(tasks: readonly (() => Promise<T>)[], atATime: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await (tasks[index] as () => Promise<T>)();
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

/** A barrier for `count` callers; the last one runs `act` before all continue. */
function meeting(count: number, act: () => Promise<void>): () => Promise<void> {
  let missing = count;
  let open: (done: Promise<void>) => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing--;
    if (missing === 0) open(act());
    return opened;
  };
}
