import type { Body, Request } from "./conformance/row";
import { merge, post, template } from "./conformance/row";
import { send } from "./request";
import { TestClock, withPlatform } from "./withPlatform";

const as = (manager: string, request: Request): Request => ({
  ...request,
  path: `${request.path}?fieldManager=${manager}`,
});
const entriesOf = (body: Body) => body.metadata.managedFields as unknown as Record<string, unknown>[];

test("each manager holds what it wrote last, with the time of its last change", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(
      platform,
      as("one", post(template("a", { displayName: "x", description: "d" }, { labels: { a: "b" } }))),
    );
    clock.pass(60);
    const { body } = await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
    expect(entriesOf(body)).toEqual([
      {
        manager: "one",
        operation: "Update",
        apiVersion: "management.loft.sh/v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } }, "f:spec": { ".": {}, "f:description": {} } },
      },
      expect.objectContaining({
        manager: "two",
        time: "2026-01-01T00:01:00Z",
        fieldsV1: { "f:spec": { "f:displayName": {} } },
      }),
    ]);
  });
});

test("a manager whose fields are all gone is gone too", () =>
  withPlatform({}, async (platform) => {
    await send(platform, as("one", post(template("a"))));
    await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
    const { body } = await send(platform, as("one", merge("a", { spec: { displayName: null } })));
    expect(entriesOf(body).map(({ manager }) => manager)).toEqual(["one"]);
  }));

test("without fieldManager the program at the start of the User-Agent is the manager", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, {
      ...post(template("a", { displayName: "x" })),
      headers: { "user-agent": "tool/1.0 (x)" },
    });
    expect(entriesOf(body)[0]).toMatchObject({ manager: "tool" });
  }));
