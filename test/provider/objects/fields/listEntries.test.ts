import type * as z from "zod";
import { withUnchangedEntries } from "../../../../provider/objects/fields/listEntries";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";

const a = { name: "a" };
const b = { name: "b" };
const { access, template } = spaceTemplate.inputs.shape;
const { charts } = template.unwrap().shape;
const usersOf = (...users: string[]) => ({ users });

/** The declared list, the live one, and the one to write. */
test.each<[what: string, schema: z.ZodType, after: object[], live: unknown, written: object[]]>([
  ["another order", charts, [b, a], [a, { ...b, x: 2 }], [{ ...b, x: 2 }, a]],
  [
    "equal entries",
    charts,
    [a, a],
    [
      { ...a, x: 1 },
      { ...a, x: 2 },
    ],
    [
      { ...a, x: 1 },
      { ...a, x: 2 },
    ],
  ],
  ["an empty member", charts, [{ ...a, wait: false }], [{ ...a, x: 1 }], [{ ...a, x: 1 }]],
  [
    "entries without an identity",
    access,
    [usersOf("b"), usersOf("a")],
    [{ ...usersOf("a"), x: 1 }],
    [usersOf("b"), { ...usersOf("a"), x: 1 }],
  ],
  ["another type", charts, [a], "none", [a]],
])("unchanged entries of a written list keep what others added: %s", (_, schema, after, live, written) => {
  expect(withUnchangedEntries(schema, { after, live })).toEqual(written);
});
