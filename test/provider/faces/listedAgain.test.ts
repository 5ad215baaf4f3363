import "../../support/allOptimisations";
import { startDynamicDriver } from "../../support/dynamicDriver";
import type { FaceDriver } from "../../support/faceDriver";
import { editAsColleague } from "../../support/http";
import type { Kept } from "../../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const type = "SpaceTemplate";
/** More than a page of a list holds. */
const count = 600;

let platform: RecordedPlatform;
let driver: FaceDriver;
let kept: Kept[];
let elapsedMs = 0;

beforeAll(async () => {
  platform = await startRecorded();
  driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  const names = Array.from({ length: count }, (_none, index) => `t-${index}`);
  kept = await Promise.all(names.map((name) => driver.create(type, { name, displayName: "ours" })));
  const { now } = Date;
  jest.spyOn(Date, "now").mockImplementation(() => now.call(Date) + elapsedMs);
});
afterAll(() => platform.close());

/** Reads all, and counts what was sent for it. */
async function readAll() {
  platform.requests.length = 0;
  const read = await Promise.all(kept.map((each) => driver.read(type, each)));
  return { read, requests: platform.requests.map(({ path }) => new URL(path, "http://x").searchParams.get("limit")) };
}

test("after five seconds one page tells that nothing has changed, and two that something has", async () => {
  const first = await readAll();
  expect(first.requests).toEqual(["500", "500"]);
  elapsedMs += 5001;
  const second = await readAll();
  expect(second.requests).toEqual(["500"]);
  expect(second.read).toEqual(first.read);
  await editAsColleague(platform, "spacetemplates/t-599", { spec: { displayName: "theirs" } });
  elapsedMs += 5001;
  const third = await readAll();
  expect(third.requests).toEqual(["500", "500"]);
  expect(third.read.at(-1)?.inputs.displayName).toBe("theirs");
});
