import type { Fault } from "../../emulator/faults/fault";
import type { RunningPlatform } from "../../emulator/platform";
import { removeRemains } from "./conformance/remains";
import {
  type Body,
  type Expectation,
  get,
  notFound,
  post,
  type Row,
  remove,
  type Step,
  template,
} from "./conformance/row";
import { runRow } from "./conformance/runRow";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const targetOf = ({ baseUrl, accessKey }: RunningPlatform, goTypes = false) => ({
  baseUrl,
  accessKey,
  vendor: "loft.sh",
  goTypes,
});
const failureOf = (row: Row, platform: RunningPlatform, goTypes = false): Promise<string> =>
  runRow(row, targetOf(platform, goTypes)).then(
    () => "no failure",
    (error: Error) => error.message,
  );
const namesOf = async (platform: RunningPlatform): Promise<string[]> => {
  const { body } = await send(platform, get("/spacetemplates"));
  return (body.items as Body[]).map(({ metadata }) => String(metadata.name));
};
const held = { finalizers: ["x.test/a"] };
const wrong = (...steps: Step[]): Row => [...steps, { status: 418 }];
const absent = (more: Partial<Expectation> = {}): Row => [get("/spacetemplates/my-a"), { ...notFound, ...more }];

test.each([
  ["a name of its own", template("my-a")],
  ["a generated name", template(undefined, {}, { generateName: "my-a-" })],
  ["finalizers", template("my-a", {}, held)],
])("a row that fails leaves nothing behind: %s", (_, body) =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a")));
    expect(await failureOf(wrong(post(body)), platform)).toContain("status 201");
    expect(await namesOf(platform)).toEqual(["a"]);
  }),
);

platformTest("an object that is waiting for its deletion is removed as well", async (platform) => {
  const row = wrong(post(template("my-a", {}, held)), remove("my-a"), get("/spacetemplates"));
  expect(await failureOf(row, platform)).toContain("status 200");
  expect(await namesOf(platform)).toEqual([]);
});

platformTest("another object under a name that was used stays", async (platform) => {
  await send(platform, post(template("a")));
  await removeRemains(platform, { path: "/spacetemplates/a", uid: "of-another" });
  expect(await namesOf(platform)).toEqual(["a"]);
});

platformTest("a failure reports a taken name, and its object stays", async (platform) => {
  await send(platform, post(template("taken")));
  const row = wrong(post(template("taken")), get("/spacetemplates"));
  expect(await failureOf(row, platform)).toContain("The name is taken on this server, by an object that stays");
  expect(await namesOf(platform)).toEqual(["taken"]);
});

platformTest(
  "a failure shows the request, the expected and the received answer, and no key",
  { accessKey: "top-secret-key" },
  async (platform) => {
    const row = wrong(post(template("my-a", { description: "top-secret-key" })));
    const text = await failureOf(row, platform);
    expect(text).toMatch(/^POST \/spacetemplates\n\{.*"description":"<key>"/);
    expect(text).toMatch(/Expected: "status 418"\n.*Received: "status 201"/);
    expect(text).toMatch(/The whole answer: 201 \{"apiVersion"/);
    expect(text).not.toContain("top-secret-key");
  },
);

platformTest("an error without a whole Status body is wrong, whatever else the row expects", async (platform) => {
  platform.faults.add({ times: 1, action: { status: 404, body: { kind: "Status", code: 404 } } });
  expect(await failureOf([get("/spacetemplates/my-a"), { status: 404 }], platform)).not.toBe("no failure");
});

test.each([false, true])(
  "on a server where Go types are %s, the answer of the other kind of server is wrong",
  (goTypes) =>
    withPlatform({ omitEmpty: goTypes }, async (platform) => {
      const right = goTypes ? absent({ status: 405, native: notFound }) : absent({ native: { status: 405 } });
      expect(await failureOf(right, platform, goTypes)).toBe("no failure");
      expect(await failureOf(right, platform, !goTypes)).toContain("status 404");
    }),
);

platformTest("a row that may wait asks again until the answer is right", async (platform) => {
  const once: Fault = { method: "GET", times: 1, action: { status: 503, body: {} } };
  platform.faults.add(once);
  expect(await failureOf(absent(), platform)).toContain("status 503");
  platform.faults.add(once);
  expect(await failureOf(absent({ eventually: true }), platform)).toBe("no failure");
});

platformTest("an object is removed also when the answer to its create was lost", async (platform) => {
  platform.faults.add({ method: "POST", times: 1, action: "reset-after" });
  expect(await failureOf(wrong(post(template("my-a"))), platform)).toContain("fetch failed");
  expect(await namesOf(platform)).toEqual([]);
});
