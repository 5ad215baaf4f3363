import type { Kept, Wire } from "../../../../support/pluginDriver";
import { type Mutation, mutated } from "./anyMutation";
import { kinds, next, type Operation, operations, storedObject, type Type, type World } from "./world";

/** One response, or all to one method, changed in one place during one operation. */
export interface Case {
  readonly type: Type;
  readonly operation: Operation;
  readonly method: string;
  /** The number of changed responses. */
  readonly times: number;
  readonly mutation: Mutation;
}

/** The result of an operation, and how many responses changed. */
interface Ended {
  readonly kept?: Kept | undefined;
  readonly error?: Error;
  readonly hits: number;
  /** A response had another uid. */
  readonly isAnother: boolean;
}

const programmingError =
  /(Type|Range|Syntax|Reference)Error|Cannot (read|convert|destructure)|is not (a function|iterable)|call stack|\bundefined\b|\[object|INTERNAL/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: messages must not have them.
const control = /[\0-\x08\x0b-\x1f\x7f]/;
const hangMs = 30_000;

let count = 0;

/** Runs a case, then the next refresh and up on unchanged responses. */
export async function runCase(world: World, tried: Case): Promise<"ok" | "error" | "not hit"> {
  const { type, operation } = tried;
  const name = `m-${count++}`;
  world.platform.requests.length = 0;
  const { inputs } = await world.face.driver.check(type, kinds[type].inputs(name));
  const id = type === "VirtualClusterImport" ? `web/${name}` : name;
  const before = operation === "create" ? { id, inputs, state: {} } : await world.face.driver.create(type, inputs);
  const ended = await attacked(world, tried, () => operations[operation](world, type, before, name));
  if (ended.error) expectOurError(ended.error, name, type);
  const left = ended.error ? (world.face.unfinished(ended.error, inputs) ?? before) : ended.kept;
  // An object that another client created again stays.
  if (operation === "delete" && !ended.error) expect(!storedObject(world, type, name) || ended.isAnother).toBe(true);
  else await mend(world, { type, operation, name, ended }, left, next(type, before));
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(world.mutator.writes.filter((write) => neverWritten(operation).test(write))).toEqual([]);
  if (ended.hits === 0) return "not hit";
  return ended.error ? "error" : "ok";
}

/** A PUT sends the whole object, so it keeps fields of others, except a __proto__ of its own. */
const neverWritten = (operation: Operation) => (operation === "replace" ? /"__proto__":/ : /__proto__|polluted/);

async function attacked(
  { mutator, platform }: World,
  { method, times, mutation }: Case,
  run: () => Promise<Kept | undefined>,
): Promise<Ended> {
  let hits = 0;
  let isAnother = false;
  mutator.writes.length = 0;
  mutator.change = (passing) => {
    const isHit = passing.status < 300 && passing.method === method && hits < times;
    if (!isHit) return passing.body;
    hits++;
    const answer = mutated(passing.body, mutation);
    isAnother ||= uidIn(answer) !== uidIn(JSON.stringify(passing.body));
    return answer;
  };
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("TypeError: it hangs")), hangMs);
  });
  try {
    return { kept: await Promise.race([run(), hang]), hits, isAnother };
  } catch (error) {
    return { error: error as Error, hits, isAnother };
  } finally {
    clearTimeout(timer);
    mutator.change = ({ body }) => body;
    platform.faults.clear();
  }
}

const uidIn = (answer: string): unknown => (JSON.parse(answer || "{}")?.metadata as Wire | undefined)?.uid;

/** An error names the object or the request. */
function expectOurError(error: Error, name: string, type: Type): void {
  const words = [error.message, ...((error as { reasons?: string[] }).reasons ?? [])].join("\n");
  expect(words).not.toMatch(programmingError);
  expect(words).not.toMatch(control);
  expect(words.length).toBeLessThan(10_000);
  const request = new RegExp(
    `(GET|POST|PUT|PATCH|DELETE) \\S*(${kinds[type].plural}|importvirtualcluster|spacetemplates)`,
  );
  const isNamed = words.includes(`${type} "`) && words.includes(name);
  expect(isNamed || request.test(words) || words).toBe(true);
}

interface Mended {
  readonly type: Type;
  readonly operation: Operation;
  readonly name: string;
  readonly ended: Ended;
}

/** Refreshes and updates: one object as declared is in the state; then deletes it. */
async function mend(world: World, { type, operation, name, ended }: Mended, left: Kept | undefined, declared: Wire) {
  const { driver } = world.face;
  const isLost = operation === "create" && ended.error !== undefined && !world.face.unfinished(ended.error, {});
  if (isLost) await expectReportedOrAbsent(world, type, name, ended.error as Error);
  const mayBeDropped = type === "VirtualClusterImport" || operation === "create";
  expect(String(left?.state.externalChange ?? "")).not.toMatch(control);
  if (!left) expect([mayBeDropped, operation]).toEqual([true, operation]);
  // Another resource may own it, so a delete leaves it.
  const isTakenOver = isLost && storedObject(world, type, name) !== undefined;
  const state = left && !isLost ? await refreshed(world, type, left) : undefined;
  const kept = state ? await driver.update(type, state, declared) : await driver.create(type, declared);
  const stored = storedObject(world, type, name);
  expect(stored?.metadata.uid).toBe(kept.state.uid);
  if (type !== "VirtualClusterImport") expect(stored?.spec).toMatchObject({ displayName: "b" });
  if (type === "OwnedAccessKey") expect(JSON.stringify(kept.state.key)).toContain(JSON.stringify(stored?.spec.key));
  expect(writes(world, "POST", 201) - writes(world, "DELETE", 200)).toBe(1);
  await driver.delete(type, kept);
  expect(storedObject(world, type, name) !== undefined).toBe(isTakenOver);
}

/** After a plain error of a create there is no object, or the error names the command that removes it. */
async function expectReportedOrAbsent(world: World, type: Type, name: string, error: Error) {
  if (storedObject(world, type, name) === undefined) return;
  expect(error.message).toMatch(/kubectl delete|pulumi import|already in|has a virtual cluster/);
  if (type === "VirtualClusterImport") return;
  world.platform.store.remove(kinds[type].plural, name);
  world.platform.requests.length = 0;
}

async function refreshed({ face }: World, type: Type, left: Kept): Promise<Kept | undefined> {
  try {
    const read = await face.driver.read(type, left);
    return read && { ...left, ...read };
  } catch (error) {
    const unfinished = face.unfinished(error, left.inputs);
    if (!unfinished) throw error;
    return unfinished;
  }
}

const writes = ({ platform }: World, verb: string, code: number) =>
  platform.requests.filter(({ method, status }) => method === verb && status === code).length;
