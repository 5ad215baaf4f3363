import path from "node:path";
import { echoes, echoing } from "./echoing";
import { echoPlaces } from "./echoPlaces";
import { startHeardFace } from "./startHeardFace";

jest.mock("../../../../provider/api/redact", () => ({
  ...jest.requireActual("../../../../provider/api/redact"),
  redact: (text: string) => text,
}));
jest.mock("../../../../provider/api/partMasker", () => ({ partMasker: () => (text: string) => text }));

// Nothing of these is told at all, or, of a redirect, only a host without a secret in it.
const silent: ReadonlySet<string> = new Set([
  "the query of a redirect",
  "the user of a redirect",
  "the host of a redirect",
  "the uid of the details",
  "the name and kind of the details",
]);

const preload = path.join(__dirname, "withoutRedaction.cjs");

describe.each(Object.entries(startHeardFace))("%s without its redaction", (_face, start) => {
  const { foundWith } = echoing(start, { NODE_OPTIONS: `--require ${preload}` });

  test.each(Object.entries(echoPlaces).filter(([where]) => silent.has(where)))(
    "tells nothing of %s all the same",
    async (_where, place) => {
      expect(await foundWith(place(echoes[0] ?? ""))).toEqual([]);
    },
  );

  test.each(Object.entries(echoPlaces).filter(([where]) => !silent.has(where)))(
    "tells the secrets in %s: the test would find them",
    async (_where, place) => {
      expect(await foundWith(place(echoes[0] ?? ""))).not.toEqual([]);
    },
  );
});
