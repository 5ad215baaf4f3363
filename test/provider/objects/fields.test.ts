import * as z from "zod";
import { fieldAt, immutable, knownPart, pathsWith, secret } from "../../../provider/objects/fields";
import type { Path } from "../../../provider/objects/values";

const schema = z.object({
  name: immutable(z.string()),
  key: secret(z.string()).optional(),
  login: z.object({ token: secret(z.string()), user: z.string() }).optional(),
  users: z.array(z.object({ name: z.string(), password: secret(z.string()) })).default([]),
  teams: z.record(z.string(), z.object({ role: z.string() })),
  anything: z.unknown(),
});

/** What is known of a value, and where something was left out. */
function known(value: unknown) {
  const dropped: Path[] = [];
  return { part: knownPart(schema, value, (path) => dropped.push(path)), dropped };
}

test("what a schema does not know is left out, wherever it stands, and its path is told", () => {
  const value = {
    name: "a",
    added: 1,
    login: { user: "u", added: 2 },
    users: [{ name: "x" }, { name: "y", added: 3 }],
    teams: { dev: { role: "r", added: 4 }, added: { role: "s" } },
  };
  expect(known(value)).toEqual({
    part: {
      name: "a",
      login: { user: "u" },
      users: [{ name: "x" }, { name: "y" }],
      teams: { dev: { role: "r" }, added: { role: "s" } },
    },
    dropped: [["added"], ["login", "added"], ["users", 1, "added"], ["teams", "dev", "added"]],
  });
});

test("what is known is kept as it is, and so is what no schema describes", () => {
  const value = { name: "a", key: "k", anything: { at: { all: [1, null] } } };
  expect(known(value)).toEqual({ part: value, dropped: [] });
  expect(known("no object")).toEqual({ part: "no object", dropped: [] });
  expect(known({ login: "no object", users: "no list" })).toEqual({
    part: { login: "no object", users: "no list" },
    dropped: [],
  });
});

test("fields with a rule are found in objects, optional ones too, but not in lists and maps", () => {
  expect(pathsWith(schema, "secret")).toEqual([["key"], ["login", "token"]]);
  expect(pathsWith(schema, "immutable")).toEqual([["name"]]);
  expect(pathsWith(schema, "local")).toEqual([]);
});

test.each<[Path, boolean]>([
  [[], true],
  [["login", "token"], true],
  [["users", 3, "password"], true],
  [["teams", "whoever", "role"], true],
  [["other"], false],
  [["login", "other"], false],
  [["name", "other"], false],
  [["toString"], false],
])("the field at %j is declared: %p", (path, isDeclared) => {
  expect(fieldAt(schema, path) !== undefined).toBe(isDeclared);
});
