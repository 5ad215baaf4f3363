import { apply, as, entriesOf, fieldsOf, forced, last } from "./applying";
import { type Body, merge, post, put, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, TestClock, withPlatform } from "./withPlatform";

describe("what an applier owns", () => {
  platformTest("is what it applies: the fields, not the groups that hold them", async (platform) => {
    const { body } = await send(
      platform,
      apply(
        "m1",
        {
          displayName: "x",
          access: [{ users: ["a"] }],
          template: { metadata: { labels: { a: "b" } } },
          more: { c: 1 },
        },
        { labels: { l: "1" }, finalizers: ["x.test/a"] },
      ),
    );
    expect(fieldsOf(body)).toEqual({
      "m1 Apply": {
        "f:metadata": { "f:labels": { "f:l": {} }, "f:finalizers": { 'v:"x.test/a"': {} } },
        "f:spec": {
          "f:displayName": {},
          "f:access": {},
          "f:template": { "f:metadata": { "f:labels": { "f:a": {} } } },
          "f:more": { ".": {}, "f:c": {} },
        },
      },
    });
  });

  platformTest("is removed when it is applied no longer and nobody else owns it", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }, { labels: { a: "1", b: "2" } }),
      apply("m2", { description: "d" }, { labels: { c: "3" } }),
      apply("m1", {}, { labels: { a: "1" } }),
    );
    expect(body.spec).toEqual({ description: "d" });
    expect(body.metadata.labels).toEqual({ a: "1", c: "3" });
  });

  platformTest(
    "is removed with the groups that become empty by it, but not with one that somebody made by an update",
    async (platform) => {
      const { body } = await last(
        platform,
        post(template("a", { kept: {} })),
        apply("m1", { template: { metadata: { labels: { a: "b" } } }, kept: { x: 1 } }),
        apply("m1", { displayName: "x" }),
      );
      expect(body.spec).toEqual({ displayName: "x", kept: {} });
    },
  );

  platformTest("stays when another manager wrote it since", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }),
      as("m2", merge("a", { spec: { description: "other" } })),
      apply("m1", { displayName: "x" }),
    );
    expect(body.spec).toEqual({ displayName: "x", description: "other" });
  });

  platformTest("is taken over by an update, and by an apply with force", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }),
      as("m2", merge("a", { spec: { displayName: "y" } })),
      forced("m3", { description: "e" }),
    );
    expect(fieldsOf(body)).toEqual({
      "m2 Update": { "f:spec": { "f:displayName": {} } },
      "m3 Apply": { "f:spec": { "f:description": {} } },
    });
  });

  platformTest("can be owned by two that apply the same value", async (platform) => {
    const { status, body } = await last(platform, apply("m1", { displayName: "x" }), apply("m2", { displayName: "x" }));
    expect([status, Object.keys(fieldsOf(body))]).toEqual([200, ["m1 Apply", "m2 Apply"]]);
  });
});

test("an applier's time is that of its last change, and not of another's", () => {
  const clock = new TestClock();
  const times = (body: Body) =>
    Object.fromEntries(entriesOf(body).map(({ manager, time }) => [manager, time.slice(14, 16)]));
  return withPlatform({ now: clock.now }, async (platform) => {
    const steps = [
      apply("m1", { displayName: "x", description: "d" }),
      apply("m2", { more: 1 }),
      apply("m1", { displayName: "x", description: "d" }),
      forced("m2", { more: 1, description: "e" }),
      apply("m1", { displayName: "y" }),
      apply("m2", { more: 1 }),
    ];
    const seen = [];
    for (const step of steps) {
      seen.push(times((await send(platform, step)).body));
      clock.pass(60);
    }
    expect(seen).toEqual([
      { m1: "00" },
      { m1: "00", m2: "01" },
      { m1: "00", m2: "01" },
      { m1: "00", m2: "03" },
      { m1: "04", m2: "03" },
      { m1: "04", m2: "05" },
    ]);
  });
});

platformTest("where nobody was recorded, what is there belongs to before-first-apply", async (platform) => {
  const created = await send(platform, post(template("a", { displayName: "x" })));
  const reset = { ...created.body, metadata: { ...created.body.metadata, managedFields: [{}] } };
  const { body } = await last(platform, put("a", reset), apply("m1", { description: "d" }));
  expect(fieldsOf(body)).toEqual({
    "before-first-apply Update": { "f:spec": { ".": {}, "f:displayName": {} } },
    "m1 Apply": { "f:spec": { "f:description": {} } },
  });
});
