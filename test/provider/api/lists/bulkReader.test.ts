import type { Call, ListQuery } from "../../../../provider/api/client";
import { ApiError } from "../../../../provider/api/errors/errors";
import type { ApiObject } from "../../../../provider/api/input/apiObject";
import { maxListBytes } from "../../../../provider/api/input/sizeLimits";
import { BulkReader, estimateHeapBytes } from "../../../../provider/api/lists/bulkReader";
import { Secrets } from "../../../../provider/api/output/redaction";

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

  async *pages(_path: readonly string[], query: ListQuery, call: Call) {
    this.lists.push(query);
    this.call = call;
    for (;;) {
      const page = await new Promise<Page>((resolve) => this.#waiting.push(resolve));
      if (page === "end") return;
      if (page instanceof Error) throw page;
      yield { items: page, continueToken: "", characters: 0 };
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
const matches = ({ metadata }: ApiObject) => metadata.labels?.owner === "us";
const ours = { path: ["spacetemplates"], labelSelector: "owner=us", matches };
const object = (name: string, owner = "us"): ApiObject => ({ metadata: { name, labels: { owner } } });
const names = (count: number, prefix = "a") => Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);
const eight = names(8).map((name) => object(name));
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

/** The results of reads that no others follow. */
const alone = (reads: Promise<unknown>[]) => {
  jest.advanceTimersByTime(10);
  return Promise.all(reads);
};

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
  expect(client.lists).toEqual([{ labelSelector: "owner=us", noRetry: true }]);
});

test("fewer reads, or reads of different collections, are no list", async () => {
  const [collections, seven] = [[["ab", "c"], ["a", "bc"], ["users"]].map((path) => ({ ...ours, path })), findAll(7)];
  for (const collection of collections) for (const name of names(4)) reader.find(collection, name, {});
  expect(await alone(seven)).toEqual(none(7));
  expect(client.lists).toEqual([]);
});

test("a batch grows while reads come within ten milliseconds, or before a late timer", async () => {
  for (const name of names(6)) {
    find(name);
    jest.advanceTimersByTime(9);
  }
  const seventh = find("a-6");
  jest.advanceTimersByTime(10);
  find("a-7");
  expect(client.lists).toHaveLength(1);
  await client.give(eight);
  expect(await seventh).toEqual(object("a-6"));
});

test("later reads count the ones before them, but not across a write", async () => {
  await alone(findAll(7));
  client.writes++;
  await alone(findAll(7, "b"));
  expect(client.lists).toHaveLength(0);
  find("c-0");
  expect(client.lists).toHaveLength(1);
});

describe("a list", () => {
  test("answers reads until five seconds after the last one, and the next read is another list", async () => {
    const reads = [...findAll(8), find("absent")];
    await client.give(eight);
    jest.advanceTimersByTime(20_000);
    expect(await find("a-0")).toEqual(object("a-0"));
    await client.give("end");
    expect(await Promise.all(reads)).toEqual([...eight, undefined]);
    for (let read = 0; read < 3; read++) {
      jest.advanceTimersByTime(4999);
      expect(await find("a-0")).toEqual(object("a-0"));
    }
    jest.advanceTimersByTime(5000);
    const next = find("a-0");
    expect(client.lists).toHaveLength(2);
    await client.give(eight);
    expect(await next).toEqual(object("a-0"));
  });

  test("answers no read after thirty seconds, and none of an absent object keeps it", async () => {
    findAll(8);
    await client.give(eight, "end");
    for (let seconds = 3; seconds < 30; seconds += 3) {
      jest.advanceTimersByTime(3000);
      expect(await now(find("a-0"))).toEqual(object("a-0"));
    }
    jest.advanceTimersByTime(3000);
    find("a-0");
    expect(client.lists).toHaveLength(2);
    await client.give(eight, "end");
    jest.advanceTimersByTime(4000);
    expect(await now(find("absent"))).toBeUndefined();
    jest.advanceTimersByTime(1000);
    find("a-0");
    expect(client.lists).toHaveLength(3);
  });

  test.each([
    ["under way", []],
    ["that has ended", ["end" as const]],
  ])("%s answers no read after a write", async (_what, ends) => {
    const reads = findAll(8);
    await client.give([...eight, object("late")], ...ends);
    client.writes++;
    expect(await alone([find("late")])).toEqual([undefined]);
    expect(await Promise.all(reads)).toEqual(eight);
  });

  test("that is outdated by a write ends with its last read", async () => {
    const reads = findAll(8);
    client.writes++;
    await client.give(eight.slice(0, 7));
    expect(client.isWaiting).toBe(true);
    await client.give(eight.slice(7));
    expect(await Promise.all(reads)).toEqual(eight);
    expect(client.isWaiting).toBe(false);
  });

  test("is dropped five seconds after its own end, not after the end of the one before", async () => {
    findAll(8);
    await client.give("end");
    client.writes++;
    jest.advanceTimersByTime(4000);
    findAll(8);
    await client.give(eight, "end");
    jest.advanceTimersByTime(1000);
    expect(await now(find("a-0"))).toEqual(object("a-0"));
  });

  test("with an unwanted object ends before its page, and is the last one", async () => {
    const reads = findAll(8);
    await client.give([object("a-0")], [object("a-1"), object("theirs", "them"), object("a-2")]);
    expect(await Promise.all(reads)).toEqual([object("a-0"), ...none(7)]);
    jest.advanceTimersByTime(3_600_000);
    expect(await Promise.all(findAll(8))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
  });

  test.each([403, 404, 405])("that is refused with %i is the last one", async (status) => {
    findAll(8);
    const subject = { method: "GET", path: "spacetemplates", baseUrl: "https://platform.test" };
    await client.give(new ApiError(subject, { status, message: "no" }, new Secrets()));
    client.writes++;
    jest.advanceTimersByTime(3_600_000);
    expect(await now(Promise.all(findAll(8)))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
  });

  test("that fails is not repeated for five seconds", async () => {
    const reads = findAll(8);
    await client.give(eight.slice(0, 2), new Error("gone"));
    expect(await Promise.all(reads)).toEqual([...eight.slice(0, 2), ...none(6)]);
    expect(await Promise.all(findAll(8, "b"))).toEqual(none(8));
    expect(client.lists).toHaveLength(1);
    jest.advanceTimersByTime(5000);
    find("b-0");
    expect(client.lists).toHaveLength(2);
  });

  test.each([
    ["up to its largest size", 0, object("beyond")],
    ["beyond its largest size, whose other objects are read alone", 1, undefined],
  ])("is kept %s", async (_what, more, beyond) => {
    const reads = [...findAll(8), find("beyond")];
    const [first, ...others] = eight.map((each) => ({ ...each, spec: { text: "" } }));
    const room = maxListBytes - estimateHeapBytes([first, ...others]);
    const large = [{ ...object("a-0"), spec: { text: "x".repeat(room / 2 + more) } }, ...others];
    await client.give(large, [object("beyond")]);
    expect(await Promise.all(reads.slice(0, 8))).toEqual(large);
    expect(await now(reads[8])).toEqual(beyond);
    expect(client.isWaiting).toBe(false);
  });

  test("has ten seconds for each page, and the signal of its session alone", async () => {
    const { signal } = new AbortController();
    const listener = jest.fn();
    for (const name of names(8)) find(name, { signal, deadline: 1, onObject: listener, onWarning: listener });
    expect(client.call).toEqual({ signal, deadline: Date.now() + 10_000 });
    jest.advanceTimersByTime(1000);
    expect(client.call?.deadline).toBe(Date.now() + 10_000);
  });
});

test("a list ends five seconds after its last read was answered", async () => {
  const reads = findAll(8);
  await client.give(eight);
  await Promise.all(reads);
  jest.advanceTimersByTime(4999);
  await client.give([object("b-0")]);
  expect(client.isWaiting).toBe(true);
  jest.advanceTimersByTime(1);
  await client.give([object("c-0")]);
  expect(client.isWaiting).toBe(false);
});

test("a read waits for a list a quarter of its time at most", async () => {
  const hasty = find("hasty", { deadline: Date.now() + 1000 });
  const [patient] = names(7).map((name) => find(name, { deadline: Date.now() + 60_000 }));
  await settled();
  jest.advanceTimersByTime(250);
  expect(await now(hasty)).toBeUndefined();
  expect(await now(patient)).toBe("waiting");
});

test("a read hears its object only, and one that is refused is read alone", async () => {
  const [onObject, other] = [jest.fn(), jest.fn()];
  const validate = ({ metadata }: ApiObject) => (metadata.name === "a-0" ? "a bad object" : undefined);
  const reads = names(8).map((name, index) => find(name, { validate, onObject: index < 2 ? onObject : other }));
  await client.give(eight);
  expect(await Promise.all(reads)).toEqual([undefined, ...eight.slice(1)]);
  expect(onObject.mock.calls).toEqual([[object("a-1")]]);
});

test("a list keeps no managedFields, and a read hears its object without them", async () => {
  const onObject = jest.fn();
  const reads = names(8).map((name) => find(name, { onObject }));
  const managed = ({ metadata }: ApiObject): ApiObject => ({
    metadata: { ...metadata, managedFields: [{ manager: "kubectl" }] },
  });
  await client.give(eight.map(managed));
  expect(await Promise.all(reads)).toEqual(eight);
  expect(onObject.mock.calls).toEqual(eight.map((each) => [each]));
});

test.each<[value: unknown, bytes: number]>([
  ["four", 8],
  [null, 8],
  [["a", true], 90],
  [{ key: { text: "ab" } }, 148],
])("%j takes about %i bytes of memory", (value, bytes) => {
  expect(estimateHeapBytes(value)).toBe(bytes);
});
