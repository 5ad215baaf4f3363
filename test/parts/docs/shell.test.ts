import { tmpdir } from "node:os";
import { printedLike } from "../../support/pageUnderTest";
import { type Shell, startShell } from "../../support/startShell";

let shell: Shell;
beforeEach(() => {
  shell = startShell({ cwd: tmpdir(), env: { PATH: process.env.PATH ?? "" } });
});
afterEach(() => shell.close());

const typed = (text: string) => ({ text, place: "page.md:1" });

test("variables, functions and the folder last from one block to the next", async () => {
  await shell.run(typed('export GREETING=hello\nsay() { echo "$1"; }\ncd /'));
  expect(await shell.run(typed('say "$GREETING from $PWD"'))).toBe("hello from /\n");
});

test.each([
  ["false\necho on", "these commands failed"],
  ["false | cat", "these commands failed"],
  ['echo "$(cat /no/such/file)"', "these commands failed"],
  ['echo "$NOBODY_SET_THIS"', "ended the shell"],
  ["exit 0", "ended the shell"],
])("the block %j fails: %s", async (text, message) => {
  await expect(shell.run(typed(text))).rejects.toThrow(`page.md:1${message.startsWith("these") ? ":" : ""} ${message}`);
});

test("only the expected failure is allowed", async () => {
  const block = typed("(exit 7)\necho on");
  expect(await shell.run(block, { fails: [["( exit 7", 7]] })).toBe("on\n");
  for (const fails of [[["( exit 7", 8]], [["other", 7]], []] as const)
    await expect(shell.run(block, { fails })).rejects.toThrow("these commands failed");
  await expect(shell.run(typed("true"), { fails: [["true", 7]] })).rejects.toThrow("these commands failed");
});

test("a started block ends with the shell, and fails if it ends before it is ready", async () => {
  const id = Number.parseInt(await shell.start(typed("sleep 600 & echo $!; echo ready; wait"), /ready/), 10);
  expect(process.kill(id, 0)).toBe(true);
  await expect(shell.start(typed("echo no"), /ready/)).rejects.toThrow("page.md:1 ended:\nno");
  await shell.close();
  expect(() => process.kill(id, 0)).toThrow("ESRCH");
});

test("printedLike ignores white space and matches any text for …", () => {
  expect("ok  node: v20.1.0\n more").toMatch(printedLike("ok node: …\nmore"));
  expect("ok  node: v20.1.0\n less").not.toMatch(printedLike("ok node: …\nmore"));
  expect("axc").not.toMatch(printedLike("a.c"));
});
