import type { Fault } from "../../emulator/faults/fault";
import type { RunningPlatform } from "../../emulator/platform";
import { type Expectation, notFound, type Row, type Step } from "./conformance/expectations";
import { removeRemains } from "./conformance/remains";
import { type Body, get, post, remove, template } from "./conformance/row";
import { runRow } from "./conformance/runRow";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const failureOf = (row: Row, { baseUrl, accessKey }: RunningPlatform, goTypes = false): Promise<string> =>
  runRow(row, { baseUrl, accessKey, vendor: "loft.sh", goTypes }).then(
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

test.each<[string, string, ...Step[]]>([
  ["a generated name", "status 201", post(template(undefined, {}, { generateName: "my-a-" }))],
  ["finalizers", "status 201", post(template("my-a", {}, held))],
  ["a pending deletion", "status 200", post(template("my-a", {}, held)), remove("my-a"), get("/spacetemplates")],
  ["a lost response", "fetch failed", post(template("my-a"))],
])("a row that fails removes its object only: %s", (title, failure, ...steps) =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a")));
    if (title === "a lost response") platform.faults.add({ method: "POST", times: 1, action: "reset-after" });
    expect(await failureOf(wrong(...steps), platform)).toContain(failure);
    expect(await namesOf(platform)).toEqual(["a"]);
  }),
);

platformTest("an object that the row did not create stays", async (platform) => {
  await send(platform, post(template("taken")));
  await removeRemains(platform, { path: "/spacetemplates/taken", uid: "of-another" });
  const row = wrong(post(template("taken")), get("/spacetemplates"));
  expect(await failureOf(row, platform)).toContain("The name is taken on this server, by an object that stays");
  expect(await namesOf(platform)).toEqual(["taken"]);
});

platformTest(
  "a failure shows the request, the expected and the received answer, and no key",
  { accessKey: "top-secret-key" },
  async (platform) => {
    const text = await failureOf(wrong(post(template("my-a", { description: "top-secret-key" }))), platform);
    expect(text).toMatch(/^POST \/spacetemplates\n\{.*"description":"<key>"/);
    expect(text).toMatch(/Expected: "status 418"\n.*Received: "status 201"/);
    expect(text).toMatch(/The whole response: 201 \{"apiVersion"/);
    expect(text).not.toContain("top-secret-key");
  },
);

platformTest("a row fails on an incomplete Status body, and on the other kind of server", async (platform) => {
  const right = absent({ native: { status: 405 } });
  expect(await failureOf(right, platform)).toBe("no failure");
  expect(await failureOf(right, platform, true)).toContain("status 404");
  platform.faults.add({ action: { status: 404, body: { kind: "Status", code: 404 } } });
  expect(await failureOf([get("/spacetemplates/my-a"), { status: 404 }], platform)).not.toBe("no failure");
});

platformTest("a row with `eventually` repeats the request until the response fits", async (platform) => {
  const once: Fault = { method: "GET", times: 1, action: { status: 503, body: {} } };
  platform.faults.add(once);
  expect(await failureOf(absent(), platform)).toContain("status 503");
  platform.faults.add(once);
  expect(await failureOf(absent({ eventually: true }), platform)).toBe("no failure");
});
