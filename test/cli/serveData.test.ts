import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { finish, firstOutput, type Ready, start, startAfter, startServe, stop } from "./program";

// A start from the sources may have the TypeScript compiler to load, and every round here starts twice.
jest.setTimeout(120_000);

const path = temporaryFolder();
const apiVersion = "management.loft.sh/v1";
const templates = `/kubernetes/management/apis/${apiVersion}/spacetemplates`;
const [rounds, clients] = [5, 6];

/** The description of a template, or undefined if there is none of that name. */
type State = string | undefined;

/** The state of a template, and its state if the write in progress succeeds. */
interface Known {
  now: State;
  next: State;
}

const request = ({ baseUrl, accessKey }: Ready, method: string, below = "", body?: object) =>
  fetch(`${baseUrl}${templates}${below}`, {
    method,
    headers: {
      authorization: `Bearer ${accessKey}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const create = (ready: Ready, name: string, description: string) =>
  request(ready, "POST", "", { apiVersion, kind: "SpaceTemplate", metadata: { name }, spec: { description } });

function write(ready: Ready, name: string, { now, next }: Known): Promise<Response> {
  if (next === undefined) return request(ready, "DELETE", `/${name}`);
  return now === undefined
    ? create(ready, name, next)
    : request(ready, "PATCH", `/${name}`, { spec: { description: next } });
}

/** Pseudo-random numbers; only the moment at which the process ends differs from run to run. */
function picker(seed: string): (below: number) => number {
  let count = 0;
  return (below) => createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32BE() % below;
}

/** Writes to the templates of one client, one write after the other, until the platform has ended. */
async function writeOn(ready: Ready, client: string, known: Map<string, Known>, onAnswer: () => void): Promise<void> {
  const pick = picker(client);
  for (let count = 0; ; count++) {
    const name = `${client.slice(-2)}-${pick(8)}`;
    const now = known.get(name)?.now;
    const next = now !== undefined && pick(3) === 0 ? undefined : `${count} ${"x".repeat(pick(4000))}`;
    known.set(name, { now, next });
    try {
      const answer = await write(ready, name, { now, next });
      await answer.text();
      expect(answer.status).toBe(now === undefined ? 201 : 200);
      // A second create is refused, so its description must never appear.
      if (next !== undefined) expect((await create(ready, name, "refused")).status).toBe(409);
    } catch (error) {
      if ((error as Error).name === "TypeError") return;
      throw error;
    }
    known.set(name, { now: next, next });
    onAnswer();
  }
}

async function statesOn(ready: Ready): Promise<Map<string, State>> {
  const { items } = (await (await request(ready, "GET")).json()) as {
    items: { metadata: { name: string }; spec: { description: string } }[];
  };
  return new Map(items.map(({ metadata, spec }) => [metadata.name, spec.description]));
}

test("after SIGKILL every answered write is stored, no refused one, and a write in progress wholly or not at all", async () => {
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
    const names = Array.from({ length: clients }, (_, number) => `round ${round}, client c${number}`);
    await Promise.all(names.map((client) => writeOn(ready, client, known, onAnswer)));
    await ended;
  }
  expect(known.size).toBeGreaterThan(0);
});

test("the file is complete after SIGTERM, and only one process may use it", async () => {
  const file = path("platform.data");
  const first = await startServe("--data", file);
  expect((await create(first.ready, "a", "kept")).status).toBe(201);
  const second = await finish(start("serve", "--json", "--data", file));
  const err = `pulumi-platform serve: the data file ${file} is in use by another running platform. Stop that one, or name another file.\n`;
  expect(second).toEqual({ code: 1, out: "", err });
  expect((await stop(first.program)).code).toBe(0);
  const third = await startServe("--data", file);
  expect(await statesOn(third.ready)).toEqual(new Map([["a", "kept"]]));
  await stop(third.program);
});

test("a full disk is an error 500 with the cause, keeps stored objects and accepts smaller ones", async () => {
  const file = path("platform.data");
  // Blocks of 512 bytes.
  const program = startAfter("ulimit -f 64", "serve", "--json", "--data", file);
  const ready = JSON.parse(await firstOutput(program)) as Ready;
  expect((await create(ready, "small", "s")).status).toBe(201);
  const size = statSync(file).size;
  const refused = await create(ready, "large", "l".repeat(40_000));
  expect(refused.status).toBe(500);
  expect(((await refused.json()) as { message: string }).message).toMatch(/^cannot write the data file .*EFBIG/);
  expect(statSync(file).size).toBe(size);
  expect((await create(ready, "later", "t")).status).toBe(201);
  const before = await statesOn(ready);
  expect([...before.keys()]).toEqual(["later", "small"]);
  await stop(program, "SIGKILL");
  const again = await startServe("--data", file);
  expect(await statesOn(again.ready)).toEqual(before);
  await stop(again.program);
});
