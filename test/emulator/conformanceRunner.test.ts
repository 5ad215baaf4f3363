import type { Fault } from "../../emulator/faults/fault";
import type { RunningPlatform } from "../../emulator/platform";
import { removeRemains } from "./conformance/remains";
import { type Body, get, post, type Row, remove, template } from "./conformance/row";
import { runRow } from "./conformance/runRow";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

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
const wrong = { fact: "wrong", status: 418 };

test.each([
  ["a name of its own", template("my-a")],
  ["a generated name", template(undefined, {}, { generateName: "my-a-" })],
  ["finalizers", template("my-a", {}, held)],
])("a row that fails leaves nothing behind: %s", (_, body) =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a")));
    expect(await failureOf({ ...wrong, request: post(body) }, platform)).toContain("status 201");
    expect(await namesOf(platform)).toEqual(["a"]);
  }),
);

test("an object that is waiting for its deletion is removed as well", () =>
  withPlatform({}, async (platform) => {
    const row = {
      ...wrong,
      given: [post(template("my-a", {}, held)), remove("my-a")],
      request: get("/spacetemplates"),
    };
    expect(await failureOf(row, platform)).toContain("status 200");
    expect(await namesOf(platform)).toEqual([]);
  }));

test("another object under a name that was used stays", () =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a")));
    await removeRemains(platform, { path: "/spacetemplates/a", uid: "of-another" });
    expect(await namesOf(platform)).toEqual(["a"]);
  }));

test("a name that is taken is told, and what has it stays", () =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("taken")));
    const row = { ...wrong, given: [post(template("taken"))], request: get("/spacetemplates") };
    expect(await failureOf(row, platform)).toContain("The name is taken on this server, by an object that stays");
    expect(await namesOf(platform)).toEqual(["taken"]);
  }));

test("a failure tells the request, what was expected and what came, and never a key", () =>
  withPlatform({ accessKey: "top-secret-key" }, async (platform) => {
    const row = { ...wrong, request: post(template("my-a", { description: "top-secret-key" })) };
    const text = await failureOf(row, platform);
    expect(text).toMatch(/^POST \/spacetemplates\n\{.*"description":"<key>"/);
    expect(text).toMatch(/Expected: "status 418"\n.*Received: "status 201"/);
    expect(text).toMatch(/The whole answer: 201 \{"apiVersion"/);
    expect(text).not.toContain("top-secret-key");
  }));

test("an error without a whole Status body is wrong, whatever else the row expects", () =>
  withPlatform({}, async (platform) => {
    platform.faults.add({ times: 1, action: { status: 404, body: { kind: "Status", code: 404 } } });
    expect(await failureOf({ fact: "f", request: get("/spacetemplates/my-a"), status: 404 }, platform)).not.toBe(
      "no failure",
    );
  }));

describe.each([false, true])("on a server of Go types: %s", (goTypes) => {
  const own: Row = { fact: "f", request: get("/spacetemplates/my-a"), status: 404 };
  const other = { status: 405 };

  test("the answer of the other flavour is wrong", () =>
    withPlatform({ omitEmpty: goTypes }, async (platform) => {
      const right = goTypes ? { ...own, ...other, native: own } : { ...own, native: other };
      expect(await failureOf(right, platform, goTypes)).toBe("no failure");
      expect(await failureOf(right, platform, !goTypes)).toContain("status 404");
    }));
});

test("a row that may wait asks again until the answer is right", () =>
  withPlatform({}, async (platform) => {
    const row = { fact: "f", request: get("/spacetemplates/my-a"), status: 404 };
    const once: Fault = { method: "GET", times: 1, action: { status: 503, body: {} } };
    platform.faults.add(once);
    expect(await failureOf(row, platform)).toContain("status 503");
    platform.faults.add(once);
    expect(await failureOf({ ...row, eventually: true }, platform)).toBe("no failure");
  }));

test("an object is removed also when the answer to its create was lost", () =>
  withPlatform({}, async (platform) => {
    platform.faults.add({ method: "POST", times: 1, action: "reset-after" });
    expect(await failureOf({ ...wrong, request: post(template("my-a")) }, platform)).toContain("fetch failed");
    expect(await namesOf(platform)).toEqual([]);
  }));
