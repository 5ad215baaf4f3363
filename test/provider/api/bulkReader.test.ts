import { getEventListeners } from "node:events";
import type { ApiObject } from "../../../provider/api/apiObject";
import { BulkReader } from "../../../provider/api/bulkReader";
import type { Call, ListQuery } from "../../../provider/api/client";
import { ApiError } from "../../../provider/api/errors";
import { heapBytesOf } from "../../../provider/api/heapBytesOf";
import { PageSizes } from "../../../provider/api/pageSizes";
import { mostBytes } from "../../../provider/api/snapshot";

type Page = ApiObject[] | Error | "end";

/** A client whose lists yield the pages that a test gives. */
class PagedClient {
  writes = 0;
  readonly lists: ListQuery[] = [];
  call: Call | undefined;
  #waiting: ((page: Page) => void)[] = [];

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  async *list(_path: readonly string[], query: ListQuery, call: Call = {}) {
    this.lists.push(query);
    this.call = call;
    for (;;) {
      const page = await new Promise<Page>((resolve) => this.#waiting.push(resolve));
      if (page === "end") return;
      if (page instanceof Error) throw page;
      yield* page;
    }
  }

  /** Gives pages, an error or the end to the list under way. */
  async give(...pages: Page[]): Promise<void> {
    for (const page of pages) {
      await settled();
      this.#waiting.shift()?.(page);
      await settled();
    }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const isWanted = ({ metadata }: ApiObject) => metadata.labels?.owner === "us";
const ours = { path: ["spacetemplates"], labelSelector: "owner=us", isWanted };
const object = (name: string, owner = "us"): ApiObject => ({ metadata: { name, labels: { owner } } });
const objects = (...names: string[]) => names.map((name) => object(name));
const names = (count: number, prefix = "a") => Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);
const eight = objects(...names(8));
const none = (count: number) => Array(count).fill(undefined);

let client: PagedClient;
let reader: BulkReader;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
  client = new PagedClient();
  reader = new BulkReader(client);
});
afterEach(() => jest.useRealTimers());

const find = (name: string, call: Call = {}) => reader.find(ours, name, call);
const findAll = (count: number, prefix?: string) => names(count, prefix).map((name) => find(name));

const flushed = <T>(reads: T) => {
  jest.advanceTimersByTime(10);
  return reads;
};

/** Eight reads of a list that shows these objects too, and has ended. */
async function listOf(...more: string[]) {
  const reads = findAll(8);
  await client.give([...eight, ...objects(...more)], "end");
  return Promise.all(reads);
}

/** The result of a promise by now. */
const now = <T>(promise: Promise<T> | undefined) => Promise.race([promise, settled().then(() => "waiting" as const)]);

test("eight reads are one list by the owner's label, and each ends with its page", async () => {
  const reads = findAll(8);
  await client.give(eight.slice(0, 5));
  expect(await Promise.all(reads.slice(0, 5))).toEqual(eight.slice(0, 5));
  expect(await now(reads[7])).toBe("waiting");
  await client.give(eight.slice(5));
  expect(await reads[7]).toEqual(object("a-7"));
  // A timer that is left would keep the process alive.
  expect(jest.getTimerCount()).toBe(0);
  expect(client.lists).toEqual([{ labelSelector: "owner=us", isSentOnce: true, sizes: expect.any(PageSizes) }]);
});

test("reads of different collections are different lists", async () => {
  const collections = [["ab", "c"], ["a", "bc"], ["users"]].map((path) => ({ ...ours, path }));
  for (const collection of collections) for (const name of names(4)) reader.find(collection, name, {});
  expect(client.lists).toEqual([]);
});

describe("a batch", () => {
  test("of seven reads is flushed, and each object is read alone", async () => {
    expect(await Promise.all(flushed(findAll(7)))).toEqual(none(7));
    expect(client.lists).toEqual([]);
  });

  test("grows as long as reads come within ten milliseconds", async () => {
    for (const name of names(7)) {
      find(name);
      jest.advanceTimersByTime(9);
    }
    expect(client.lists).toHaveLength(0);
    find("a-7");
    expect(client.lists).toHaveLength(1);
  });

  test.each([0, 50])("grows for a tenth of a second at most, also if its timer fires %i ms late", async (late) => {
    await listOf(...names(400, "other"));
    client.writes++;
    const first = find("b-0");
    for (let more = 1; more <= 11; more++) {
      jest.advanceTimersByTime(9);
      find(`b-${more}`);
    }
    expect(await now(first)).toBe("waiting");
    jest.setSystemTime(Date.now() + late);
    jest.advanceTimersByTime(1);
    expect(await now(first)).toBeUndefined();
    expect(client.lists).toHaveLength(1);
  });

  test("is flushed by a timer that fires ten milliseconds late", async () => {
    const first = find("a-0");
    jest.setSystemTime(Date.now() + 10);
    expect(await flushed(first)).toBeUndefined();
  });

  test("is not flushed by a timer that fires later, before pending reads", async () => {
    const first = find("a-0");
    jest.setSystemTime(Date.now() + 11);
    expect(await now(flushed(first))).toBe("waiting");
    findAll(7, "b");
    expect(client.lists).toHaveLength(1);
  });

  test("counts reads of the last five seconds, so reads after expiry start the next list at once", async () => {
    await listOf(...names(16).slice(8));
    jest.advanceTimersByTime(1);
    await Promise.all(findAll(7));
    jest.advanceTimersByTime(5000);
    const next = find("a-15");
    expect(client.lists).toHaveLength(2);
    await client.give(objects("a-15"));
    expect(await next).toEqual(object("a-15"));
  });

  test("does not count reads before a write", async () => {
    flushed(findAll(7));
    client.writes++;
    flushed(findAll(7, "b"));
    expect(client.lists).toHaveLength(0);
    find("c-0");
    expect(client.lists).toHaveLength(1);
  });

  test("needs more reads after a list that ended before it paid", async () => {
    const absent = findAll(20, "absent");
    await listOf(...names(400, "other"));
    expect(await Promise.all([...absent, find("absent")])).toEqual(none(21));
    client.writes++;
    expect(await Promise.all(flushed(findAll(25, "other")))).toEqual(none(25));
    client.writes++;
    findAll(26, "other");
    expect(client.lists).toHaveLength(2);
  });

  test("needs no more reads after a list of which one object in sixteen was read", async () => {
    await listOf(...names(152, "other"));
    await Promise.all(findAll(2, "other"));
    client.writes++;
    findAll(8);
    expect(client.lists).toHaveLength(2);
  });
});

describe("a list", () => {
  test.each([
    ["that has ended", true],
    ["under way", false],
  ])("%s does not serve reads after a write", async (_what, hasEnded) => {
    const reads = findAll(8);
    await client.give([...eight, object("late")], ...(hasEnded ? ["end" as const] : []));
    client.writes++;
    const late = find("late");
    expect(await now(late)).toBe("waiting");
    expect(await flushed(late)).toBeUndefined();
    expect(await reads[0]).toEqual(object("a-0"));
  });

  test("serves reads for five seconds after its end", async () => {
    await listOf("early", "late");
    jest.advanceTimersByTime(4999);
    expect(await find("early")).toEqual(object("early"));
    jest.advanceTimersByTime(2);
    expect(await flushed(find("late"))).toBeUndefined();
    expect(client.lists).toHaveLength(1);
  });

  test("serves reads after the one before it expired", async () => {
    await listOf();
    jest.advanceTimersByTime(1000);
    client.writes++;
    await listOf("late");
    jest.advanceTimersByTime(4000);
    expect(await now(find("late"))).toEqual(object("late"));
  });

  test("serves reads five seconds after the one before it failed", async () => {
    findAll(8);
    client.writes++;
    findAll(8);
    await client.give(new Error("gone"));
    jest.advanceTimersByTime(5000);
    const late = find("late");
    await client.give(objects("late"));
    expect(await now(late)).toEqual(object("late"));
  });

  test("under way serves later reads, except of objects older than five seconds", async () => {
    const reads = findAll(8);
    await client.give(objects("a-0"));
    jest.advanceTimersByTime(5000);
    expect(await find("a-0")).toEqual(object("a-0"));
    jest.advanceTimersByTime(1);
    expect(await find("a-0")).toBeUndefined();
    const joined = find("late");
    await client.give([...eight, object("late")]);
    expect(await joined).toEqual(object("late"));
    expect(await find("a-7")).toEqual(object("a-7"));
    await client.give("end");
    await Promise.all(reads);
    expect(await flushed(find("late"))).toBeUndefined();
  });

  test("with an unwanted object ends there, and is the last one", async () => {
    const reads = findAll(8);
    await client.give([object("a-0"), object("theirs", "them"), object("a-1")]);
    expect(await Promise.all(reads)).toEqual([object("a-0"), ...none(7)]);
    jest.advanceTimersByTime(3_600_000);
    expect(await Promise.all(findAll(8))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
  });

  test.each([403, 404, 405])("that is refused with %i is the last one", async (status) => {
    findAll(8);
    const subject = { method: "GET", path: "spacetemplates", baseUrl: "https://platform.test" };
    await client.give(new ApiError(subject, { status, message: "no" }, []));
    jest.advanceTimersByTime(3_600_000);
    expect(await now(Promise.all(findAll(8)))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
  });

  test("that fails leaves its reads, and is not repeated for five seconds", async () => {
    const reads = findAll(8);
    await client.give(eight.slice(0, 2), new Error("gone"));
    expect(await Promise.all(reads)).toEqual([...eight.slice(0, 2), ...none(6)]);
    expect(await Promise.all(findAll(8, "b"))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
    jest.advanceTimersByTime(5000);
    findAll(8, "b");
    expect(client.lists).toHaveLength(2);
  });

  test("begins with the page size of the one before, and with the default after a failure", async () => {
    for (const end of ["end", new Error("slow"), "end"] as const) {
      findAll(8);
      const { sizes } = client.lists.at(-1) as ListQuery;
      sizes?.learnFrom(sizes.next, { limit: sizes.next, items: objects("a"), length: 1 });
      await client.give(end);
      jest.advanceTimersByTime(5001);
    }
    // Each learnt from one page when it had ended.
    expect(client.lists.map(({ sizes }) => sizes?.next)).toEqual([2000, 2000, 500]);
  });

  test("has ten seconds for each object, whatever deadline one of its reads has", async () => {
    const hasty = find("a-0", { deadline: Date.now() + 400 });
    const [other] = names(8)
      .slice(1)
      .map((name) => find(name));
    expect(client.call?.deadline).toBe(Date.now() + 10_000);
    jest.advanceTimersByTime(1000);
    expect(await hasty).toBeUndefined();
    await client.give([]);
    expect(client.call?.deadline).toBe(Date.now() + 9000);
    await client.give(eight);
    expect(client.call?.deadline).toBe(Date.now() + 10_000);
    expect(await other).toEqual(object("a-1"));
  });

  test.each([
    ["up to its largest size", 0, object("beyond")],
    ["beyond its largest size, whose other objects are read alone", 1, undefined],
  ])("is kept %s", async (_what, more, beyond) => {
    const reads = [...findAll(8), find("beyond")];
    const room = mostBytes / 8 - heapBytesOf({ ...eight[0], spec: { text: "" } });
    const large = eight.map((each, index) => ({
      ...each,
      spec: { text: "x".repeat(room / 2 + (index === 7 ? more : 0)) },
    }));
    await client.give([...large, object("beyond")]);
    expect(await Promise.all(reads.slice(0, 8))).toEqual(large);
    expect(await now(reads[8])).toEqual(beyond);
    expect(client.isWaiting).toBe(false);
  });

  test("that is outdated by a write ends with its last read", async () => {
    const cancelled = new AbortController();
    const reads = [...findAll(8), find("late", { signal: cancelled.signal })];
    client.writes++;
    await client.give(eight);
    expect(client.isWaiting).toBe(true);
    cancelled.abort();
    expect(await Promise.all(reads)).toEqual([...eight, undefined]);
    await client.give(objects("b-0"));
    expect(client.isWaiting).toBe(false);
  });

  test("masks all secrets of its reads, and tells none of its objects and warnings to them", async () => {
    const listener = jest.fn();
    const listeners = { onObject: listener, onWarning: listener, onRetry: listener };
    for (const name of names(7)) find(name, { ...listeners, secrets: [`secret-of-${name}`] });
    find("a-7", listeners);
    expect(client.call).toMatchObject({ secrets: names(7).map((name) => `secret-of-${name}`) });
    for (const each of Object.keys(listeners)) expect(client.call).not.toHaveProperty(each);
  });
});

test("a read waits for a list a quarter of its time at most, and not after it is cancelled", async () => {
  const cancelled = new AbortController();
  const hasty = find("hasty", { deadline: Date.now() + 1000 });
  const stopped = find("stopped", { signal: cancelled.signal });
  const [patient] = names(6).map((name) => find(name, { deadline: Date.now() + 60_000 }));
  await settled();
  cancelled.abort();
  expect(await now(stopped)).toBeUndefined();
  jest.advanceTimersByTime(250);
  expect(await now(hasty)).toBeUndefined();
  expect(await now(patient)).toBe("waiting");
});

test("a cancelled read does not end another read of the same object", async () => {
  const cancelled = new AbortController();
  const stopped = find("a-0", { signal: cancelled.signal });
  const reads = findAll(8);
  await settled();
  cancelled.abort();
  expect(await now(stopped)).toBeUndefined();
  await client.give(eight);
  expect(await now(Promise.all(reads))).toEqual(eight);
});

test("a read that has its object listens to its signal no more", async () => {
  const { signal } = new AbortController();
  const reads = names(8).map((name) => find(name, { signal }));
  expect(client.call?.signal).toBe(signal);
  await client.give(eight);
  await Promise.all(reads);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an object that cannot be dealt with is read alone, unheard", async () => {
  const onObject = jest.fn();
  const problemWith = ({ metadata }: ApiObject) => (metadata.name === "a-0" ? "a bad object" : undefined);
  const reads = names(8).map((name) => find(name, { problemWith, onObject }));
  await client.give(eight.slice(0, 7), "end");
  expect(await Promise.all(reads)).toEqual([undefined, ...eight.slice(1, 7), undefined]);
  expect(onObject.mock.calls).toEqual(eight.slice(1, 7).map((each) => [each]));
});

test.each<[value: unknown, bytes: number]>([
  ["four", 8],
  [7, 8],
  [null, 8],
  [[], 64],
  [["a", true], 90],
  [{ key: { text: "ab" } }, 148],
])("%j takes about %i bytes of memory", (value, bytes) => {
  expect(heapBytesOf(value)).toBe(bytes);
});

test("a read hears the object that it gets, and no other", async () => {
  const onObject = jest.fn();
  const reads = names(8).map((name, index) => find(name, index === 3 ? { onObject } : {}));
  await client.give(eight);
  await Promise.all(reads);
  expect(onObject.mock.calls).toEqual([[object("a-3")]]);
});
