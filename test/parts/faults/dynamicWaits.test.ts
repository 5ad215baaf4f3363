import { startDynamicDriver } from "../../support/dynamicDriver";
import { editAsColleague } from "../../support/http";
import { startRecorded } from "../../support/startRecorded";

// Seconds that have passed at the first, the second, … read of the provider.
const looks = [9, 25, 41, 60];

test("dynamic resources report what a long wait is for, at growing intervals", async () => {
  let looked = 0;
  const onRequest = ({ method, path }: { method: string; path: string }) => {
    if (method === "GET" && path.endsWith("/held")) looked++;
  };
  const platform = await startRecorded({ onRequest });
  const driver = await startDynamicDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  const { inputs } = await driver.check("SpaceTemplate", { name: "held" });
  const kept = await driver.create("SpaceTemplate", inputs);
  const holdBy = (finalizers: string[]) =>
    editAsColleague(platform, "spacetemplates/held", { metadata: { finalizers } });
  await holdBy(["example.com/backup"]);

  const start = performance.now();
  const passed = () => looks[Math.min(looked, looks.length) - 1] ?? 0;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => start + passed() * 1000);
  const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const deleting = driver.delete("SpaceTemplate", kept);
    while (looked <= looks.length) await new Promise((resolve) => setTimeout(resolve, 20));
    await holdBy([]);
    await deleting;
    const line = (seconds: number) => `SpaceTemplate "held": waiting for example.com/backup, ${seconds} s\n`;
    expect(write.mock.calls.map(([text]) => text)).toEqual([line(25), line(60)]);
  } finally {
    clock.mockRestore();
    write.mockRestore();
    await platform.close();
  }
}, 30_000);
