import { withForeignMembers } from "../../../../provider/objects/fields/listEntries";
import { withUndeclaredSecrets } from "../../../../provider/objects/fields/secretEntries";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";

const chart = { name: "c", repoURL: "https://a.test" };
const list = (...charts: object[]) => ({ template: { charts } });

/** The lists declared before and now, the live one, and the one to write. */
test.each<[what: string, before: object, after: object, live: object, written: object]>([
  [
    "an unknown member",
    list(chart),
    list({ ...chart, wait: true }),
    list({ ...chart, x: 1 }),
    list({ ...chart, wait: true, x: 1 }),
  ],
  ["a removed known member", list({ ...chart, wait: true }), list(chart), list({ ...chart, wait: true }), list(chart)],
  [
    "an undeclared secret",
    list(chart),
    list({ ...chart, wait: true }),
    list({ ...chart, password: "p" }),
    list({ ...chart, wait: true, password: "p" }),
  ],
  ["a removed secret", list({ ...chart, password: "p" }), list(chart), list({ ...chart, password: "p" }), list(chart)],
  [
    "another order",
    list(chart, { name: "d" }),
    list({ name: "d" }, chart),
    list({ ...chart, password: "p" }, { name: "d", x: 2 }),
    list({ name: "d", x: 2 }, { ...chart, password: "p" }),
  ],
  [
    "an entry before",
    list(chart),
    list({ name: "d" }, chart),
    list({ ...chart, x: 1 }),
    list({ name: "d" }, { ...chart, x: 1 }),
  ],
  [
    "another repository",
    list(chart),
    list({ ...chart, repoURL: "https://b.test" }),
    list({ ...chart, password: "p" }),
    list({ ...chart, repoURL: "https://b.test" }),
  ],
  [
    "equal identities",
    list(chart, chart),
    list(chart, chart),
    list({ ...chart, x: 1 }, { ...chart, x: 2 }),
    list({ ...chart, x: 1 }, { ...chart, x: 2 }),
  ],
  [
    "entries without an identity",
    { access: [{ users: ["a"] }] },
    { access: [{ users: ["b"] }, { users: ["a"], verbs: [] }] },
    { access: [{ users: ["a"], x: 1 }] },
    { access: [{ users: ["b"] }, { users: ["a"], verbs: [], x: 1 }] },
  ],
  [
    "a list in an entry",
    { versions: [{ version: "1", ...list(chart) }] },
    { versions: [{ version: "1", ...list({ ...chart, wait: true }) }] },
    { versions: [{ version: "1", ...list({ ...chart, x: 1, password: "p" }) }] },
    { versions: [{ version: "1", ...list({ ...chart, wait: true, x: 1, password: "p" }) }] },
  ],
  [
    "extraSpec",
    { extraSpec: { l: [{ a: 1 }] } },
    { extraSpec: { l: [{ a: 2 }] } },
    { extraSpec: { l: [{ a: 1, b: 1 }] } },
    { extraSpec: { l: [{ a: 2 }] } },
  ],
  ["another type", list(chart), list(chart), { template: { charts: "none" } }, list(chart)],
])("a written list keeps what others added: %s", (_, before, after, live, written) => {
  const versions = { before, after: withForeignMembers(spaceTemplate.inputs, { after, live }), live };
  expect(withUndeclaredSecrets(spaceTemplate.inputs, versions)).toEqual(written);
});
