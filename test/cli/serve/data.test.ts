import { temporaryFolder } from "../../support/temporaryFolder";
import { type Ready, startAfter, startServe, stop } from "../program";

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

/** Writes to the templates of one client, one write at a time, until the platform has ended. */
async function writeOn(ready: Ready, client: number, known: Map<string, Known>, onResponse: () => void): Promise<void> {
  for (let count = 0; ; count++) {
    const name = `${client}-${count % 5}`;
    const now = known.get(name)?.now;
    const next = now !== undefined && count % 3 === 0 ? undefined : `${count} ${"x".repeat((count * 997) % 4000)}`;
    known.set(name, { now, next });
    try {
      const response = await write(ready, name, { now, next });
      await response.text();
      expect(response.status).toBe(now === undefined ? 201 : 200);
      // A second create is refused, so its description must never appear.
      if (next !== undefined) expect((await create(ready, name, "refused")).status).toBe(409);
    } catch (error) {
      if ((error as Error).name === "TypeError") return;
      throw error;
    }
    known.set(name, { now: next, next });
    onResponse();
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
    const program = await startServe(["--data", file]);
    const found = await statesOn(program.ready);
    for (const [name, { now, next }] of known) expect([now, next]).toContain(found.get(name));
    for (const name of found.keys()) expect(known.has(name)).toBe(true);
    known = new Map([...found].map(([name, state]) => [name, { now: state, next: state }]));
    let left = 50 + 71 * round;
    const onResponse = () => {
      if (--left === 0) program.send("SIGKILL", "itself");
    };
    const all = Array.from({ length: clients }, (_, client) => writeOn(program.ready, client, known, onResponse));
    await Promise.all([...all, program.ended]);
  }
  expect(known.size).toBeGreaterThan(0);
}, 120_000);

test("the file is complete after SIGTERM, and only one process may use it", async () => {
  const data = ["--data", path("platform.data")];
  const first = await startServe(data);
  expect((await create(first.ready, "a", "kept")).status).toBe(201);
  const inUse = `the data file ${data[1]} is in use by another running platform`;
  const stderr = `pulumi-vcluster-platform serve: ${inUse}. Stop that one, or name another file.\n`;
  expect(await startAfter(":", "serve", "--json", ...data).ended).toEqual({ exitCode: 1, stdout: "", stderr });
  expect((await stop(first)).exitCode).toBe(0);
  expect(await statesOn((await startServe(data)).ready)).toEqual(new Map([["a", "kept"]]));
});
