import type { ApiClient, Call } from "../../../provider/api/client.js";
import { ApiError, ConnectionError, isAmbiguous } from "../../../provider/api/errors.js";
import { conflictDelay, parseRetryAfter, retryDelay, retryPolicy, shouldRetry } from "../../../provider/api/retry.js";
import { closeAll, connect, deadUrl, fakeClock, type Reply, rejection, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { metadata: { name: "dev", uid: "u1", resourceVersion: "7" } };
const path = ["spacetemplates", "dev"];
const guard = { op: "replace", path: "/metadata/resourceVersion", value: "7" };

type Operation = (client: ApiClient, call?: Call) => Promise<unknown>;
const operations: Record<string, Operation> = {
  get: (client, call) => client.get(path, call),
  create: (client, call) => client.create(["spacetemplates"], dev, call),
  "replace with resourceVersion": (client, call) => client.replace(path, dev, call),
  "replace without resourceVersion": (client, call) => client.replace(path, { metadata: { name: "dev" } }, call),
  "guarded patch": (client, call) => client.patch(path, [guard], call),
  "unguarded patch": (client, call) => client.patch(path, [{ op: "remove", path: "/spec" }], call),
  delete: (client, call) => client.delete(path, { uid: "u1" }, call),
};
const repeatable = ["get", "replace with resourceVersion", "guarded patch", "delete"];
const all = Object.keys(operations);

const failures: Record<string, { reply: Reply; repeated: readonly string[]; ambiguous: boolean }> = {
  "a reset": { reply: { how: "reset" }, repeated: repeatable, ambiguous: true },
  "an answer cut off": { reply: { how: "cut", body: { metadata: {} } }, repeated: repeatable, ambiguous: true },
  "a 429": { reply: status(429, "TooManyRequests", "slow down"), repeated: all, ambiguous: false },
  "a 502": { reply: { status: 502, body: "<html>" }, repeated: repeatable, ambiguous: true },
  "a 503": { reply: status(503, "ServiceUnavailable", "later"), repeated: repeatable, ambiguous: true },
  "a 504": { reply: status(504, "Timeout", "later"), repeated: repeatable, ambiguous: true },
  "a 500": { reply: status(500, "", "etcdserver: request is too large"), repeated: [], ambiguous: true },
  "a 400": { reply: status(400, "BadRequest", "no"), repeated: [], ambiguous: false },
  "a 401": { reply: status(401, "Unauthorized", "Unauthorized"), repeated: [], ambiguous: false },
  "a 403": { reply: status(403, "Forbidden", "no"), repeated: [], ambiguous: false },
  "a 404": { reply: status(404, "NotFound", "no"), repeated: [], ambiguous: false },
  "a 409": { reply: status(409, "Conflict", "no"), repeated: [], ambiguous: false },
  "a 422": { reply: status(422, "Invalid", "no"), repeated: [], ambiguous: false },
  "a redirect": { reply: { status: 307, headers: { location: "http://x/" } }, repeated: [], ambiguous: false },
  "HTML with 200": { reply: { body: "<html>" }, repeated: [], ambiguous: true },
};

const table = Object.entries(failures).flatMap(([what, failure]) =>
  Object.entries(operations).map(([name, operation]) => ({ what, name, operation, ...failure })),
);

test.each(table)("after $what, $name is sent again only if that is safe", async ({ name, operation, ...failure }) => {
  const server = await serve([failure.reply]);
  const error = await rejection(operation(connect(server.url)));
  expect(server.requests).toHaveLength(failure.repeated.includes(name) ? retryPolicy.attempts : 1);
  expect(isAmbiguous(error)).toBe(failure.ambiguous && name !== "get");
});

test.each(all)("%s is sent again when nothing was sent, and certainly was not done", async (name) => {
  const clock = fakeClock();
  const error = await rejection(operations[name]?.(connect(await deadUrl(), { clock })) ?? Promise.resolve());
  expect(error).toMatchObject({ name: "ConnectionError", kind: "refused", sent: false, ambiguous: false });
  expect(clock.slept).toHaveLength(retryPolicy.attempts - 1);
});

test.each(repeatable)("%s goes well after failures that pass", async (name) => {
  const server = await serve([{ how: "reset" }, status(503, "", "later"), status(429, "", "slow"), { body: dev }]);
  await operations[name]?.(connect(server.url));
  expect(server.requests).toHaveLength(4);
});

test("a repeated request is the same, byte for byte", async () => {
  const server = await serve([{ how: "reset" }, { body: dev }]);
  await connect(server.url).patch(path, [guard]);
  const [first, second] = server.requests.map(({ port, ...sent }) => sent);
  expect(first).toMatchObject({ method: "PATCH" });
  expect(second).toEqual(first);
});

test("a write refused after an attempt that may have been done stays ambiguous", async () => {
  const server = await serve([{ how: "reset" }, status(409, "Conflict", "changed")]);
  const error = await rejection(connect(server.url).replace(path, dev));
  expect(error).toMatchObject({ status: 409, ambiguous: true });
});

test("the caller hears why a request is repeated, and when", async () => {
  const heard: string[] = [];
  const server = await serve([status(503, "ServiceUnavailable", "starting"), { body: dev }]);
  await connect(server.url).get(path, { onRetry: (text) => heard.push(text) });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatch(/503 ServiceUnavailable: starting\. .* Trying again in 0\.4 s \(2 of 5\)\.$/);
});

describe("Retry-After", () => {
  const later = (header: string) => ({ ...status(429, "TooManyRequests", "slow"), headers: { "retry-after": header } });

  test("is the least that is waited, in seconds", async () => {
    const clock = fakeClock();
    const server = await serve([later("7"), { body: dev }]);
    await connect(server.url, { clock }).create(["spacetemplates"], dev);
    expect(clock.slept[0]).toBeGreaterThanOrEqual(7000);
  });

  test("may be an HTTP date", async () => {
    const clock = fakeClock();
    const server = await serve([later(new Date(clock.now() + 20_000).toUTCString()), { body: dev }]);
    await connect(server.url, { clock }).get(path);
    expect(clock.slept[0]).toBeGreaterThan(15_000);
  });

  test("may be told in the Status", async () => {
    const clock = fakeClock();
    const server = await serve([status(429, "", "slow", { retryAfterSeconds: 9 }), { body: dev }]);
    await connect(server.url, { clock }).get(path);
    expect(clock.slept[0]).toBeGreaterThanOrEqual(9000);
  });

  test("past the deadline ends the operation at once, and the error says so", async () => {
    const clock = fakeClock();
    const server = await serve([later("86400")]);
    const error = await rejection(connect(server.url, { clock }).get(path, { deadline: clock.now() + 60_000 }));
    expect(clock.slept).toEqual([]);
    expect(error.message).toMatch(
      /slow\. .* Not tried again: the next try in 86400\.4 s would be after the operation's/,
    );
  });

  test("beyond the longest timer of Node.js is waited for all the same", async () => {
    const warned = jest.fn();
    process.on("warning", warned);
    const server = await serve([later("2147500")]);
    const ended = new AbortController();
    const call = { deadline: Date.now() + 1e11, signal: ended.signal };
    const failure = rejection(connect(server.url, { clock: undefined }).get(path, call));
    setTimeout(() => ended.abort(), 300);
    expect(await failure).toMatchObject({ name: "CancelledError" });
    process.off("warning", warned);
    expect(server.requests).toHaveLength(1);
    expect(warned).not.toHaveBeenCalled();
  });

  test("of an absurd length ends an operation without a deadline too", async () => {
    const clock = fakeClock();
    const server = await serve([later("99999999999999")]);
    expect(await rejection(connect(server.url, { clock }).get(path))).toMatchObject({ status: 429 });
    expect(clock.slept).toEqual([]);
  });
});

describe("the deadline and the signal", () => {
  test("nothing is sent after the deadline", async () => {
    const server = await serve([{ body: dev }]);
    const error = await rejection(connect(server.url).get(path, { deadline: Date.now() - 1 }));
    expect(error).toMatchObject({ name: "ConnectionError", kind: "deadline", sent: false });
    expect(server.requests).toHaveLength(0);
  });

  test("a request under way ends at the deadline, and is not repeated", async () => {
    const server = await serve([{ how: "stall" }]);
    const error = await rejection(connect(server.url).create(["x"], dev, { deadline: Date.now() + 150 }));
    expect(error).toMatchObject({ name: "ConnectionError", kind: "deadline", ambiguous: true });
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["does not answer", { how: "stall" }],
    ["does not end its answer", { how: "stallBody", body: { metadata: {} } }],
  ])("a server that %s is given up after the request's timeout, and asked again", async (_what, reply) => {
    const server = await serve([reply, { body: dev }]);
    const client = connect(server.url, { requestTimeoutMs: 300 });
    expect(await client.get(path)).toEqual(dev);
    expect(server.requests).toHaveLength(2);
  });

  test("a create that times out may have been done, and is not repeated", async () => {
    const server = await serve([{ how: "stall" }]);
    const client = connect(server.url, { requestTimeoutMs: 150 });
    const error = await rejection(client.create(["spacetemplates"], dev));
    expect(error).toMatchObject({ name: "ConnectionError", kind: "timeout", sent: true, ambiguous: true });
    expect(server.requests).toHaveLength(1);
  });

  test("a cancelled operation ends at once, in the middle of a request", async () => {
    const server = await serve([{ how: "stall" }]);
    const cancellation = new AbortController();
    const outcome = rejection(connect(server.url).create(["x"], dev, { signal: cancellation.signal }));
    await server.arrived(1);
    cancellation.abort();
    expect(await outcome).toMatchObject({ name: "CancelledError", sent: true, ambiguous: true });
  });

  test("a cancelled operation ends at once, in the middle of a body", async () => {
    const server = await serve([{ how: "stallBody", body: "{" }]);
    const cancellation = new AbortController();
    const outcome = rejection(connect(server.url).get(path, { signal: cancellation.signal }));
    await server.arrived(1);
    cancellation.abort();
    expect(await outcome).toMatchObject({ name: "CancelledError", ambiguous: false });
  });

  test("a cancelled operation ends at once while it waits to try again", async () => {
    const server = await serve([{ ...status(429, "", "slow"), headers: { "retry-after": "200" } }]);
    const cancellation = new AbortController();
    const onRetry = () => setImmediate(() => cancellation.abort());
    const client = connect(server.url, { clock: undefined });
    const error = await rejection(client.create(["x"], dev, { signal: cancellation.signal, onRetry }));
    expect(error).toMatchObject({ name: "CancelledError", ambiguous: false });
    expect(error.message).toMatch(/^POST x at http:\/\/127.0.0.1:\d+ was cancelled\.$/);
  });

  test("an operation cancelled before it began sends nothing", async () => {
    const server = await serve([{ body: dev }]);
    const error = await rejection(connect(server.url).get(path, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: "CancelledError", sent: false });
    expect(server.requests).toHaveLength(0);
  });

  test("closing the client ends what is under way as cancelled", async () => {
    const server = await serve([{ how: "stall" }]);
    const client = connect(server.url);
    const outcome = rejection(client.get(path));
    await server.arrived(1);
    await client.close();
    expect(await outcome).toMatchObject({ name: "CancelledError" });
    expect(await rejection(client.get(path))).toMatchObject({ name: "CancelledError" });
  });
});

describe("the pure rules", () => {
  const subject = { method: "GET", path: "x", baseUrl: "http://x" };

  test("waits are spread over all of a growing range", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay(attempt, undefined, () => 1));
    expect(longest).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(retryDelay(5, undefined, () => 0)).toBe(0);
    expect(retryDelay(1, 3, () => 0)).toBe(3000);
  });

  test("waits after conflicts begin short, and are spread over all of a growing range", () => {
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
    ["xThu, 01 Jan 1970 00:00:10 GMT", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["Thu, no date", undefined],
    [undefined, undefined],
  ])("Retry-After %j is %j seconds", (header, seconds) => {
    expect(parseRetryAfter(header, 1000)).toBe(seconds);
  });

  test("what is no failure of a request is never repeated", () => {
    expect(shouldRetry(true, new Error("x"))).toBe(false);
    expect(shouldRetry(true, new ConnectionError(subject, "tls", { sent: false }))).toBe(false);
    expect(shouldRetry(true, new ApiError(subject, { status: 501, message: "x" }, []))).toBe(false);
  });
});
