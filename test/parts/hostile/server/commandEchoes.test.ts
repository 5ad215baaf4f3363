import { echoedSpellings } from "../../../../scripts/testing/effort.js";
import { canariesIn, canary } from "../../../support/canaries";
import { spellingsOf } from "../../../support/echoes";
import { echoPlaces } from "./echoPlaces";
import { hostileCommands } from "./hostileCommands";

const accessKey = canary("provider", 0);
const sent = `Authorization: Bearer ${accessKey}`;
const limitMs = 60_000;
const { commands, answer, show } = hostileCommands(accessKey);

describe.each(Object.entries(commands))("%s", (_command, run) => {
  test.each(Object.entries(spellingsOf(sent)).slice(0, echoedSpellings(process.env)))(
    "does not tell the key, wherever in an error a server quotes it as %s",
    async (_spelling, echo) => {
      for (const [where, place] of Object.entries(echoPlaces)) {
        answer(place(echo));
        const { out, err } = await run();
        expect(out + err).not.toBe("");
        expect([where, canariesIn(out + err)]).toEqual([where, []]);
      }
    },
    limitMs,
  );

  test.each(Object.entries(spellingsOf(sent)))(
    "does not tell the key that a server writes into its objects as %s",
    async (_spelling, echo) => {
      show(echo.slice(0, 200));
      const { out, err } = await run();
      expect(out + err).not.toBe("");
      expect(canariesIn(out + err)).toEqual([]);
    },
  );
});
