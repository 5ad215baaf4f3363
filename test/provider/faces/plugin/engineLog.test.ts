import { EngineLog } from "../../../../provider/faces/plugin/engineLog";
import { type FakeEngine, startFakeEngine } from "../../../support/fakeEngine";

const anHour = 3_600_000;
// All but the time of day.
const realTimers = [
  "setTimeout",
  "clearTimeout",
  "setImmediate",
  "clearImmediate",
  "nextTick",
  "queueMicrotask",
  "performance",
  "hrtime",
] as const;

describe("what the plugin tells the engine", () => {
  let engine: FakeEngine;

  beforeEach(async () => {
    engine = await startFakeEngine();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    engine.close();
  });

  test("is not lost when the clock is set forward as it is said", async () => {
    const log = new EngineLog();
    log.attach(engine.address);
    const before = Date.now();
    jest.useFakeTimers({ now: before + anHour, doNotFake: [...realTimers] });
    jest.spyOn(Date, "now").mockReturnValueOnce(before);
    log.audience("urn").warn("said before");
    await log.delivered();
    expect(engine.messages).toEqual(["said before"]);
  });
});
