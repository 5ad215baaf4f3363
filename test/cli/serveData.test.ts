import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { finish, firstOutput, type Ready, start, startAfter, startServe, stop } from "./program";

// A start from the sources may have the TypeScript compiler to load, and every round here starts twice.
jest.setTimeout(120_000);

const path = temporaryFolder();
const apiVersion = "management.loft.sh/v1";
const templates = `/kubernetes/management/apis/${apiVersion}/spacetemplates`;
const rounds = 5;
const clients = 6;

/** What a template's description is, or undefined if there is none of that name. */
type State = string | undefined;

/** What a client knows of one template: how it is, and how it is if the write under way was done. */
interface Known {
  now: State;
  next: State;
}

interface Client {
  number: number;
  pick: Pick;
}

interface Write {
  method: "POST" | "PATCH" | "DELETE";
  path: string;
  body?: object;
}

const request = (
  { baseUrl, accessKey }: Ready,
  { method, path: below, body }: { method: string; path: string; body?: object },
) =>
  fetch(`${baseUrl}${templates}${below}`, {
    method,
    headers: {
      authorization: `Bearer ${accessKey}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Numbers that look random and are the same in every run. */
type Pick = (count: number) => number;

// When the process dies within its work is left to chance all the same: clients and disk take their own time.
function picker(seed: string): Pick {
  let count = 0;
  return (below) => createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32BE() % below;
}

const clientsOf = (round: number): Client[] =>
  Array.from({ length: clients }, (_, number) => ({ number, pick: picker(`round ${round}, client ${number}`) }));

function writeFor(name: string, now: State, description: State): Write {
  const object = { apiVersion, kind: "SpaceTemplate", metadata: { name }, spec: { description } };
  if (now === undefined) return { method: "POST", path: "", body: object };
  if (description === undefined) return { method: "DELETE", path: `/${name}` };
  return { method: "PATCH", path: `/${name}`, body: { spec: { description } } };
}

/** Writes to its own templates, one write after the other, until the platform is gone. */
async function writeOn(ready: Ready, client: Client, known: Map<string, Known>, onAnswer: () => void): Promise<void> {
  const { number, pick } = client;
  for (let count = 0; ; count++) {
    const name = `c${number}-${pick(8)}`;
    const now = known.get(name)?.now;
    const next = now !== undefined && pick(3) === 0 ? undefined : `${count} ${"x".repeat(pick(4000))}`;
    known.set(name, { now, next });
    try {
      const answer = await request(ready, writeFor(name, now, next));
      await answer.text();
      expect(answer.status).toBe(now === undefined ? 201 : 200);
      // Refused: what it asks for must never be seen.
      if (next !== undefined) expect((await request(ready, writeFor(name, undefined, "refused"))).status).toBe(409);
    } catch (error) {
      if (error instanceof TypeError || (error as Error).name === "TypeError") return;
      throw error;
    }
    known.set(name, { now: next, next });
    onAnswer();
  }
}

async function statesOn(ready: Ready): Promise<Map<string, State>> {
  const { items } = (await (await request(ready, { method: "GET", path: "" })).json()) as {
    items: { metadata: { name: string }; spec: { description: string } }[];
  };
  return new Map(items.map(({ metadata, spec }) => [metadata.name, spec.description]));
}

test("every answered write is there after kill -9, none that was refused is, and one under way is there whole or not at all", async () => {
  const file = path("platform.data");
  let known = new Map<string, Known>();
  for (let round = 0; round < rounds; round++) {
    const { program, ready } = await startServe("--data", file);
    const found = await statesOn(ready);
    for (const [name, { now, next }] of known) expect([now, next]).toContain(found.get(name));
    for (const name of found.keys()) expect(known.has(name)).toBe(true);
    known = new Map([...found].map(([name, state]) => [name, { now: state, next: state }]));
    let answersToCome = 50 + picker(`round ${round}`)(300);
    const onAnswer = () => {
      if (--answersToCome === 0) program.kill("SIGKILL");
    };
    const ended = finish(program);
    await Promise.all(clientsOf(round).map((client) => writeOn(ready, client, known, onAnswer)));
    await ended;
  }
  expect(known.size).toBeGreaterThan(0);
});

test("the file is complete after SIGTERM, and only one process may use it", async () => {
  const file = path("platform.data");
  const first = await startServe("--data", file);
  expect((await request(first.ready, writeFor("a", undefined, "kept"))).status).toBe(201);
  const second = await finish(start("serve", "--json", "--data", file));
  expect([second.code, second.out]).toEqual([1, ""]);
  expect(second.err).toBe(
    `pulumi-platform serve: the data file ${file} is in use by another running platform. Stop that one, or name another file.\n`,
  );
  expect((await stop(first.program)).code).toBe(0);
  const third = await startServe("--data", file);
  expect(await statesOn(third.ready)).toEqual(new Map([["a", "kept"]]));
  await stop(third.program);
});

test("a full disk is a 500 that says so; what was there stays, and what fits is written on", async () => {
  const file = path("platform.data");
  // Blocks of 512 bytes.
  const program = startAfter("ulimit -f 64", "serve", "--json", "--data", file);
  const ready = JSON.parse(await firstOutput(program)) as Ready;
  expect((await request(ready, writeFor("small", undefined, "s"))).status).toBe(201);
  const size = statSync(file).size;
  const refused = await request(ready, writeFor("large", undefined, "l".repeat(40_000)));
  expect(refused.status).toBe(500);
  expect(((await refused.json()) as { message: string }).message).toMatch(/^cannot write the data file .*EFBIG/);
  expect(statSync(file).size).toBe(size);
  expect((await request(ready, writeFor("later", undefined, "t"))).status).toBe(201);
  const before = await statesOn(ready);
  expect([...before.keys()]).toEqual(["later", "small"]);
  await stop(program, "SIGKILL");
  const again = await startServe("--data", file);
  expect(await statesOn(again.ready)).toEqual(before);
  await stop(again.program);
});
