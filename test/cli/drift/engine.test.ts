import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EngineEvent, PulumiCommand, type StepEventMetadata } from "@pulumi/pulumi/automation";
import { engineFailure } from "../../../cli/drift/engine/failure";
import { Outcomes } from "../../../cli/drift/engine/refresh";

let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
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
const refused = "getting stack: [401] Unauthorized: No credentials provided or are invalid.";
const silent = (end: string) => `A command of Pulumi ${end} and did not say why.`;
const noStack = "echo 'warning: old' >&2; echo \"error: no stack named 'x' found\" >&2; exit 6";

test.each<[string, string, string, boolean]>([
  ["its error", noStack, "no stack named 'x' found", false],
  ["a missing login of its backend", "echo 'error: run pulumi login' >&2; exit 3", "run pulumi login", true],
  ["a refused login of its backend", `echo 'error: ${refused}' >&2; exit 1`, refused, true],
  ["its exit code", `${printsState}; exit 1`, silent("ended with exit code 1"), false],
  ["the signal that ended it", `${printsState}; kill -9 $$`, silent("was ended by SIGKILL"), false],
  ["nothing of its stdout", `${printsStateAndError}; exit 1`, silent("ended with exit code 1"), false],
  ["no other line of its stderr", "echo 'panic: in-clear-text' >&2; exit 2", silent("ended with exit code 2"), false],
])("the failure of a Pulumi command reports %s", async (_, script, message, unauthorized) => {
  expect(engineFailure(await thrownBy(script))).toEqual({ message, unauthorized });
});

test.each([
  [rmSync, "The command pulumi was not found: install Pulumi, or put its folder into PATH."],
  [
    (file: string) => chmodSync(file, 0o644),
    "The command pulumi may not be run by this user: give its file and the folders above it the right to execute.",
  ],
])("a failure to start Pulumi is reported: %#", async (change, message) => {
  await thrownBy("exit 0");
  const command = await commandIn(root);
  change(path.join(root, "bin", "pulumi"));
  const error = await command.run(["version"], root, {}).catch((thrown: unknown) => thrown);
  expect(engineFailure(error)).toEqual({ message, unauthorized: false });
});

test("the failure of a Pulumi command quotes nothing of a broken output", async () => {
  const error = await Promise.resolve(`{"plaintext": in-clear-text`)
    .then(JSON.parse)
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toContain("in-clear");
  expect(engineFailure(error).message).toBe("A command of Pulumi printed what is no JSON.");
});

test("the errors of engine events replace that of the command, each once; another error keeps its message", async () => {
  expect(engineFailure(new Error("No stack is selected")).message).toBe("No stack is selected");
  const { message } = engineFailure(await thrownBy("echo 'error: update failed' >&2; exit 1"), ["one", "two", "one"]);
  expect(message).toBe("one; two");
});

const urn = "urn:pulumi:dev::web::vcluster-platform:index:SpaceTemplate::one";
const stack = "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev";

const step = (op: string, more: object = {}) =>
  ({
    op,
    urn,
    type: "vcluster-platform:index:SpaceTemplate",
    old: { id: "one", custom: true },
    ...more,
  }) as StepEventMetadata;
const ended = (metadata: StepEventMetadata) => ({ resOutputsEvent: { metadata } }) as EngineEvent;
const failed = (metadata: StepEventMetadata) => ({ resOpFailedEvent: { metadata } }) as EngineEvent;
const said = (severity: string, message: string, about?: string) =>
  ({ diagnosticEvent: { severity, message, urn: about } }) as EngineEvent;

const one = { urn, type: "vcluster-platform:index:SpaceTemplate", id: "one" };

function heard(...events: EngineEvent[]): Outcomes {
  const outcomes = new Outcomes();
  for (const event of events) outcomes.add(event);
  return outcomes;
}

test.each([
  ["same", "same"],
  ["update", "changed"],
  ["delete", "deleted"],
  // An unknown operation of a later engine is not clean.
  ["read-replacement", "failed"],
])("a resource whose refresh ends as %s is %s", (op, result) => {
  expect(heard(ended(step(op))).of(one).result).toBe(result);
});

test("a resource without events could not be read, and neither could one whose refresh fails", () => {
  expect(heard().of(one)).toMatchObject({ result: "failed", errors: [] });
  const failure = [said("error", "no answer\n", urn), ended(step("same")), failed(step("refresh"))];
  expect(heard(...failure).of(one)).toMatchObject({ result: "failed", errors: ["no answer"] });
});

test("an object that waits for its delete differs from its replacement", () => {
  const waiting = step("delete", { old: { id: "one", custom: true, delete: true } });
  const outcomes = heard(ended(waiting), ended(step("same")));
  expect([outcomes.of(one).result, outcomes.of({ ...one, delete: true }).result]).toEqual(["same", "deleted"]);
});

test("errors without a resource and of the stack are errors of the run; warnings are not", () => {
  const events = [said("error", "wrong config"), said("error", "preview failed\n", stack), said("warning", "old")];
  expect(heard(...events).failure.all).toEqual(["wrong config", "preview failed"]);
});

test("without an error, the last lines on stderr say why a program failed, as those of Pulumi YAML do", () => {
  const lines = [
    ...Array.from({ length: 20 }, (_, line) => `line ${line}`),
    'Error: "x" not found\n\n',
    "\n",
    "  on line 3",
  ];
  const events = lines.map((line) => said("info#err", line, stack));
  const [words = "", ...more] = heard(...events).failure.all;
  expect([words, more]).toEqual([expect.stringMatching(/^line 2 line 3 .* Error: "x" not found on line 3$/), []]);
  expect(heard(said("error", "wrong config"), ...events).failure.all).toEqual(["wrong config"]);
  expect(heard(said("info#err", "of a provider", urn)).failure.all).toEqual([]);
});

test("only custom resources count as read", () => {
  let read = 0;
  const outcomes = new Outcomes(() => read++);
  outcomes.add(ended(step("same")));
  outcomes.add(ended(step("same", { type: "pulumi:providers:vcluster-platform" })));
  outcomes.add(ended(step("same", { old: { id: "", custom: false } })));
  expect(read).toBe(1);
});
