import { runOn } from "../stackOfTest";
import { executing } from "./executing";

const { keys, platform, run } = executing();

const scope = ["--user", "ci-bot", "--virtual-cluster", "web/dev"];
const ttl = (text: string): [string[], RegExp] => [[...scope, "--ttl", text, "--", "true"], /^--ttl must /];
const named = (option: string, text: string): [string[], RegExp] => [
  ["--user", "ci-bot", option, text, "--", "true"],
  new RegExp(`^${option} (cannot be|must be|must not be empty)`),
];
const kubeconfig = (message: RegExp, ...words: string[]): [string[], RegExp] => [
  ["--user", "ci-bot", ...words, "--kubeconfig", "--", "true"],
  message,
];

test.each([
  [scope, /^missing required argument 'command'/],
  [[...scope, "--"], /^missing required argument 'command'/],
  [[...scope, "--", ""], /^Name the command after --/],
  ...["", "0", "0s", "2d", "25h", "-1m", "15", "1e3s", "15 m", "∞", `${"9".repeat(400)}s`].map(ttl),
  ...["--user", "--team", "--project", "--role"].flatMap((option) =>
    ["", " ", ".", "..", "a/b", "a%2fb", "a\nb", "a\u001b[31m", "a\u009bb", "a\u202eb", "a".repeat(300)].map((text) =>
      named(option, text),
    ),
  ),
  ...["--space", "--virtual-cluster"].flatMap((option) =>
    ["web", "/dev", "web/", "web/dev/x", "../dev", "web/..", "web/d\u0000", "web/d\u202e"].map((text) =>
      named(option, text),
    ),
  ),
  kubeconfig(/^--kubeconfig needs exactly one/, "--virtual-cluster", "web/a", "--virtual-cluster", "web/b"),
  kubeconfig(/^--kubeconfig needs exactly one/, "--unscoped"),
  kubeconfig(/^--kubeconfig: each name /, "--virtual-cluster", "*/dev"),
  kubeconfig(/^--kubeconfig: each name /, "--virtual-cluster", "web/*"),
  kubeconfig(/^--kubeconfig: each name /, "--virtual-cluster", "web/Dev"),
  kubeconfig(/^--env KUBECONFIG cannot be combined/, "--virtual-cluster", "web/dev", "--env", "KUBECONFIG"),
  ...["", "1A", "A=B", "A B", "PATH\n"].map((text): [string[], RegExp] => [
    [...scope, "--env", text, "--", "true"],
    /^--env must /,
  ]),
])("%j is a usage error, and no request is sent", async (args, message) => {
  const { code, out, err } = await runOn(platform(), "exec", ...args);
  expect([code, out, err]).toEqual([2, "", expect.stringMatching(message)]);
  expect(err).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  expect(platform().requests).toEqual([]);
});

test.each(["no\u001b[31msuch\u009b\u202e", "no\n::error::such", " "])(
  "the command %j is not found, and is escaped in the error",
  async (program) => {
    const { exitCode, stdout, stderr } = await run(scope, [program]);
    expect([exitCode, stdout, keys()]).toEqual([127, "", []]);
    expect(stderr).toMatch(/^exec: cannot start "[^\p{Cc}\u202e]*": there is no such program\n$/u);
  },
);
