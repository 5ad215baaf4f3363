import { tmpdir } from "node:os";
import { printedLike } from "./support/pageUnderTest";
import { type Shell, startShell } from "./support/startShell";

let shell: Shell;
beforeEach(() => {
  shell = startShell({ cwd: tmpdir(), env: { PATH: process.env.PATH ?? "" } });
});
afterEach(() => shell.close());

const typed = (text: string) => ({ text, place: "page.md:1" });

test("what a block sets is there in the next", async () => {
  await shell.run(typed('export GREETING=hello\nsay() { echo "$1"; }\ncd /'));
  expect(await shell.run(typed('say "$GREETING from $PWD"'))).toBe("hello from /\n");
});

test.each([
  ["a command in the middle", "false\necho on"],
  ["a command in front of a pipe", "false | cat"],
  ["a command inside another", 'echo "$(cat /no/such/file)"'],
  ["a program that is not there", "no-such-program"],
])("a block fails by %s", async (_, text) => {
  await expect(shell.run(typed(text))).rejects.toThrow("page.md:1: these commands failed");
});

test.each([
  ["a variable that nobody set", 'echo "$NOBODY_SET_THIS"'],
  ["a block that ends the shell", "exit 0"],
])("a block fails by %s", async (_, text) => {
  await expect(shell.run(typed(text))).rejects.toThrow("page.md:1 ended the shell");
});

test("a block goes on after a failure that the page tells of, and only that one is allowed", async () => {
  const block = typed("(exit 7)\necho on");
  expect(await shell.run(block, { fails: [["( exit 7", 7]] })).toBe("on\n");
  for (const fails of [[["( exit 7", 8]], [["other", 7]], []] as const) {
    await expect(shell.run(block, { fails })).rejects.toThrow("these commands failed");
  }
  await expect(shell.run(typed("true"), { fails: [["true", 7]] })).rejects.toThrow("these commands failed");
});

test("what goes on running is waited for until it is ready, and ends with the shell", async () => {
  const printed = await shell.start(typed("sleep 600 & echo $!; echo ready; wait"), /ready/);
  const id = Number.parseInt(printed, 10);
  expect(process.kill(id, 0)).toBe(true);
  await shell.close();
  expect(() => process.kill(id, 0)).toThrow("ESRCH");
});

test("what goes on running and ends too early fails", async () => {
  await expect(shell.start(typed("echo no"), /ready/)).rejects.toThrow("page.md:1 ended:\nno");
});

test("output is as a page shows it where only white space and what … stands for differ", () => {
  expect("ok  node: v20.1.0\n more").toMatch(printedLike("ok node: …\nmore"));
  expect("ok  node: v20.1.0\n less").not.toMatch(printedLike("ok node: …\nmore"));
  expect("axc").not.toMatch(printedLike("a.c"));
});
