import { join } from "node:path";
import { isOn } from "../../provider/optimisations";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { startDriver } from "../support/pluginDriver";
import { startRecorded } from "../support/startRecorded";

const without = (text: string) => ({ PULUMI_PLATFORM_WITHOUT: text });

test.each([
  [{}, true],
  [without(""), true],
  [without("keepAlive"), true],
  [without("bulkReads"), false],
  [without("keepAlive, bulkReads"), false],
  [without("all"), false],
])("with %p bulk reads are on: %p", (env, expected) => {
  expect(isOn("bulkReads", env)).toBe(expected);
});

test("a name that is none of them is refused, since it would leave out nothing", () => {
  expect(() => isOn("bulkReads", without("bulkRead"))).toThrow(
    'PULUMI_PLATFORM_WITHOUT names "bulkRead", which is none of bulkReads, bundle, lateLoading, keepAlive, adaptiveConcurrency, all.',
  );
});

test("a name is quoted as a terminal may show it", () => {
  expect(() => isOn("bulkReads", without("\u001b[31mred"))).toThrow(String.raw`names "\u001b[31mred", which`);
});

test("the plugin that is told such a name says so, without a stack", async () => {
  const env = { PATH: process.env.PATH ?? "", ...without("bundel") };
  expect(await runCommand(join(root, "bin", "pulumi-resource-platform"), [], { cwd: root, env })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      'pulumi-resource-platform cannot start: PULUMI_PLATFORM_WITHOUT names "bundel", which is none of ' +
      "bulkReads, bundle, lateLoading, keepAlive, adaptiveConcurrency, all.\n",
  });
});

test.each([
  ["", 1, "keep-alive"],
  ["bulkReads", 8, "keep-alive"],
  ["bulkReads,bundle,keepAlive,lateLoading,adaptiveConcurrency", 8, "close"],
  ["all", 8, "close"],
])("without %p eight reads at once are %p requests, sent with Connection: %s", async (names, requests, connection) => {
  const platform = await startRecorded();
  const driver = await startDriver(
    { baseUrl: platform.baseUrl, accessKey: platform.accessKey },
    { env: without(names) },
  );
  try {
    const create = (index: number) => driver.create("SpaceTemplate", { name: `t-${index}` });
    const kept = await Promise.all(Array.from({ length: 8 }, (_none, index) => create(index)));
    platform.requests.length = 0;
    const read = await Promise.all(kept.map((each) => driver.read("SpaceTemplate", each)));
    expect(read.map((each) => each?.id)).toEqual(kept.map(({ id }) => id));
    expect(platform.requests.map(({ headers }) => headers.connection)).toEqual(Array(requests).fill(connection));
  } finally {
    await driver.close();
    await platform.close();
  }
});
