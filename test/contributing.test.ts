import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { commands } from "../cli/commands";

const root = path.join(__dirname, "..");
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| you want to change"));

/** The files and folders that the right side of a row names; a bare name lies beside what was named before it. */
function placesIn(row: string): string[] {
  const places: string[] = [];
  for (const [, code = ""] of (row.split(" | ")[1] ?? "").matchAll(/`([^`]+)`/g)) {
    const isPlace = /^[\w./]+(\/|\.ts)$/.test(code) || code.startsWith("test/");
    if (isPlace) places.push(code.includes("/") ? code : path.posix.join(folderOf(places.at(-1) ?? ""), code));
  }
  return places;
}

const folderOf = (place: string) => (place.endsWith("/") ? place : path.posix.dirname(place));
const isThere = (place: string) =>
  existsSync(path.join(root, place)) && statSync(path.join(root, place)).isDirectory() === !path.extname(place);

test.each(rows)("what a newcomer is pointed to is there: %s", (row) => {
  expect(row).toMatch(/`(provider|cli|emulator|scripts)\//);
  expect(placesIn(row).filter((place) => !isThere(place))).toEqual([]);
});

test("a newcomer finds every command", () => {
  const places = rows.flatMap(placesIn);
  for (const { name } of commands) expect(places).toContain(`cli/${name}.ts`);
});

test("a newcomer finds where a search for drift decides what", () => {
  const decided = [
    "exitCode.ts",
    "findingKinds.ts",
    "formats/",
    "ignoring.ts",
    "looking/writerOf.ts",
    "engine/openStack.ts",
  ];
  const places = rows.flatMap(placesIn);
  for (const place of decided) expect(places).toContain(`cli/drift/${place}`);
});
