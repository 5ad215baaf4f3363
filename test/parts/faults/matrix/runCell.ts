import { unknownSentinels } from "../../../../provider/api/input/untrustedJson";
import type { Kept, Wire } from "../../../support/pluginDriver";
import type { Arrival } from "../network/relay";
import { countedRequests, type DeclaredRow, expectedOf } from "./declaredTable";
import { addLabel, type Given, type Operation } from "./operations";
import type { World } from "./world";

/** One fault during one operation. */
export interface Cell {
  readonly row: DeclaredRow;
  readonly column: string;
  readonly operation: Operation;
  /** A unique name. */
  readonly name: string;
}

/** How an operation ended. */
export interface Ended {
  readonly outcome: "done" | "gone" | "error" | "unfinished";
  readonly message: string;
  /** The new state, if it changed. */
  readonly kept?: Kept | undefined;
}

/** The result of a cell. */
export interface Ran {
  readonly cell: Cell;
  readonly expected: string;
  readonly actual: string;
  readonly problems: readonly string[];
}

/** Starts a fault, and ends it after the operation. */
export interface Weather {
  begin(given: Given): Promise<void> | void;
  /** While the operation is under way. */
  meanwhile?(isOver: () => boolean): Promise<void>;
  end(): Promise<void> | void;
}

/** Runs a cell, then the next `pulumi up` without a fault. Every failure belongs to the cell. */
export async function runCell(
  world: World,
  cell: Cell,
  words: Readonly<Record<string, string>>,
  weather?: Weather,
): Promise<Ran> {
  const expected = expectedOf(cell.row.cells[cell.column] ?? "", world.adapter.name);
  try {
    return {
      cell,
      expected,
      ...(await run(world, cell, { expected, words, weather: weather ?? trapOf(world, cell) })),
    };
  } catch (error) {
    const actual = `the test failed: ${messageOf(error)}`;
    return { cell, expected, actual, problems: [actual] };
  }
}

interface Circumstances {
  expected: string;
  words: Readonly<Record<string, string>>;
  weather: Weather;
}

async function run(world: World, cell: Cell, { expected, words, weather }: Circumstances) {
  const { operation } = cell;
  const given = await prepare(world, operation, cell.name);
  world.witness.changes.delete(cell.name);
  world.relay.arrivals.delete(cell.name);
  await weather.begin(given);
  let isOver = false;
  const running = end(world, operation, given, secondsOf(cell)).finally(() => {
    isOver = true;
  });
  await weather.meanwhile?.(() => isOver);
  const ended = await running;
  const arrivals = world.relay.arrivals.get(cell.name) ?? [];
  await weather.end();
  const methods = arrivals.map(({ method }) => method);
  const isWait = operation.waits && ended.outcome === "done";
  const sent = countedRequests(isWait ? withoutPolls(methods, expected) : methods);
  const actual = `${labelOf(ended, expected, words)}: ${sent}`;
  const problems = [
    ...undercut(arrivals),
    ...wordsMissing(ended),
    ...told(world, ended.message),
    ...commands(ended),
    ...marks(ended),
    ...(isWait && ended.kept?.state.ready !== true ? ["it is not ready"] : []),
  ];
  try {
    await nextRun(world, operation, given, ended);
    problems.push(...wrongAtLast(world, operation, given, ended));
  } catch (error) {
    problems.push(`the next run fails: ${messageOf(error)}`);
  }
  return { actual, problems };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Operation timeout: from the row, below the longest Retry-After, or long for a busy machine. */
function secondsOf({ row: { howLong, fault } }: Cell): number {
  const told = /(\d+) s$/.exec(howLong)?.[1];
  if (told) return Number(told);
  return fault.includes("Retry-After") ? 60 : 200;
}

/** The fault of a row, for the requests of a cell. */
export function trapOf({ relay, faults, ...world }: World, { row, operation, name }: Cell): Weather {
  const { hits, meanwhile } = operation;
  const fault = faults[row.fault];
  if (!fault) throw new Error(`Nobody knows the fault of faultMatrix.md: ${row.fault}`);
  const inTime = meanwhile[row.fault];
  return {
    begin() {
      const times = row.howLong === "once" || inTime ? 1 : Number.POSITIVE_INFINITY;
      const act = inTime && (() => inTime({ relay, faults, ...world }, name));
      relay.traps.set(name, { fault: act ? { isDone: true } : fault, hits, times, meanwhile: act });
    },
    end() {
      relay.traps.delete(name);
    },
  };
}

async function prepare(world: World, operation: Operation, name: string): Promise<Given> {
  const { driver } = world.adapter;
  const checked = await driver.check(operation.type, operation.inputs(name));
  if (checked.failures.length > 0) throw new Error(checked.failures.join());
  const given = { name, inputs: checked.inputs };
  if (operation.begins === "without it") return { ...given, kept: undefined };
  const kept = await driver.create(operation.type, checked.inputs);
  if (operation.isEdited) await addLabel(world, operation, name);
  return { ...given, kept };
}

async function end({ adapter }: World, operation: Operation, given: Given, seconds: number): Promise<Ended> {
  try {
    const kept = await operation.run(adapter, given, seconds);
    return { outcome: kept ? "done" : "gone", message: "", kept };
  } catch (error) {
    const kept = adapter.unfinished(error, given.inputs);
    return { outcome: kept ? "unfinished" : "error", message: messageOf(error), kept };
  }
}

/** Requests without the reads of a wait, which come last and are as many as the wait is long. */
function withoutPolls(methods: readonly string[], expected: string): readonly string[] {
  const reads = Number(/(\d+) GET/.exec(expected)?.[1] ?? 0);
  const isGet = (method: string) => method === "GET";
  const last = methods.findLastIndex((method) => !isGet(method));
  const before = methods.slice(0, last + 1);
  const missing = Math.max(0, reads - before.filter(isGet).length);
  return [...before, ...methods.slice(last + 1, last + 1 + missing)];
}

/** The outcome, with the expected code if the message has its text, else with the message. */
function labelOf({ outcome, message }: Ended, expected: string, words: Readonly<Record<string, string>>): string {
  if (outcome === "done" || outcome === "gone") return outcome;
  const [, code = ""] = /^(?:error|unfinished) (\w+):/.exec(expected) ?? [];
  const isMeant = words[code] !== undefined && message.includes(words[code]);
  return `${outcome} ${isMeant ? code : JSON.stringify(message)}`;
}

const wordsMissing = ({ outcome, message }: Ended): string[] =>
  outcome === "unfinished" && !message.includes("may or may not have been created")
    ? [`does not say that it is in doubt: ${message}`]
    : [];

const told = ({ witness }: World, words: string): string[] =>
  [...witness.secrets].filter((secret) => words.includes(secret)).map((secret) => `tells ${secret}`);

const commands = ({ message }: Ended): string[] =>
  /^\s*(?:##|::)/m.test(message) || message.includes("\u001b") ? [`has a command of pipelines: ${message}`] : [];

const marks = ({ kept }: Ended): string[] =>
  JSON.stringify(kept?.state ?? {}).includes(unknownSentinels[0]) ? ["the state has a marker of Pulumi"] : [];

/** Requests before the end of a Retry-After; timers may be early by a millisecond. */
function undercut(arrivals: readonly Arrival[]): string[] {
  return arrivals.flatMap(({ notBefore = 0, method }, index) => {
    const next = arrivals[index + 1];
    const early = next ? notBefore - next.at : 0;
    return early > 2 ? [`${next?.method} came ${early} ms before the end of the Retry-After of ${method}`] : [];
  });
}

/** Whether the name belongs to another client's object. */
const isTaken = ({ message }: Ended): boolean =>
  /an object of this name exists already|the project has a virtual cluster/.test(message);

const isLost = ({ outcome, message }: Ended): boolean =>
  outcome === "gone" || /it is not on this platform/.test(message);

/** The next `pulumi up` after an operation, without a fault. */
async function nextRun(world: World, operation: Operation, given: Given, ended: Ended): Promise<void> {
  const { driver } = world.adapter;
  const wanted = operation.wants(given.inputs);
  if (isTaken(ended)) return;
  if (operation.changes.includes("DELETED")) {
    if (ended.outcome === "error") await driver.delete(operation.type, given.kept as Kept);
    return;
  }
  const known = ended.kept ?? given.kept;
  if (known === undefined) await driver.create(operation.type, wanted);
  else if (ended.outcome === "unfinished") await driver.update(operation.type, known, wanted);
  else if (isLost(ended) && (await driver.read(operation.type, known)) === undefined)
    await driver.create(operation.type, wanted);
  else if (ended.outcome === "error") await driver.update(operation.type, known, wanted);
  else await readAgain(world, operation, known, wanted);
}

async function readAgain({ adapter: { driver } }: World, { type }: Operation, kept: Kept, wanted: Wire): Promise<void> {
  const read = await driver.read(type, kept);
  if (read === undefined) throw new Error("a refresh does not find it");
  const { changes } = await driver.diff(type, read, wanted);
  if (changes) throw new Error("a refresh finds a change");
}

/** Problems after the next run: one object must exist, written once, with the edits of others. */
function wrongAtLast(world: World, operation: Operation, given: Given, ended: Ended): string[] {
  const live = world.platform.store.get(operation.plural, given.name, operation.namespaceOf?.(given.name));
  const isDeleted = operation.changes.includes("DELETED");
  const changes = withoutDiscarded(world.witness.changes.get(given.name) ?? [], operation).join();
  const expected = (isLost(ended) ? ["DELETED", "ADDED"] : operation.changes).join();
  const wrongChanges =
    changes === expected ? [] : [`the platform did ${changes || "nothing"}, not ${expected || "nothing"}`];
  if (isDeleted) return [...wrongChanges, ...(live ? ["the object is still there"] : [])];
  if (!live) return [...wrongChanges, "the object is not there"];
  const wanted = operation.wants(given.inputs);
  // An import declares none.
  const declared = wanted.displayName ?? (wanted.spec as Wire | undefined)?.displayName;
  const displayName = declared && isTaken(ended) ? "theirs" : declared;
  const hasEdit = operation.isEdited && !isLost(ended);
  return [...wrongChanges, ...wrongFields(live, { displayName, note: hasEdit ? "theirs" : undefined })];
}

function wrongFields(live: object, wanted: { displayName: unknown; note: string | undefined }): string[] {
  const { metadata, spec } = JSON.parse(JSON.stringify(live));
  return [
    ...(spec.displayName === wanted.displayName ? [] : [`displayName is ${spec.displayName}`]),
    ...(wanted.note === undefined || metadata.labels?.note === wanted.note ? [] : ["a colleague's edit is lost"]),
  ];
}

/** A key whose value was lost is deleted and created anew; that is no second key. */
function withoutDiscarded(changes: readonly string[], { type }: Operation): readonly string[] {
  if (type !== "OwnedAccessKey") return changes;
  return changes.join().replaceAll("ADDED,DELETED,", "").split(",");
}
