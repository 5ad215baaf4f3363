import type { ApiObject } from "../../../provider/api/apiObject";
import { BulkReader } from "../../../provider/api/bulkReader";
import type { Call, ListQuery } from "../../../provider/api/client";
import { PageSizes } from "../../../provider/api/pageSizes";

/** A client whose lists show the pages that a test hands to it, each when it says so. */
class PagedClient {
  writes = 0;
  readonly lists: ListQuery[] = [];
  /** What bounds the last list. */
  call: Call | undefined;
  #waiting: ((page: ApiObject[] | Error | "end") => void)[] = [];

  /** Whether a list is about to read on. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  async *list(_path: readonly string[], query: ListQuery, call: Call = {}) {
    this.lists.push(query);
    this.call = call;
    for (;;) {
      const page = await new Promise<ApiObject[] | Error | "end">((resolve) => this.#waiting.push(resolve));
      if (page === "end") return;
      if (page instanceof Error) throw page;
      yield* page;
    }
  }

  /** Hands a page, an error or the end to the list under way, and lets everybody hear of it. */
  async hand(page: ApiObject[] | Error | "end"): Promise<void> {
    await settled();
    this.#waiting.shift()?.(page);
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const ours = { path: ["spacetemplates"], labelSelector: "owner=us", isWanted: isOurs };

function isOurs({ metadata }: ApiObject): boolean {
  return metadata.labels?.owner === "us";
}

const object = (name: string, owner = "us"): ApiObject => ({ metadata: { name, labels: { owner } } });
const names = (count: number, prefix = "a") => Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);

let client: PagedClient;
let reader: BulkReader;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
  client = new PagedClient();
  reader = new BulkReader(client);
});
afterEach(() => jest.useRealTimers());

const find = (name: string, call = {}) => reader.find(ours, name, call);

/** What a promise has come to by now. */
async function now<T>(promise: Promise<T>): Promise<T | "waiting"> {
  let outcome: T | "waiting" = "waiting";
  promise.then((value) => {
    outcome = value;
  });
  await settled();
  return outcome;
}

test("eight reads are one list by the owner's label, and each is answered with its page", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand(names(5).map((name) => object(name)));
  expect(await Promise.all(reads.slice(0, 5))).toEqual(names(5).map((name) => object(name)));
  expect(await now(reads[7] as Promise<unknown>)).toBe("waiting");
  await client.hand(
    names(8)
      .slice(5)
      .map((name) => object(name)),
  );
  expect(await reads[7]).toEqual(object("a-7"));
  expect(client.lists).toEqual([{ labelSelector: "owner=us", isSentOnce: true, sizes: expect.any(PageSizes) }]);
});

test("seven reads are let go after a moment, each to be read by itself", async () => {
  const reads = names(7).map((name) => find(name));
  jest.advanceTimersByTime(10);
  expect(await Promise.all(reads)).toEqual(Array(7).fill(undefined));
  expect(client.lists).toEqual([]);
});

test.each([
  ["that has ended", true],
  ["under way", false],
])("a write keeps a list %s from whoever reads afterwards", async (_words, hasEnded) => {
  const reads = names(8).map((name) => find(name));
  await client.hand([...names(8), "late"].map((name) => object(name)));
  if (hasEnded) await client.hand("end");
  client.writes++;
  const late = find("late");
  expect(await now(late)).toBe("waiting");
  jest.advanceTimersByTime(10);
  expect(await late).toBeUndefined();
  expect(await reads[0]).toEqual(object("a-0"));
});

test("a list serves whoever reads within five seconds of its end, and nobody after", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand([...names(8), "early", "late"].map((name) => object(name)));
  await client.hand("end");
  await Promise.all(reads);
  jest.advanceTimersByTime(4999);
  expect(await find("early")).toEqual(object("early"));
  jest.advanceTimersByTime(2);
  const late = find("late");
  jest.advanceTimersByTime(10);
  expect(await late).toBeUndefined();
  expect(client.lists).toHaveLength(1);
});

test("reads of the last five seconds count, so who goes on reading when a list is too old has the next one at once", async () => {
  names(8).map((name) => find(name));
  await client.hand(names(16).map((name) => object(name)));
  await client.hand("end");
  jest.advanceTimersByTime(4000);
  await Promise.all(names(7).map((name) => find(name)));
  jest.advanceTimersByTime(1001);
  const next = find("a-15");
  expect(client.lists).toHaveLength(2);
  await client.hand([object("a-15")]);
  expect(await next).toEqual(object("a-15"));
});

test("reads before a write of ours do not count", async () => {
  names(7).map((name) => find(name));
  jest.advanceTimersByTime(10);
  client.writes++;
  names(7, "b").map((name) => find(name));
  jest.advanceTimersByTime(10);
  expect(client.lists).toHaveLength(0);
  find("c-0");
  expect(client.lists).toHaveLength(1);
});

test("reads are gathered as long as more come", async () => {
  for (const name of names(7)) {
    find(name);
    jest.advanceTimersByTime(9);
  }
  expect(client.lists).toHaveLength(0);
  find("a-7");
  expect(client.lists).toHaveLength(1);
});

test("a read is not let go while the process is too busy to hear of others", async () => {
  const first = find("a-0");
  // Something takes so long that the timer fires late, before the reads that came meanwhile are heard of.
  jest.setSystemTime(Date.now() + 50);
  jest.advanceTimersByTime(10);
  expect(await now(first)).toBe("waiting");
  for (const name of names(7, "b")) find(name);
  expect(client.lists).toHaveLength(1);
});

test("a list goes on with the sizes of pages that the one before it learnt, and with usual ones after one that failed", async () => {
  for (const end of ["end", new Error("slow"), "end"] as const) {
    names(8).map((name) => find(name));
    const { sizes } = client.lists.at(-1) as ListQuery;
    sizes?.learnFrom(sizes.next, { limit: sizes.next, items: [object("a")], length: 1 });
    await client.hand(end);
    jest.advanceTimersByTime(5001);
  }
  // Each learnt from one page when it had ended.
  expect(client.lists.map(({ sizes }) => sizes?.next)).toEqual([2000, 2000, 500]);
});

test("what a list does not show has to be read by itself", async () => {
  const reads = names(9).map((name) => find(name));
  await client.hand(names(8).map((name) => object(name)));
  await client.hand("end");
  expect(await reads[8]).toBeUndefined();
});

test("a list that shows what it was not asked for ends there, and nobody lists again", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand([object("a-0"), object("theirs", "them"), object("a-1")]);
  expect(await Promise.all(reads)).toEqual([object("a-0"), ...Array(7).fill(undefined)]);
  jest.advanceTimersByTime(3_600_000);
  expect(await Promise.all(names(8).map((name) => find(name)))).toEqual(Array(8).fill(undefined));
  expect(client.lists).toHaveLength(1);
});

test("a list that fails sends everybody to read by himself, and is not tried again for five seconds", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand(names(2).map((name) => object(name)));
  await client.hand(new Error("gone"));
  expect(await Promise.all(reads)).toEqual([object("a-0"), object("a-1"), ...Array(6).fill(undefined)]);
  expect(await Promise.all(names(8, "b").map((name) => find(name)))).toEqual(Array(8).fill(undefined));
  expect(client.lists).toHaveLength(1);
  jest.advanceTimersByTime(5001);
  names(8, "b").map((name) => find(name));
  expect(client.lists).toHaveLength(2);
});

test("a list may take ten seconds to show another object, however hasty one of its readers is", async () => {
  const hasty = Date.now() + 400;
  const [first, ...others] = names(8).map((name, index) => find(name, index === 0 ? { deadline: hasty } : {}));
  expect(client.call?.deadline).toBe(Date.now() + 10_000);
  jest.advanceTimersByTime(1000);
  expect(await first).toBeUndefined();
  // Pages that show nothing get no time of their own.
  await client.hand([]);
  expect(client.call?.deadline).toBe(Date.now() + 9000);
  await client.hand(names(8).map((name) => object(name)));
  expect(client.call?.deadline).toBe(Date.now() + 10_000);
  expect(await Promise.all(others)).toHaveLength(7);
  expect(await others[0]).toEqual(object("a-1"));
});

test("a list that takes long serves whoever comes, but nothing that it showed more than five seconds ago", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand([object("a-0")]);
  jest.advanceTimersByTime(5001);
  expect(await find("a-0")).toBeUndefined();
  const joined = find("late");
  await client.hand([...names(8), "late"].map((name) => object(name)));
  expect(await joined).toEqual(object("late"));
  expect(await find("a-7")).toEqual(object("a-7"));
  await client.hand("end");
  await Promise.all(reads);
  const after = find("late");
  jest.advanceTimersByTime(10);
  expect(await after).toBeUndefined();
});

test("a list is kept up to a size, and what is beyond has to be read by itself", async () => {
  const reads = [...names(8), "beyond"].map((name) => find(name));
  const large = names(8).map((name) => ({ ...object(name), spec: { text: "x".repeat(7 * 1024 * 1024) } }));
  await client.hand([...large, object("beyond")]);
  expect(await Promise.all(reads.slice(0, 7))).toEqual(large.slice(0, 7));
  expect(await reads[8]).toBeUndefined();
  expect(client.isWaiting).toBe(false);
});

test("a list that nobody may join any more is read no further than somebody waits", async () => {
  const reads = names(8).map((name) => find(name));
  client.writes++;
  await client.hand(names(8).map((name) => object(name)));
  await Promise.all(reads);
  await client.hand([object("b-0")]);
  expect(client.isWaiting).toBe(false);
});

test("nobody hears all objects of a list, nor what its server says: it could hold the secrets of others", async () => {
  const heard = jest.fn();
  const words = { onObject: heard, onWarning: heard, onRetry: heard };
  names(8).map((name) => find(name, { ...words, secrets: [`secret-of-${name}`] }));
  expect(client.call).toMatchObject({ secrets: names(8).map((name) => `secret-of-${name}`) });
  for (const each of Object.keys(words)) expect(client.call).not.toHaveProperty(each);
});

test("a read waits for a list a quarter of its time at most, and none that is cancelled", async () => {
  const cancelled = new AbortController();
  const hasty = find("hasty", { deadline: Date.now() + 1000 });
  const stopped = find("stopped", { signal: cancelled.signal });
  const patient = names(6).map((name) => find(name, { deadline: Date.now() + 60_000 }));
  await settled();
  cancelled.abort();
  expect(await now(stopped)).toBeUndefined();
  jest.advanceTimersByTime(250);
  expect(await now(hasty)).toBeUndefined();
  expect(await now(patient[0] as Promise<unknown>)).toBe("waiting");
});

test("a read is told the secrets of the object that it gets, and of no other", async () => {
  const heard: string[] = [];
  const onObject = ({ metadata }: ApiObject) => heard.push(String(metadata.name));
  const reads = names(8).map((name, index) => find(name, index === 3 ? { onObject } : {}));
  await client.hand(names(8).map((name) => object(name)));
  await Promise.all(reads);
  expect(heard).toEqual(["a-3"]);
});

test("a list that ended before it paid is not begun again for a few", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand([...names(8), ...names(400, "other")].map((name) => object(name)));
  await client.hand("end");
  await Promise.all(reads);
  client.writes++;
  const few = names(25, "other").map((name) => find(name));
  jest.advanceTimersByTime(10);
  expect(await Promise.all(few)).toEqual(Array(25).fill(undefined));
  client.writes++;
  names(26, "other").map((name) => find(name));
  expect(client.lists).toHaveLength(2);
});

test("reads that come one after the other are gathered for a tenth of a second at most", async () => {
  const reads = names(8).map((name) => find(name));
  await client.hand([...names(8), ...names(400, "other")].map((name) => object(name)));
  await client.hand("end");
  await Promise.all(reads);
  client.writes++;
  const first = find("b-0");
  for (let more = 1; more <= 11; more++) {
    jest.advanceTimersByTime(9);
    find(`b-${more}`);
  }
  expect(await now(first)).toBe("waiting");
  jest.advanceTimersByTime(1);
  expect(await now(first)).toBeUndefined();
  expect(client.lists).toHaveLength(1);
});
