import { engineFailure } from "../../../../cli/drift/engine/engineFailure";

/** An error as Pulumi's Automation API words it. */
const failed = (code: number, stdout: string, stderr: string) =>
  new Error(
    `code: ${code}\n stdout: ${stdout}\n stderr: ${stderr}\n err?: Error: Command failed with exit code ${code}\n`,
  );

const state = '{"deployment": {"resources": [{"outputs": {"key": {"plaintext": "\\"in-clear-text\\""}}}]}}';

test.each<[string, Error, string, boolean]>([
  [
    "what it calls an error",
    failed(255, "", "warning: old\nerror: no stack named 'x' found"),
    "no stack named 'x' found",
    false,
  ],
  ["an error at the very beginning", failed(1, "", "error: wrong passphrase"), "wrong passphrase", false],
  [
    "the errors among what it printed on its way",
    failed(1, "Updating (dev):\nDiagnostics:\n    error: cannot update one\n    error: update failed", ""),
    "cannot update one; update failed",
    false,
  ],
  [
    "what it printed, where it calls nothing an error",
    failed(1, state, "cannot reach the backend"),
    "cannot reach the backend",
    false,
  ],
  ["its exit code, where it printed nothing", failed(4, state, ""), "Pulumi failed with exit code 4.", false],
  ["that its backend takes no login", failed(3, "", "error: run pulumi login"), "run pulumi login", true],
  [
    "that it is missing",
    failed(-2, "", "Command failed with ENOENT: pulumi version\nspawn pulumi ENOENT"),
    "The command pulumi was not found: install Pulumi, or put its folder into PATH.",
    false,
  ],
  ["another error as it is", new Error("No stack is selected"), "No stack is selected", false],
])("a failing command of Pulumi tells %s", (_, error, message, unauthorised) => {
  expect(engineFailure(error)).toEqual({ message, unauthorised });
});

test("what the engine said in its events goes before what it printed, each once", () => {
  const { message } = engineFailure(failed(1, "", "error: update failed"), ["one", "two", "one"]);
  expect(message).toBe("one; two");
});

test("a failing command tells nothing of the state that it printed", () => {
  expect(engineFailure(failed(1, `${state}\n${state}`, "")).message).not.toContain("clear-text");
});
