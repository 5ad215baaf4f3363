import { inputsKey } from "../../../provider/faces/declaredCopy.js";
import { contextKey, dynamicFace } from "../../../provider/faces/dynamic.js";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { editAsColleague } from "../../support/http";
import { startRecorded } from "../../support/startRecorded";

// Seconds that have passed at the first, the second, … read of the provider.
const looks = [9, 15, 29, 40];

test("dynamic resources report what a long wait is for, at growing intervals", async () => {
  let looked = 0;
  const onRequest = ({ method }: { method: string }) => {
    if (method === "GET") looked++;
  };
  const platform = await startRecorded({ onRequest });
  const driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  const { inputs } = await driver.check("SpaceTemplate", { name: "held" });
  const kept = await driver.create("SpaceTemplate", inputs);
  const holdBy = (finalizers: string[]) =>
    editAsColleague(platform, "spacetemplates/held", { metadata: { finalizers } });
  await holdBy(["example.com/backup"]);

  const start = Date.now();
  const passed = () => looks[Math.min(looked, looks.length) - 1] ?? 0;
  const clock = jest.spyOn(Date, "now").mockImplementation(() => start + passed() * 1000);
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const deleting = driver.delete("SpaceTemplate", kept);
    while (looked <= looks.length) await new Promise((resolve) => setTimeout(resolve, 20));
    await holdBy([]);
    await deleting;
    const line = (seconds: number) => `SpaceTemplate "held": waiting for example.com/backup, ${seconds} s\n`;
    expect(write.mock.calls.map(([text]) => text)).toEqual([line(15), line(40)]);
  } finally {
    clock.mockRestore();
    write.mockRestore();
    await platform.close();
  }
}, 30_000);

test.each([
  ["10m", "1h", true],
  ["60m", "1h", false],
  [undefined, "1h", true],
  ["1h", undefined, true],
  [undefined, undefined, false],
])("a different delete timeout is a change: from %p to %p: %p", (before, after, changes) => {
  const settings: Record<string, string> = { "platform:baseUrl": "http://127.0.0.1:9", "platform:accessKey": "k" };
  const face = dynamicFace("SpaceTemplate", { get: (key) => settings[key] });
  const declared = (time: string | undefined) => ({
    name: "held",
    [contextKey]: { project: "p", stack: "s", name: "held", ...(time && { timeouts: { delete: time } }) },
  });
  const olds = { name: "held", uid: "u", [inputsKey]: declared(before) };
  expect(face.diff("held", olds, declared(after)).changes).toBe(changes);
});
