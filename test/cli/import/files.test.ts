import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { runOn } from "../stackOfTest";
import { importing } from "./importing";

const { list, path, platform, runImport, template } = importing();

test("a file that exists is not overwritten without --force, and nothing is asked before", async () => {
  await template("dev");
  const program = path("Main.yaml");
  writeFileSync(program, "mine");
  const args = ["--all", "--program", "yaml", "--program-out", program];
  const { code, err } = await runImport(...args);
  expect([code, err]).toEqual([
    1,
    `pulumi-platform import: ${program} exists already. Name another file, or overwrite it with --force.`,
  ]);
  expect([platform().requests, existsSync(list()), readFileSync(program, "utf8")]).toEqual([[], false, "mine"]);
  expect((await runImport(...args, "--force")).code).toBe(0);
  expect(readFileSync(program, "utf8")).toContain("devSpaceTemplate");
});

test("a file that cannot be written ends with 1 and says why", async () => {
  await template("dev");
  const { code, err } = await runOn(platform(), "import", "--all", "--out", path("no/such/import.json"));
  expect([code, err]).toEqual([1, expect.stringMatching(/cannot write the import file .*its folder does not exist/)]);
});

describe("where one of two files cannot be written", () => {
  const program = () => ["--all", "--program", "yaml", "--program-out", path("no/such/Main.yaml")];

  test("the other one does not come into being", async () => {
    await template("dev");
    const { code, err } = await runImport(...program());
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot write the program .*its folder does not exist/)]);
    expect(existsSync(list())).toBe(false);
  });

  test("the other one stays as it was, with --force too", async () => {
    await template("dev");
    writeFileSync(list(), "mine");
    expect((await runImport(...program(), "--force")).code).toBe(1);
    expect(readFileSync(list(), "utf8")).toBe("mine");
  });
});

test("a longer file that is overwritten leaves nothing of itself", async () => {
  await template("dev");
  writeFileSync(list(), " ".repeat(10_000));
  await runImport("--all", "--force");
  expect(readFileSync(list(), "utf8")).toMatch(/^\{\n/);
});

test("where nothing is chosen no file is written", async () => {
  const { code, out } = await runImport("--all", "--program", "yaml", "--program-out", path("Main.yaml"));
  expect([code, out]).toEqual([0, "There is nothing to import, so no file was written.\n"]);
  expect([existsSync(list()), existsSync(path("Main.yaml"))]).toEqual([false, false]);
});

test("a program that is written makes the import print none", async () => {
  await template("dev");
  const { out } = await runImport("--all", "--program", "typescript", "--program-out", path("index.ts"));
  expect(out).toContain(`Wrote ${list()} and ${path("index.ts")} with 1 resource: 1 SpaceTemplate.\n`);
  expect(out).toContain(`  pulumi import --file ${list()} --yes --generate-code=false\n`);
});
