import { getEventListeners } from "node:events";
import { accessKey, against, closeAll, connect, type Reply, rejection, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const still = { now: () => 1000, random: () => 1, sleep: async () => undefined };

test.each([
  { deadline: 999, requests: 0 },
  { deadline: 1000, requests: 0 },
  { deadline: 61_000, requests: 1 },
])("at its deadline a call sends nothing any more: $deadline", async ({ deadline, requests }) => {
  const server = await serve([{ body: dev }]);
  const client = connect(server.url, { clock: still });
  const outcome = await client.get(path, { deadline }).catch(({ kind }) => kind);
  expect(outcome).toEqual(requests === 0 ? "deadline" : dev);
  expect(server.requests).toHaveLength(requests);
});

test.each<[what: string, reply: Reply]>([
  ["goes well", { body: dev }],
  ["is refused", status(422, "Invalid", "no")],
])("a call that %s leaves nothing at its signal, which may live for days", async (_what, reply) => {
  const { signal } = new AbortController();
  const { client } = await against([reply]);
  await client.get(path, { signal }).catch(() => undefined);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a pause that is cancelled ends as a cancelled read of the object", async () => {
  const { client } = await against([{ body: dev }]);
  const error = await rejection(client.pause(1, path, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ name: "CancelledError", sent: false, ambiguous: false });
  expect(error.message).toMatch(/^GET spacetemplates\/dev at http:.+ was cancelled\.$/);
});

test("only what is given is a secret", async () => {
  const { client } = await against([status(422, "Invalid", `no ${accessKey}, no given-secret, no other-secret`)]);
  const error = await rejection(client.get(path, { secrets: ["given-secret"] }));
  expect(error).toMatchObject({ serverMessage: "no [secret], no [secret], no other-secret" });
});
