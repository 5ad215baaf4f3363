import { getEventListeners } from "node:events";
import type { ApiClient, Call } from "../../../../provider/api/client.js";
import { ApiError, ConnectionError, isAmbiguous } from "../../../../provider/api/errors/errors.js";
import { Secrets } from "../../../../provider/api/output/redaction";
import {
  conflictDelay,
  parseRetryAfter,
  retryDelay,
  retryPolicy,
  shouldRetry,
} from "../../../../provider/api/transport/retry.js";
import { against, closeAll, connect, deadUrl, fakeClock, type Reply, rejection, status } from "../scriptedServer";

afterEach(closeAll);

const dev = { metadata: { name: "dev", uid: "u1", resourceVersion: "7" } };
const path = ["spacetemplates", "dev"];
const guard = { op: "replace", path: "/metadata/resourceVersion", value: "7" };

type Operation = (client: ApiClient, call?: Call) => Promise<unknown>;
const operations: Record<string, Operation> = {
  get: (client, call) => client.get(path, call),
  create: (client, call) => client.create(["spacetemplates"], dev, call),
  "guarded patch": (client, call) => client.patch(path, [guard], call),
  "unguarded patch": (client, call) => client.patch(path, [{ op: "remove", path: "/spec" }], call),
  delete: (client, call) => client.delete(path, { uid: "u1" }, call),
};
const repeatable = ["get", "guarded patch", "delete"];
const all = Object.keys(operations);

const failures: Record<string, { reply: Reply; repeated: readonly string[]; ambiguous: boolean }> = {
  "a reset": { reply: { how: "reset" }, repeated: repeatable, ambiguous: true },
  "an answer cut off": { reply: { how: "cut", body: { metadata: {} } }, repeated: repeatable, ambiguous: true },
  "a 429": { reply: status(429, "TooManyRequests", "slow down"), repeated: all, ambiguous: false },
  "a 502": { reply: { status: 502, body: "<html>" }, repeated: repeatable, ambiguous: true },
  "a 503": { reply: status(503, "ServiceUnavailable", "later"), repeated: repeatable, ambiguous: true },
  "a 500": { reply: status(500, "", "etcdserver: request is too large"), repeated: [], ambiguous: true },
  "a 400": { reply: status(400, "BadRequest", "no"), repeated: [], ambiguous: false },
  "a 409": { reply: status(409, "Conflict", "no"), repeated: [], ambiguous: false },
  "a redirect": { reply: { status: 307, headers: { location: "http://x/" } }, repeated: [], ambiguous: false },
};

const table = Object.entries(failures).flatMap(([what, failure]) =>
  Object.entries(operations).map(([name, operation]) => ({ what, name, operation, ...failure })),
);

test.each(table)("after $what, $name is repeated only if that is safe", async ({ name, operation, ...failure }) => {
  const { server, client } = await against([failure.reply]);
  const error = await rejection(operation(client));
  expect(server.requests).toHaveLength(failure.repeated.includes(name) ? retryPolicy.attempts : 1);
  expect(isAmbiguous(error)).toBe(failure.ambiguous && name !== "get");
});

test.each(all)("%s is repeated if nothing was sent, and is not ambiguous", async (name) => {
  const clock = fakeClock();
  const error = await rejection(operations[name]?.(connect(await deadUrl(), { clock })) ?? Promise.resolve());
  expect(error).toMatchObject({ name: "ConnectionError", failure: "refused", sent: false, ambiguous: false });
  expect(clock.slept).toHaveLength(retryPolicy.attempts - 1);
});

test.each(repeatable)("%s succeeds after transient failures, with the same request each time", async (name) => {
  const transient: Reply[] = [{ how: "reset" }, status(503, "", "later"), status(429, "", "slow")];
  const { server, client } = await against([...transient, { body: dev }]);
  await operations[name]?.(client);
  const [first, ...repeated] = server.requests.map(({ port, ...sent }) => sent);
  expect(repeated).toEqual(Array(3).fill(first));
});

test("a write that is refused after an ambiguous attempt stays ambiguous", async () => {
  const { client } = await against([{ how: "reset" }, status(409, "Conflict", "changed")]);
  expect(await rejection(client.patch(path, [guard]))).toMatchObject({ status: 409, ambiguous: true });
});

test("the caller hears why and when a request is repeated", async () => {
  const onRetry = jest.fn();
  const { client } = await against([status(503, "ServiceUnavailable", "starting"), { body: dev }]);
  await client.get(path, { onRetry });
  expect(onRetry.mock.calls).toEqual([
    [expect.stringMatching(/503 ServiceUnavailable: starting\. .* Trying again in 0\.4 s \(2 of 5\)\.$/)],
  ]);
});

describe("Retry-After", () => {
  const later = (header: string) => ({ ...status(429, "TooManyRequests", "slow"), headers: { "retry-after": header } });

  test.each<[what: string, reply: () => Reply, ms: number]>([
    ["seconds", () => later("7"), 7000],
    ["seconds in the Status", () => status(429, "", "slow", { retryAfterSeconds: 9 }), 9000],
  ])("is the shortest wait, as %s", async (_what, reply, ms) => {
    const clock = fakeClock();
    const { client } = await against([reply(), { body: dev }], { clock });
    await client.create(["spacetemplates"], dev);
    expect(clock.slept[0]).toBeGreaterThanOrEqual(ms);
  });

  test("after the deadline fails the operation at once, and the error says so", async () => {
    const clock = fakeClock();
    const { client } = await against([later("86400")], { clock });
    const { message } = await rejection(client.get(path, { deadline: clock.now() + 60_000 }));
    expect(message).toMatch(/slow\. .* Not tried again: the next attempt in 86400\.4 s would exceed the operation's/);
    expect(await rejection(client.get(path))).toMatchObject({ status: 429 });
    expect(clock.slept).toEqual([]);
  });

  test("may be longer than Node.js's longest timer", async () => {
    const warned = jest.fn();
    process.on("warning", warned);
    const { server, client } = await against([later("2147500")], { clock: undefined });
    const ended = new AbortController();
    const call = { deadline: Date.now() + 1e11, signal: ended.signal };
    const failure = rejection(client.get(path, call));
    setTimeout(() => ended.abort(), 300);
    expect(await failure).toMatchObject({ name: "CancelledError" });
    process.off("warning", warned);
    expect(server.requests).toHaveLength(1);
    expect(warned).not.toHaveBeenCalled();
  });
});

describe("the deadline", () => {
  const clock = { now: () => 1000, random: () => 1, sleep: async () => undefined };
  const later = status(503, "ServiceUnavailable", "later");

  // The first wait is 0.4 s, the next one longer.
  test.each<[deadline: number, reply: Reply, requests: number]>([
    [999, { body: dev }, 0],
    [1000, { body: dev }, 0],
    [61_000, { body: dev }, 1],
    [1400, later, 1],
    [1700, later, 2],
  ])("is exclusive: at %d, %j is answered to so many requests: %i", async (deadline, reply, requests) => {
    const { server, client } = await against([reply], { clock });
    const outcome = await client.get(path, { deadline }).catch((error) => error);
    expect(server.requests).toHaveLength(requests);
    if (requests === 0) expect(outcome).toMatchObject({ name: "ConnectionError", failure: "deadline", sent: false });
    else if (reply !== later) expect(outcome).toEqual(dev);
  });

  // The clock stands still, as if the timer fires before the deadline is over.
  test("also ends a request that waits for others, and does not send it", async () => {
    const { server, client } = await against([{ how: "stall" }], { clock });
    const others = Array.from({ length: 16 }, () => rejection(client.get(path)));
    await server.arrived(16);
    const waiting = client.get(path, { deadline: 1050 });
    expect(await rejection(waiting)).toMatchObject({ failure: "deadline", sent: false });
    await client.close();
    await Promise.all(others);
  });

  test("is exclusive for a pause, which lasts as long as it is told", async () => {
    const paused = connect("http://127.0.0.1:1", { clock });
    expect(await paused.pause(500, path, { deadline: 1500 })).toBe(false);
    expect(await paused.pause(499, path, { deadline: 1500 })).toBe(true);
    expect(await paused.pause(1, path)).toBe(true);
    const started = performance.now();
    expect(await connect("http://127.0.0.1:1", { clock: undefined }).pause(50, path)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(45);
  });

  test.each<[limit: string, options: object, call: () => Call, failure: string]>([
    ["the deadline", {}, () => ({ deadline: Date.now() + 500 }), "deadline"],
    ["the request's timeout", { requestTimeoutMs: 500 }, () => ({}), "timeout"],
  ])(
    "a create under way ends at %s, may have happened, and is not repeated",
    async (_limit, options, call, failure) => {
      const { server, client } = await against([{ how: "stall" }], options);
      const error = await rejection(client.create(["x"], dev, call()));
      expect(error).toMatchObject({ name: "ConnectionError", failure, sent: true, ambiguous: true });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each<[string, Reply]>([
    ["answer", { how: "stall" }],
    ["end of the answer", { how: "stallBody", body: { metadata: {} } }],
  ])("a read without an %s is repeated after the request's timeout", async (_what, reply) => {
    const { server, client } = await against([reply, { body: dev }], { requestTimeoutMs: 1000 });
    expect(await client.get(path)).toEqual(dev);
    expect(server.requests).toHaveLength(2);
  });
});

describe("a cancelled operation", () => {
  test.each<[where: string, reply: Reply, name: string, ambiguous: boolean]>([
    ["request", { how: "stall" }, "create", true],
    ["body", { how: "stallBody", body: "{" }, "get", false],
  ])("ends at once in the middle of a %s", async (_where, reply, name, ambiguous) => {
    const { server, client } = await against([reply]);
    const cancellation = new AbortController();
    const outcome = rejection(operations[name]?.(client, { signal: cancellation.signal }) ?? Promise.resolve());
    await server.arrived(1);
    cancellation.abort();
    expect(await outcome).toMatchObject({ name: "CancelledError", ambiguous });
  });

  test("ends at once while it waits for the next attempt", async () => {
    const slow = { ...status(429, "", "slow"), headers: { "retry-after": "200" } };
    const { client } = await against([slow], { clock: undefined });
    const cancellation = new AbortController();
    const onRetry = () => setImmediate(() => cancellation.abort());
    const error = await rejection(client.create(["x"], dev, { signal: cancellation.signal, onRetry }));
    expect(error).toMatchObject({ name: "CancelledError", ambiguous: false });
    expect(error.message).toMatch(/^POST x at http:\/\/127.0.0.1:\d+ was canceled\.$/);
  });

  test("sends nothing if it was canceled before, and a pause fails like a read", async () => {
    const { server, client } = await against([{ body: dev }]);
    const call = { signal: AbortSignal.abort() };
    for (const error of [await rejection(client.get(path, call)), await rejection(client.pause(1, path, call))]) {
      expect(error).toMatchObject({ name: "CancelledError", ambiguous: false });
      expect(error.message).toMatch(/^GET spacetemplates\/dev at http:.+ was canceled\.$/);
    }
    expect(server.requests).toHaveLength(0);
  });

  test("leaves no listener on its signal after a success and after a failure", async () => {
    const { signal } = new AbortController();
    const { client } = await against([{ body: dev }, status(422, "Invalid", "no")]);
    await client.get(path, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await rejection(client.get(path, { signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

test("closing the client cancels every operation", async () => {
  const { server, client } = await against([{ how: "stall" }]);
  const outcome = rejection(client.get(path));
  await server.arrived(1);
  await client.close();
  expect(await outcome).toMatchObject({ name: "CancelledError" });
  expect(await rejection(client.get(path))).toMatchObject({ name: "CancelledError" });
});

const subject = { method: "GET", path: "x", baseUrl: "http://x" };

test("the retry delay has full jitter, grows up to ten seconds and adds Retry-After", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay(attempt, undefined, () => 1));
  expect(longest).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  expect(retryDelay(5, undefined, () => 0)).toBe(0);
  expect(retryDelay(1, 3, () => 0)).toBe(3000);
});

test("the conflict delay has full jitter and grows up to half a second", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => conflictDelay(attempt, () => 1));
  expect(longest).toEqual([10, 20, 40, 80, 160, 320, 500, 500]);
  expect(conflictDelay(7, () => 0.5)).toBe(250);
  expect(conflictDelay(7, () => 0)).toBe(0);
});

test.each([
  ["5", 5],
  [" 0 ", 0],
  ["Thu, 01 Jan 1970 00:00:10 GMT", 9],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  [" Thu, 01 Jan 1970 00:00:10 GMT", 9],
  ["on Thu, 01 Jan 1970 00:00:10 GMT", undefined],
  ["soon", undefined],
  ["Thu, no date", undefined],
  ["1.5", undefined],
  [undefined, undefined],
])("Retry-After %j is %j seconds", (header, seconds) => {
  expect(parseRetryAfter(header, 1000)).toBe(seconds);
});

test("permanent failures are not repeated", () => {
  expect(shouldRetry(true, Object.assign(new Error("x"), { status: 429 }))).toBe(false);
  expect(shouldRetry(true, new ConnectionError(subject, "tls", { sent: false }))).toBe(false);
  expect(shouldRetry(true, new ApiError(subject, { status: 501, message: "x" }, new Secrets()))).toBe(false);
});
