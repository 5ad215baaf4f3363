import { spawnSync } from "node:child_process";
import { kubectlDelete, pulumiImport } from "../../../provider/objects/shellCommands.js";
import { operands, shellWord } from "../../../provider/objects/shellWord.js";

const words: [string, string][] = [
  ["ci-1a2b3c4", "ci-1a2b3c4"],
  ["https://x.test/a=b", "https://x.test/a=b"],
  ["", "''"],
  ["my key", "'my key'"],
  ["$(touch x)", "'$(touch x)'"],
  ["it's", "'it'\\''s'"],
  ["a;b", "'a;b'"],
  ["-n", "'-n'"],
  ["=ls", "'=ls'"],
  ["~", "'~'"],
  ["ok\n", "'ok\n'"],
];

test.each(words)("the word %j is written as %s", (text, written) => {
  expect(shellWord(text)).toBe(written);
});

test("a shell reads each word as it was", () => {
  const texts = words.map(([text]) => text);
  const script = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`;
  expect(spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout.split("\0").slice(0, -1)).toEqual(texts);
});

test("operands that look like options stand after --", () => {
  expect(operands("a", "b c")).toBe("a 'b c'");
  expect(operands("a", "--all")).toBe("-- a '--all'");
});

test("commands quote names, and name the group of what they delete", () => {
  expect(pulumiImport("platform:index:SpaceTemplate", "my key; $(touch x) # ", "name")).toBe(
    "pulumi import platform:index:SpaceTemplate 'my key; $(touch x) # ' name",
  );
  expect(kubectlDelete("ownedaccesskeys", "management.loft.sh/v1", "--all")).toBe(
    "kubectl delete ownedaccesskeys.management.loft.sh -- '--all'",
  );
});
