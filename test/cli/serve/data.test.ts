import { temporaryFolder } from "../../support/temporaryFolder";
import { type Ready, startAfter, startServe, stop } from "../program";

const path = temporaryFolder();
const apiVersion = "management.loft.sh/v1";
const [rounds, clients] = [5, 6];

const request = ({ baseUrl, accessKey }: Ready, method: string, name = "", body?: object) =>
  fetch(`${baseUrl}/kubernetes/management/apis/${apiVersion}/spacetemplates${name}`, {
    method,
    headers: {
      authorization: `Bearer ${accessKey}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const create = (ready: Ready, name: string, description: string) =>
  request(ready, "POST", "", { apiVersion, kind: "SpaceTemplate", metadata: { name }, spec: { description } });

/** The descriptions that a template may have: the stored one and that of a write in progress. */
type Descriptions = readonly (string | undefined)[];

/** Creates, changes and deletes one template until the platform has ended. */
async function writeTo(ready: Ready, name: string, possible: Map<string, Descriptions>, onResponse: () => void) {
  for (let [count, now] = [0, possible.get(name)?.[0]]; ; count++) {
    const next = now !== undefined && count % 3 === 0 ? undefined : `${count} ${"x".repeat((count * 997) % 4000)}`;
    possible.set(name, [now, next]);
    const changed = { spec: { description: next } };
    const written =
      next === undefined
        ? request(ready, "DELETE", `/${name}`)
        : now === undefined
          ? create(ready, name, next)
          : request(ready, "PATCH", `/${name}`, changed);
    const response = await written.then((each) => each.text().then(() => each)).catch(() => undefined);
    if (response === undefined) return;
    expect(response.status).toBe(now === undefined ? 201 : 200);
    now = next;
    possible.set(name, [now]);
    onResponse();
  }
}

async function descriptionsOn(ready: Ready): Promise<Map<string, string>> {
  const { items } = (await (await request(ready, "GET")).json()) as {
    items: { metadata: { name: string }; spec: { description: string } }[];
  };
  return new Map(items.map(({ metadata, spec }) => [metadata.name, spec.description]));
}

test("after SIGKILL every answered write is stored, and a write in progress wholly or not at all", async () => {
  let possible = new Map<string, Descriptions>();
  for (let round = 0; round < rounds; round++) {
    const program = await startServe(["--data", path("platform.data")]);
    const found = await descriptionsOn(program.ready);
    for (const [name, descriptions] of possible) expect(descriptions).toContain(found.get(name));
    possible = new Map([...found].map(([name, description]) => [name, [description]]));
    let left = 50 + 71 * round;
    const onResponse = () => {
      if (--left === 0) program.send("SIGKILL", "itself");
    };
    const names = Array.from({ length: clients }, (_, client) => `of-client-${client}`);
    await Promise.all([...names.map((name) => writeTo(program.ready, name, possible, onResponse)), program.ended]);
  }
  expect(possible.size).toBeGreaterThan(0);
}, 120_000);

test("the file is complete after SIGTERM, and only one process may use it", async () => {
  const data = ["--data", path("platform.data")];
  const first = await startServe(data);
  expect((await create(first.ready, "a", "kept")).status).toBe(201);
  const inUse = `the data file ${data[1]} is in use by another running platform`;
  const stderr = `pulumi-vcluster-platform serve: ${inUse}. Stop that one, or name another file.\n`;
  expect(await startAfter(":", "serve", "--json", ...data).ended).toEqual({ exitCode: 1, stdout: "", stderr });
  expect((await stop(first)).exitCode).toBe(0);
  expect(await descriptionsOn((await startServe(data)).ready)).toEqual(new Map([["a", "kept"]]));
});
