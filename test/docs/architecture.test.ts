import { existsSync } from "node:fs";
import path from "node:path";
import { pageUnderTest } from "../support/docs/pageUnderTest";

const page = pageUnderTest("docs/architecture.md");

/** Where the drawings' shorter names begin. */
const drawings = [
  [page.block("TypeScript program"), ["."]],
  [page.block("survey.ts"), [".", "cli/drift", "cli/drift/engine"]],
] as const;

test.each(drawings)("every file and folder of a drawing is there: $place", ({ text }, begins) => {
  const names = [...text.matchAll(/[\w/]+(?:\/(?!\w)|\.ts)/g)].map(([name]) => name);
  const root = path.join(__dirname, "..", "..");
  // Of several places that a drawing names at once, the later are beside the first: `provider/engine.ts, engine/`.
  const all = [...begins, "provider"];
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !all.some((begin) => existsSync(path.join(root, begin, name))))).toEqual([]);
});

test("every drawing was looked at", () => expect(page.unused()).toEqual([]));
