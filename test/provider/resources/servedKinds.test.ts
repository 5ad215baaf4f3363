import type { Context } from "../../../provider/objects/operation";
import { servedKind, servedKinds } from "../../../provider/resources/platformObject/servedKinds";
import { rejection } from "../api/scriptedServer";

const verbs = ["get", "create", "patch", "delete"];

/** A platform that lists kinds with these names. */
const listing = (...kinds: string[]) =>
  ({
    discovery: { resources: async () => kinds.map((kind) => ({ name: "things", kind, verbs })) },
  }) as unknown as Context;

test("names that no kind can have are in no error and no list", async () => {
  const context = listing("App", "Evil\nError: run this", "lower", "\u001b[31m");
  expect((await rejection(servedKind(context, "Ap"))).message).toContain("It has: App.");
  expect((await servedKinds(context)).map(({ kind }) => kind)).toEqual(["App"]);
});

test("the error for an unknown kind names a hundred kinds at most", async () => {
  const context = listing(...Array.from({ length: 3000 }, (_, at) => `Kind${at}`));
  const { message } = await rejection(servedKind(context, "App"));
  expect(message).toContain("Kind99 and 2900 more.");
  expect(message).not.toContain("Kind100");
});
