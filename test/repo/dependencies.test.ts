import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/environment";

const page = readFileSync(path.join(root, "docs", "releasing.md"), "utf8");
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  dependencies: object;
  peerDependencies: object;
};

/** The rows of the only table whose head begins like this, cell by cell. */
function rowsOf(head: string): string[][] {
  const [, after = ""] = page.split(`\n| ${head} |`);
  const [, , ...rows] = (after.split("\n\n")[0] ?? "").split("\n");
  return rows.map((row) => row.split("|").map((cell) => cell.trim()));
}

test("each package that is needed at run time has its reasons in docs/releasing.md, and no other is named there", () => {
  const rows = rowsOf("package");
  expect(rows.map(([, name = ""]) => name.replaceAll("`", "")).sort()).toEqual(Object.keys(dependencies).sort());
  for (const [, name, purpose = "", reason = ""] of rows) {
    expect([name, purpose.length > 10, reason.length > 5]).toEqual([name, true, true]);
  }
});

test("the program brings Pulumi's library, and nothing else", () => {
  expect(Object.keys(peerDependencies)).toEqual(["@pulumi/pulumi"]);
});
