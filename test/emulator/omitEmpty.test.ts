import { get, merge, post, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

test("empty fields fall away at every depth, also those that are not specified", () =>
  withPlatform({ omitEmpty: true }, async (platform) => {
    const spec = {
      displayName: "",
      description: "d",
      access: [],
      extra: { off: false, zero: 0, none: [], deep: { a: {} } },
    };
    expect((await send(platform, post(template("a", spec)))).body.spec).toEqual({ description: "d" });
  }));

test("entries of maps and items of lists are values and stay", () =>
  withPlatform({ omitEmpty: true }, async (platform) => {
    const spec = { template: { metadata: { labels: { a: "" } } }, access: [{ users: [""], verbs: [] }, {}] };
    const { body } = await send(platform, post(template("a", spec)));
    expect(body.spec).toEqual({ template: { metadata: { labels: { a: "" } } }, access: [{ users: [""] }, {}] });
  }));

test("setting a field to its empty value removes it, and setting it again is no change", () =>
  withPlatform({ omitEmpty: true }, async (platform) => {
    await send(platform, post(template("a", { displayName: "x" })));
    const removed = await send(platform, merge("a", { spec: { displayName: "" } }));
    expect(removed.body.spec).toEqual({});
    const again = await send(platform, merge("a", { spec: { displayName: "" } }));
    expect(again.body.metadata.resourceVersion).toBe(removed.body.metadata.resourceVersion);
  }));

test("a server of custom resources keeps them", () =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a", { displayName: "", access: [] })));
    expect((await send(platform, get("/spacetemplates/a"))).body.spec).toEqual({ displayName: "", access: [] });
  }));
