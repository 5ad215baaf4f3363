import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import { engineFailure } from "../../../../cli/drift/engine/engineFailure";

let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
  mkdirSync(path.join(root, "bin"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the types of the Automation API leave out. */
interface Runner {
  run(args: string[], cwd: string, env: Record<string, string>): Promise<unknown>;
}

const commandIn = async (folder: string): Promise<Runner> =>
  (await PulumiCommand.get({ root: folder, skipVersionCheck: true })) as unknown as Runner;

/** What the Automation API throws when its command does this. */
async function thrownBy(script: string): Promise<unknown> {
  const file = path.join(root, "bin", "pulumi");
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = version ]; then echo v3.259.0; exit; fi\n${script}\n`);
  chmodSync(file, 0o755);
  const command = await commandIn(root);
  return command.run(["stack", "export", "--show-secrets"], root, {}).catch((error: unknown) => error);
}

const printsState = `echo '{"outputs": {"key": {"plaintext": "in-clear-text"}}}'`;
const printsStateAndError = `printf '{"plaintext": "in-clear-text\\nerror: in-clear-text"}\n'`;

const notFound = "The command pulumi was not found: install Pulumi, or put its folder into PATH.";

const notAllowed =
  "The command pulumi may not be run by this user: give its file and the folders above it the right to execute.";

test.each<[string, string, string, boolean]>([
  [
    "what it calls an error",
    "echo 'warning: old' >&2; echo \"error: no stack named 'x' found\" >&2; exit 6",
    "no stack named 'x' found",
    false,
  ],
  ["that its backend takes no login", "echo 'error: run pulumi login' >&2; exit 3", "run pulumi login", true],
  [
    "that its backend refuses the login",
    "echo 'error: getting stack: [401] Unauthorized: No credentials provided or are invalid.' >&2; exit 1",
    "getting stack: [401] Unauthorized: No credentials provided or are invalid.",
    true,
  ],
  ["its exit code", `${printsState}; exit 1`, "A command of Pulumi ended with exit code 1 and did not say why.", false],
  [
    "the signal that ended it",
    `${printsState}; kill -9 $$`,
    "A command of Pulumi was ended by SIGKILL and did not say why.",
    false,
  ],
  [
    "nothing of what it printed",
    `${printsStateAndError}; exit 1`,
    "A command of Pulumi ended with exit code 1 and did not say why.",
    false,
  ],
  [
    "nothing else that it wrote",
    "echo 'panic: in-clear-text' >&2; exit 2",
    "A command of Pulumi ended with exit code 2 and did not say why.",
    false,
  ],
])("a failing command of Pulumi tells %s", async (_, script, message, unauthorised) => {
  expect(engineFailure(await thrownBy(script))).toEqual({ message, unauthorised });
});

test("that Pulumi is missing is told", async () => {
  const command = await commandIn(root);
  rmSync(path.join(root, "bin", "pulumi"));
  const error = await command.run(["version"], root, {}).catch((thrown: unknown) => thrown);
  expect(engineFailure(error)).toEqual({ message: notFound, unauthorised: false });
});

test("that Pulumi may not be run is told", async () => {
  await thrownBy("exit 0");
  const command = await commandIn(root);
  chmodSync(path.join(root, "bin", "pulumi"), 0o644);
  const error = await command.run(["version"], root, {}).catch((thrown: unknown) => thrown);
  expect(engineFailure(error)).toEqual({ message: notAllowed, unauthorised: false });
});

test("what the engine said in its events goes before what it printed, each once", async () => {
  const { message } = engineFailure(await thrownBy("echo 'error: update failed' >&2; exit 1"), ["one", "two", "one"]);
  expect(message).toBe("one; two");
});

test("another error is told as it is", () => {
  expect(engineFailure(new Error("No stack is selected")).message).toBe("No stack is selected");
});
