import fc from "fast-check";
import type { RunningPlatform } from "../../emulator/platform";
import { startPlatform } from "../../emulator/platform";
import { type Body, changed, get, merge, patch, post, put, type Request, remove, template } from "./conformance/row";
import { send } from "./request";
import { WatchClient, type WatchEvent } from "./watchClient";

const plural = "/spacetemplates";
const last = "zz-last";
const chosen = "set=x";
// A watch that goes wrong ends by itself, long before the test does.
const selectors = ["timeoutSeconds=30", `timeoutSeconds=30&labelSelector=${encodeURIComponent(chosen)}`];
const clients = 3;

const name = fc.constantFrom("a", "b", "c", "d");
const set = fc.constantFrom("x", "y", null);
const text = fc.constantFrom("one", "two");
const labelled = (label: string | null, more: object = {}) => ({
  labels: label === null ? {} : { set: label },
  ...more,
});

/** A step of a client: most steps of a run meet an object of that name, some meet none and are refused. */
type Action = (platform: RunningPlatform) => Promise<unknown>;
const just =
  (request: Request): Action =>
  (platform) =>
    send(platform, request);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(name, set, text).map(([n, s, displayName]) => just(post(template(n, { displayName }, labelled(s))))),
  fc.tuple(name, set).map(([n, s]) => just(post(template(n, {}, labelled(s, { finalizers: ["x.test/held"] }))))),
  fc.tuple(name, set).map(([n, s]) => just(merge(n, { metadata: { labels: { set: s } } }))),
  fc.tuple(name, text).map(([n, value]) => just(patch(n, [{ op: "add", path: "/spec/displayName", value }]))),
  fc.tuple(name, text).map(([n, displayName]) => replaceWith(n, displayName)),
  name.map((n) => just(merge(n, { metadata: { finalizers: null } }))),
  name.map((n) => just(remove(n))),
  fc.constantFrom("x", "y").map((s) => just({ method: "DELETE", path: `${plural}?labelSelector=set%3D${s}` })),
);

function replaceWith(n: string, displayName: string): Action {
  return async (platform) => {
    const { status, body } = await send(platform, get(`${plural}/${n}`));
    if (status === 200) await send(platform, put(n, changed(body, { displayName })));
  };
}

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const tenMinutes = 600_000;

test(
  "a watch replayed from any version gives the same objects as a list",
  () =>
    fc.assert(
      fc
        .asyncProperty(fc.array(fc.array(action, { maxLength: 12 }), { maxLength: clients }), async (perClient) => {
          const live = await Promise.all(selectors.map((selector) => listAndWatch(selector)));
          await Promise.all(perClient.map((actions) => inTurn(actions)));
          await send(platform, post(template(last, {}, labelled("x"))));
          for (const [index, selector] of selectors.entries()) {
            const { objects, watch } = live[index] as Replay;
            const events = await untilLast(watch);
            expect(replay(objects, events)).toEqual(await list(selector));
            for (const version of someOf(events)) await expectSameFrom(version, selector);
            await expectSameFrom("", selector);
          }
        })
        .afterEach(empty),
    ),
  tenMinutes,
);

interface Replay {
  objects: Map<string, Body>;
  watch: WatchClient;
}

async function inTurn(actions: readonly Action[]): Promise<void> {
  for (const step of actions) await step(platform);
}

async function listAndWatch(selector: string, version = ""): Promise<Replay> {
  const exactly = version === "" ? "" : `&resourceVersion=${version}&resourceVersionMatch=Exact`;
  const { body } = await send(platform, get(`${plural}?${selector}${exactly}`));
  expect(body.kind).toBe("SpaceTemplateList");
  const watch = await WatchClient.open(platform, `${selector}&resourceVersion=${body.metadata.resourceVersion}`);
  return { objects: byName(body), watch };
}

async function expectSameFrom(version: string, selector: string): Promise<void> {
  const { objects, watch } =
    version === ""
      ? { objects: new Map<string, Body>(), watch: await WatchClient.open(platform, selector) }
      : await listAndWatch(selector, version);
  expect(replay(objects, await untilLast(watch))).toEqual(await list(selector));
}

async function list(selector: string): Promise<Map<string, Body>> {
  return byName((await send(platform, get(`${plural}?${selector}`))).body);
}

function byName({ items }: Body): Map<string, Body> {
  return new Map((items as Body[]).map((item) => [String(item.metadata.name), item]));
}

async function untilLast(watch: WatchClient): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
    events.push(event);
    if (event.object.metadata.name === last) break;
  }
  watch.close();
  return events;
}

/** Does to a list what the events tell; each must fit to what is there. */
function replay(objects: ReadonlyMap<string, Body>, events: readonly WatchEvent[]): Map<string, Body> {
  const result = new Map(objects);
  for (const { type, object } of events) {
    const known = String(object.metadata.name);
    expect([type, known, result.has(known)]).toEqual([type, known, type !== "ADDED"]);
    if (type === "DELETED") result.delete(known);
    else result.set(known, object);
  }
  return new Map([...result].sort(([left], [right]) => (left < right ? -1 : 1)));
}

// Some from the beginning, the middle and the end: what is replayed differs, and a run stays short.
function someOf(events: readonly WatchEvent[]): string[] {
  const versions = events.slice(0, -1).map(({ object }) => String(object.metadata.resourceVersion));
  const some = [versions.at(0), versions.at(versions.length >> 1), versions.at(-1)];
  return [...new Set(some)].filter((version) => version !== undefined);
}

async function empty(): Promise<void> {
  for (const { metadata } of platform.store.list("spacetemplates")) {
    platform.store.remove("spacetemplates", metadata.name);
  }
}
