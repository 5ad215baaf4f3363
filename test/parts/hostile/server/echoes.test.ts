import { echoedSpellings } from "../../../../scripts/testing/effort.js";
import { echoes, echoing } from "./echoing";
import { echoPlaces, largeEchoPlaces } from "./echoPlaces";
import { startHeardFace } from "./startHeardFace";

const limitMs = 60_000;
const places = Object.keys(echoPlaces);

/** The spellings that are tried at a place: all, or some that are others at the next place. */
function triedAt(where: string): readonly string[] {
  const first = places.indexOf(where) % echoes.length;
  return [...echoes.slice(first), ...echoes.slice(0, first)].slice(0, echoedSpellings(process.env));
}

describe.each(Object.entries(startHeardFace))("%s", (_face, start) => {
  const { foundWith } = echoing(start);

  test.each(Object.entries(echoPlaces))(
    "no secret is told that a server quotes in %s",
    async (where, place) => {
      for (const echo of triedAt(where)) expect(await foundWith(place(echo))).toEqual([]);
    },
    limitMs,
  );

  test.each(Object.entries(largeEchoPlaces))(
    "no secret is told that a server quotes in %s",
    async (_where, place) => {
      expect(await foundWith(place(echoes[0] ?? ""))).toEqual([]);
    },
    limitMs,
  );
});
