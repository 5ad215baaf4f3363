import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connectionFailures } from "../../../provider/api/connectionFailures.js";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { linkPrograms } from "../../support/linkPrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { mendState } from "../fuzz/play/engine/mendState";
import { describePage, printedLike } from "./support/pageUnderTest";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = read("docs/troubleshooting.md");

/** The messages in the first cells of the page's tables. */
const quoted = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| message |"))
  .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words))
  .filter((words) => words !== "externalChange" && words !== "--fail-on");

const files = execFileSync("git", ["ls-files", "provider", "sdk", "cli"], { cwd: root, encoding: "utf8" });
const sources = files
  .split("\n")
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(file).replaceAll("\\`", "`").replaceAll('\\"', '"'))
  .join("\n");

/** Messages that the sources compose, with the fixed parts in the sources. */
const composed: Readonly<Record<string, readonly string[]>> = {
  "baseUrl is not set": ["baseUrl", "is not set"],
  "accessKey is not set": ["accessKey", "is not set"],
  "is not set, though clientCertificate is": ["is not set", ", though"],
  "HTTPS_PROXY cannot be used: it …": ["HTTPS_PROXY", "cannot be used: it"],
  "401 Unauthorized": ["401", "Unauthorized"],
  "403 Forbidden": ["403", "Forbidden"],
  "409 Conflict": ["409", "Conflict"],
  "answered a redirect to …, which is not followed with an access key": [
    "answered a redirect",
    "which is not followed",
  ],
  "answered an object without metadata": ["an object without metadata"],
  "answered no JSON": ["no JSON"],
  "answered an object whose … is no …": ["an object whose", "is no"],
  "JSON that is nested more than 200 levels deep": ["JSON that is nested more than", "levels deep"],
  "JSON of more than 1000000 values": ["JSON of more than", "values"],
  "the platform refuses property …": ["the platform refuses", "property"],
  "has no apiVersion": ["has no", "apiVersion"],
  "it is being deleted since …": ["being deleted since"],
  "the whole object was written, with the value of key that state knows": [
    "the whole object was written",
    "that state knows",
  ],
  "still being deleted: waiting for …": ["still being deleted:", "waiting for"],
  "deleted and created again by somebody else: uid was …": ["deleted and created again by somebody else", "uid was"],
  "the key was disabled outside by …": ["the key was disabled outside", " by "],
  "is replaced by a new key, but the key was disabled outside": [
    "is replaced by a new key, but",
    "was disabled outside",
  ],
  "Cannot import …: the id …": ["Cannot import", "the id"],
  "Name another file, or overwrite it with --force": ["Name another file, or overwrite", "with --force"],
  "cannot read the …": ["cannot", "read the"],
  "cannot write the …": ["cannot", "write the"],
};

/** Messages of Pulumi and Node.js; the tests below provoke them. */
const foreign = [
  "Cannot read properties of undefined (reading 'toJavaScript')",
  "no resource plugin 'pulumi-resource-platform' found",
  "using pulumi-resource-platform from $PATH",
  "Cannot find module 'pulumi-platform/dynamic'",
  "failed to load checkpoint: EOF",
  "Unknown option",
];

const partsOf = (words: string) => composed[words] ?? words.split("…").map((part) => part.trim());

test.each(quoted.filter((words) => !foreign.includes(words)))("the sources contain the message: %s", (words) => {
  expect(partsOf(words).filter((part) => !sources.includes(part))).toEqual([]);
});

test("the lists of this test contain messages of the page only", () => {
  expect([...Object.keys(composed), ...foreign].filter((words) => !quoted.includes(words))).toEqual([]);
});

test("the docs explain every cause of a failed connection", () => {
  const known = page + read("docs/network.md");
  const causes = Object.values(connectionFailures).map(({ cause }) => cause);
  // The page on networks quotes a cause without its common beginning.
  const isKnown = (cause: string) =>
    [cause, cause.split(", since ")[1] ?? cause].some((words) => known.includes(words));
  expect(causes.filter((cause) => cause !== "the request failed" && !isKnown(cause))).toEqual([]);
});

const anyway = { expectSuccess: false };

describePage("docs/troubleshooting.md", () => {
  describe("a program on the plugin", () => {
    const source = 'resources: { dev: { type: "platform:index:SpaceTemplate" } }';
    const given = stackUnderTest(() => ({ program: "yaml", source }));
    const drift = async (args: string[], more: Record<string, string> = {}) => {
      const program = path.join(given.stack.dir, "node_modules", ".bin", "pulumi-platform");
      const settings = { cwd: given.stack.dir, env: { ...given.stack.env, ...more } };
      const { stdout, stderr } = await runCommand(process.execPath, [program, "drift", ...args], settings);
      return stdout + stderr;
    };

    test("Pulumi reports a missing plugin, and uses the one on the PATH", async () => {
      const folders = (given.stack.env.PATH ?? "").split(path.delimiter);
      const PATH = folders.filter((folder) => !folder.includes(path.join(path.sep, "bin"))).join(path.delimiter);
      const { stdout, stderr } = await given.stack.preview([], { ...anyway, env: { PATH } });
      expect(stdout + stderr).toContain("no resource plugin 'pulumi-resource-platform' found");
      const found = await given.stack.up(["--skip-preview"]);
      expect(found.stdout + found.stderr).toContain("using pulumi-resource-platform from $PATH");
    });

    test("Pulumi fails with EOF until the empty attributes are deleted; the state is complete", async () => {
      await given.stack.up(["--skip-preview"]);
      writeFileSync(`${given.stack.stateFile}.attrs`, "");
      const { stderr } = await given.stack.pulumi(["cancel", "--yes"], anyway);
      expect(stderr).toContain("failed to load checkpoint: EOF");
      expect(mendState(given.stack)).toBe(true);
      await given.stack.pulumi(["cancel", "--yes"]);
      await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
      expect(mendState(given.stack)).toBe(false);
    });

    test("a search for drift reports what is missing", async () => {
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
    const source = 'import { SpaceTemplate } from "pulumi-platform";\nnew SpaceTemplate("dev");';
    const given = stackUnderTest(() => ({ program: "typescript", source, typecheck: false }));

    test("Node.js reports a missing package", async () => {
      await given.stack.up(["--skip-preview"]);
      rmSync(path.join(given.stack.dir, "node_modules", "pulumi-platform"));
      const { stdout, stderr } = await given.stack.refresh(["--skip-preview"], anyway);
      expect(stdout + stderr).toContain("Cannot find module 'pulumi-platform/dynamic'");
    });
  });
});
