import { setTimeout as sleep } from "node:timers/promises";
import type { StoreEvent } from "../../../emulator/store/store";
import { onServers } from "../../support/faceUnderTest";
import { fastColleague, waysToWrite } from "../../support/fastColleague";
import { type Kept, startDriver } from "../../support/pluginDriver";

const limitMs = 30 * 60_000;
const ourManager = "fieldManager=pulumi-platform";
/** Longest pause of the colleague: an update needs a gap for one read and one or two writes. */
const pauseMs = { patches: 10, replaces: 25 };

/** The inputs of the nth update: a changing field, and a map with changing keys. */
const declared = (name: string, number: number) => ({
  name,
  displayName: String(number),
  labels: { [`ours-${number % 3}`]: String(number) },
});

type Json = Record<string, Record<string, unknown>>;

/** The sorted entries of a map with a key prefix. */
const entriesLike = (map: unknown, prefix: string) =>
  Object.entries(map ?? {})
    .filter(([key]) => key.startsWith(prefix))
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** The parts of an object by writer. */
function partsOf(object: unknown) {
  const { metadata, spec } = object as Json;
  return {
    ours: [spec?.displayName, entriesLike(metadata?.labels, "ours-")],
    theirs: entriesLike(metadata?.annotations, "colleague.test/"),
  };
}

/** Which part a write changed: only the part of its own writer. */
function changeOf({ entry, former }: StoreEvent): string {
  const [was, is] = [partsOf(former?.object), partsOf(entry.object)];
  const differ = (part: keyof typeof was) => JSON.stringify(was[part]) !== JSON.stringify(is[part]);
  if (differ("ours") && differ("theirs")) return `both: ${JSON.stringify([was, is])}`;
  if (differ("ours")) return `ours: ${JSON.stringify(is.ours)}`;
  const before = new Map(was.theirs);
  return `theirs: ${JSON.stringify(is.theirs.filter(([key, value]) => before.get(key) !== value))}`;
}

/** The expected writes of each writer. */
const historyOf = {
  ours: (count: number) => numbers(count).map((n) => `ours: ${JSON.stringify([`${n}`, [[`ours-${n % 3}`, `${n}`]]])}`),
  theirs: (count: number) =>
    numbers(count).map((n) => `theirs: ${JSON.stringify([[`colleague.test/${(n - 1) % 50}`, `${n}`]])}`),
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

onServers(
  startDriver,
  (face) => {
    test.each([
      [100, 1500, "patches"],
      [40, 300, "replaces"],
    ] as const)(
      "none of %i updates and at least %i writes by another client to the same object, by %s, is lost",
      async (ours, theirs, way) => {
        const name = `hammered-by-${way}`;
        let kept: Kept = await face.create("SpaceTemplate", declared(name, 0));
        if (way === "replaces") {
          face.platform.faults.add({ method: "PATCH", name, times: 1_000_000, action: { status: 415 } });
        }
        const changes: string[] = [];
        const stop = face.platform.store.onChange((event) => changes.push(changeOf(event)));
        const colleague = fastColleague(face.platform, `spacetemplates/${name}`, waysToWrite[way]);
        let isDone = false;
        const program = async () => {
          for (const number of numbers(ours))
            kept = await face.driver.update("SpaceTemplate", kept, declared(name, number));
          isDone = true;
        };
        const race = async () => {
          while (!isDone || colleague.count < theirs) {
            await colleague.write();
            await sleep(Math.random() * pauseMs[way]);
          }
        };
        await Promise.all([program().finally(() => (isDone = true)), race()]);
        stop();

        expect(changes.filter((change) => change.startsWith("both"))).toEqual([]);
        expect(changes).toHaveLength(ours + colleague.count);
        expect(changes.filter((change) => change.startsWith("ours"))).toEqual(historyOf.ours(ours));
        expect(changes.filter((change) => change.startsWith("theirs"))).toEqual(historyOf.theirs(colleague.count));
        // Without conflicts there was no race.
        const refused = face.platform.requests.filter(
          ({ path, status }) => status === 409 && path.endsWith(ourManager),
        );
        expect(refused.length).toBeGreaterThan(0);
      },
      limitMs,
    );
  },
  [{ omitEmpty: true }, { omitEmpty: false }],
);
