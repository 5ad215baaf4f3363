import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../../support/command";
import { linkPrograms } from "../../../support/linkPrograms";
import type { ProgramKind } from "../../../support/project";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { mendState } from "../../fuzz/play/engine/mendState";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";

const page = pageUnderTest("docs/troubleshooting.md");
const programs: Record<ProgramKind, string> = {
  yaml: 'resources: { dev: { type: "platform:index:SpaceTemplate" } }',
  typescript: 'import { SpaceTemplate } from "pulumi-platform";\nnew SpaceTemplate("dev");',
};
const anyway = { expectSuccess: false };

describe("a program on the plugin", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: programs.yaml }));
  /** What the command line says, in the folder of the program and with this on the PATH alone. */
  const drift = async (args: string[], more: object = {}) => {
    const file = path.join(given.stack.dir, "node_modules", ".bin", "pulumi-platform");
    const env = { ...given.stack.env, ...more };
    const { stdout, stderr } = await runCommand(process.execPath, [file, "drift", ...args], {
      cwd: given.stack.dir,
      env,
    });
    return stdout + stderr;
  };
  /** A PATH on which only these are. */
  const pathWith = (...programs: string[]) =>
    (given.stack.env.PATH ?? "")
      .split(path.delimiter)
      .filter((folder) => !programs.some((each) => folder.includes(each)));

  test("no resource plugin 'pulumi-resource-platform' found, or that it is the one on the PATH", async () => {
    const PATH = pathWith(path.join(path.sep, "bin")).join(path.delimiter);
    const { stdout, stderr } = await given.stack.preview([], { ...anyway, env: { PATH } });
    expect(stdout + stderr).toContain("no resource plugin 'pulumi-resource-platform' found");
    const found = await given.stack.up(["--skip-preview"]);
    expect(found.stdout + found.stderr).toContain("using pulumi-resource-platform from $PATH");
  });

  test("failed to load checkpoint: EOF, until the empty attributes are deleted; the state is whole", async () => {
    await given.stack.up(["--skip-preview"]);
    writeFileSync(`${given.stack.stateFile}.attrs`, "");
    const { stderr } = await given.stack.pulumi(["cancel", "--yes"], anyway);
    expect(stderr).toContain("failed to load checkpoint: EOF");
    expect(mendState(given.stack)).toBe(true);
    await given.stack.pulumi(["cancel", "--yes"]);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(mendState(given.stack)).toBe(false);
  });

  test("a search for drift says what it lacks", async () => {
    linkPrograms(given.stack.dir);
    expect(await drift(["--only", "nobody"])).toMatch(printedLike("--only … matches no resource of the stack"));
    const empty = path.join(given.stack.folder, "empty");
    mkdirSync(empty);
    expect(await drift([], { PATH: empty })).toContain("The command pulumi was not found");
    await given.stack.pulumi(["stack", "unselect"]);
    expect(await drift([])).toContain("No stack is selected in this folder");
  });
});

describe("a program of dynamic resources", () => {
  const given = stackUnderTest(() => ({ program: "typescript", source: programs.typescript, typecheck: false }));

  test("Cannot find module 'pulumi-platform/dynamic'", async () => {
    await given.stack.up(["--skip-preview"]);
    rmSync(path.join(given.stack.dir, "node_modules", "pulumi-platform"));
    const { stdout, stderr } = await given.stack.refresh(["--skip-preview"], anyway);
    expect(stdout + stderr).toContain("Cannot find module 'pulumi-platform/dynamic'");
  });
});

test("the page has no blocks", () => expect(page.unused()).toEqual([]));
