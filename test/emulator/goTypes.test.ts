import { bad, ok, type Row } from "./conformance/expectations";
import { get, merge, post, template } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const refused = (spec: object): Row => [post(template("a", spec)), bad];
// judge() compares with toMatchObject, which accepts more fields than it is given.
const specIs = (title: string, spec: object, expected: object, omitEmpty = true) =>
  platformTest(title, { omitEmpty }, async (platform) => {
    const { body } = await send(platform, post(template("a", spec)));
    expect(body.spec).toEqual(expected);
    expect((await send(platform, get("/spacetemplates/a"))).body.spec).toEqual(expected);
  });

describe("a server of Go types", () => {
  platformRows(
    {
      "refuses a wrong type with the first error": [
        post(template("a", { displayName: 5, description: true })),
        { ...bad, message: "...displayName..." },
      ],
      "refuses a wrong type in a list": refused({ access: [{}, { users: {} }] }),
      "takes the empty value of a field for its removal, and for no change afterwards": [
        post(template("a", { displayName: "x" })),
        merge("a", { spec: { displayName: "" } }),
        merge("a", { spec: { displayName: "" } }),
        ok({}, { contains: '"spec":{}', sameVersionAs: 1 }),
      ],
    },
    { omitEmpty: true },
  );

  specIs(
    "keeps unspecified fields of any type",
    { owner: { user: "u" }, more: [1] },
    { owner: { user: "u" }, more: [1] },
  );
  specIs(
    "drops empty fields at every depth, also unspecified ones",
    { displayName: "", description: "d", access: [], extra: { off: false, zero: 0, none: [], deep: { a: {} } } },
    { description: "d" },
  );
  specIs(
    "keeps empty entries of maps and items of lists",
    { template: { metadata: { labels: { a: "" } } }, access: [{ users: [""], verbs: [] }, {}] },
    { template: { metadata: { labels: { a: "" } } }, access: [{ users: [""] }, {}] },
  );
});
