import { ApiClient, type Clock } from "../../../provider/api/client";
import { DryRunProbe } from "../../../provider/api/dryRunProbe";
import type { Config } from "../../../provider/config";
import { create, update } from "../../../provider/engine";
import type { OperationContext } from "../../../provider/objects/operation";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";
import { fastColleague, waysToWrite } from "../../support/fastColleague";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { fakeClock } from "../api/scriptedServer";

let platform: RecordedPlatform;
let client: ApiClient;
let clock: Clock & { slept: number[] };

beforeEach(async () => {
  platform = await startRecorded();
  clock = fakeClock();
  const { baseUrl, accessKey } = platform;
  client = new ApiClient({ baseUrl, accessKey, vendor: "loft.sh", userAgent: "pulumi-platform/test", clock });
});
afterEach(async () => {
  await client.close();
  await platform.close();
});

/** An update whose next writes are refused as conflicts, by a clock that passes only in waits. */
async function updateAmong(others: number, seconds: number): Promise<void> {
  const { baseUrl, accessKey } = platform;
  const silent = { warn: () => {}, warnOnce: () => {}, status: () => {} };
  const context: OperationContext = {
    client,
    config: { baseUrl, accessKey, vendor: "loft.sh", conflictPolicy: "merge" } as Config,
    dryRunProbe: new DryRunProbe(client),
    owner: { project: "test", stack: "dev", type: "", name: "res" },
    secretPaths: [],
    ignored: [],
    call: { deadline: clock.now() + seconds * 1000 },
    ...silent,
  };
  const before = await create(spaceTemplate, context, { name: "busy", displayName: "a" });
  platform.requests.length = 0;
  platform.faults.add({ verb: "patch", kind: "spacetemplates", name: "busy", times: others, action: "conflict" });
  await update(spaceTemplate, context, before.id, before, { name: "busy", displayName: "b" });
}

const sent = () => platform.requests.map(({ method, status }) => `${method} ${status}`);
const refused = (times: number) => Array.from({ length: times }, () => ["GET 200", "PATCH 409"]).flat();

test("an update outlasts 19 conflicts, and waits after each of them", async () => {
  await updateAmong(19, 300);
  expect(sent()).toEqual([...refused(19), "GET 200", "PATCH 200"]);
  expect(platform.store.get("spacetemplates", "busy")?.spec).toEqual({ displayName: "b" });
  expect(clock.slept).toHaveLength(19);
  // Each wait is drawn from a range, and may be none; not all of them are.
  expect(Math.max(...clock.slept)).toBeGreaterThan(0);
});

test("an object that others change all the time is an error that says so", async () => {
  const { sleep } = clock;
  const colleague = fastColleague(platform, "spacetemplates/busy", waysToWrite.replaces);
  clock.sleep = (ms, signal) => colleague.write().then(() => sleep(ms, signal));
  await expect(updateAmong(1000, 300)).rejects.toThrow(
    'Cannot update SpaceTemplate "busy": others changed it between each of 20 reads and the write that followed',
  );
  expect(colleague.count).toBe(19);
});

test("conflicts on an object that nobody changes are told in the server's words", async () => {
  await expect(updateAmong(1000, 300)).rejects.toThrow("Operation cannot be fulfilled on spacetemplates");
  expect(sent()).toEqual(refused(20));
});

test("an update does not wait past its time", async () => {
  // Waits are a hundred times as long, so that they alone, and no request, come near the end.
  const random = jest.spyOn(Math, "random").mockReturnValue(100);
  try {
    await expect(updateAmong(1000, 300)).rejects.toThrow("409 Conflict");
    expect(clock.slept).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50, 50].map((seconds) => seconds * 1000));
  } finally {
    random.mockRestore();
  }
});
