import { spawnSync } from "node:child_process";
import * as z from "zod";
import type { Config } from "../../../../provider/config/config";
import * as messages from "../../../../provider/objects/messages/messages";
import {
  kubectlAnnotate,
  kubectlDelete,
  kubectlGet,
  operands,
  pulumiImport,
  shellWord,
} from "../../../../provider/objects/messages/shellCommands";
import { terminationText } from "../../../../provider/objects/state/externalChange";

const { anotherObject, beingDeleted, conflicting, nameInUse, refused } = messages;
const owner = {
  project: "web",
  stack: "prod",
  type: "vcluster-platform:index:OwnedAccessKey",
  name: "my key; $(touch x) # ",
};
const resource = { type: "Key", plural: "ownedaccesskeys", inputs: z.object({}) };
const place = { name: "taken", collection: ["ownedaccesskeys"], inputs: {}, outputs: {} };
const config = { baseUrl: "https://platform.test/it's", vendor: "loft.sh" } as Config;
const inUse = (holder: Parameters<typeof nameInUse>[1], changed: Partial<typeof owner> = {}) =>
  nameInUse({ owner: { ...owner, ...changed }, config, resource, id: "taken", place }, holder);
const deletionTimestamp = "2026-01-01T00:00:00Z";
const terminating = { name: "x", deletionTimestamp, finalizers: ["a.test/b", "\u001b[2Jc"] };

const imported = "run: pulumi import vcluster-platform:index:OwnedAccessKey 'my key; $(touch x) # ' taken";
const server = `--server 'https://platform.test/it'\\''s/kubernetes/management'`;
const deleted = `to make a new one, delete it: kubectl delete ownedaccesskeys.management.loft.sh ${server} taken`;
const twoResources = "first take that one out of the state: pulumi state delete <its URN>.";

test.each<[Parameters<typeof nameInUse>[1], found: string, remedy: string]>([
  ["foreign", "an object of this name exists already", `To manage it, ${imported}. Or choose another name.`],
  [
    "otherStack",
    "another stack made an object of this name, or this stack did before",
    `to keep it, ${imported}; ${deleted}`,
  ],
  ["leftBehind", "this stack made an object of this name before", `to keep it, ${imported}; ${deleted}`],
  ["usedAlready", "an interrupted create of this stack made an object", `Then to keep it, ${imported}; ${deleted}`],
])("a name in use has commands that quote names: %s", (holder, found, remedy) => {
  const message = inUse(holder);
  expect(message.startsWith(`Cannot create Key "taken": ${found}`)).toBe(true);
  expect(message).toContain(twoResources);
  expect(message.endsWith(` ${remedy}`)).toBe(true);
});

test("a name in use has an import command for the plugin only", () => {
  expect(inUse("foreign", { name: "" })).toContain("'<name of the resource>' taken");
  const words = inUse("foreign", { type: "" });
  expect(words).toContain("import it with the plugin (dynamic resources cannot be imported). Or choose another name.");
  expect(words).not.toContain("pulumi import");
});

// Functions, because mutants of what runs while a module-level code are not tested.
test.each<[start: string, message: () => string]>([
  [
    "Cannot update X: it was deleted and created again by somebody else (uid u2, ours was u1). Run",
    () => anotherObject("update", "X", { ours: "u1", theirs: "u2" }),
  ],
  [
    "Cannot update X: it is being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b, ",
    () => beingDeleted("update", "X", terminationText(terminating)),
  ],
])("%s", (start, message) => {
  expect(message().slice(0, start.length)).toBe(start);
});

test("a problem is a sentence that begins with its property, if it has one", () => {
  expect(messages.sentenceOf({ property: "a.b", reason: "is required." })).toBe('property "a.b" is required.');
  expect(messages.sentenceOf({ property: "", reason: "It is all wrong." })).toBe("It is all wrong.");
});

test("messageOf accepts any thrown value", () => {
  expect([new TypeError("no"), "no", undefined].map(messages.messageOf)).toEqual(["no", "no", "undefined"]);
});

describe("a refusal", () => {
  const reasons = (count: number, length = 0) =>
    Array.from({ length: count }, (_, index) => `r${index}`.padEnd(length, "統"));
  const ten = reasons(10).join("; ");
  const remedy = "Correct it in the program and try again.";

  test.each<[reasons: string[], leftOut: number, words: string]>([
    [reasons(10), 0, ten],
    [reasons(11), 0, `${ten}; and 1 more`],
    [reasons(2), 3, "r0; r1; and 3 more"],
    [reasons(12), 3, `${ten}; and 5 more`],
    [reasons(5, 2000), 4, `${reasons(2, 2000).join("; ")}; and 7 more`],
    [reasons(5, 5000), 0, `${reasons(1, 5000).join("; ")}; and 4 more`],
  ])("names ten reasons at most, within the length of a message: case %#", (all, leftOut, words) => {
    expect(refused("create X", all, leftOut, true)).toBe(`Cannot create X: the platform refuses ${words}. ${remedy}`);
  });

  test("of undeclared fields says where to correct them", () => {
    expect(refused("update X", ["no"], 0, false)).toContain(
      "no. The program does not set that: correct it on the platform, for example with kubectl edit, and try again.",
    );
  });
});

describe("a conflict", () => {
  const conflict = { path: ["spec", "a"], property: ["a"], recorded: "r", theirs: "t", ours: "o", show: String };

  const ourselves =
    "that is this provider: perhaps an update of this resource whose response was lost, or another program";
  test.each([
    [undefined, "by somebody else"],
    [{ manager: "kubectl", time: undefined }, 'by "kubectl"'],
    [{ manager: "kube\nctl", time: "10:00\n" }, 'by "kube\\nctl" at or before 10:00\\n'],
    [
      { manager: "pulumi-vcluster-platform", time: "10:00" },
      `by "pulumi-vcluster-platform" at or before 10:00 (${ourselves} that manages the object too)`,
    ],
  ])("names the writer %j, all values and the remedies", (writer, words) => {
    expect(conflicting("X", [{ ...conflict, writer }])).toBe(
      `Cannot update X: a was changed ${words} from r to t, while the program has o. Run pulumi refresh to take their value as the ` +
        "new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as vcluster-platform:conflictPolicy.",
    );
  });
});

test("terminationText names the finalizers of an object that is being deleted", () => {
  const since = "being deleted since 2026-01-01T00:00:00Z";
  expect(terminationText(terminating)).toBe(`${since}, waiting for a.test/b, \\u001b[2Jc`);
  for (const finalizers of ["abc", [], undefined])
    expect(terminationText({ deletionTimestamp, finalizers: finalizers as never })).toBe(since);
});

const words: [string, string][] = [
  ["https://x.test/a=b", "https://x.test/a=b"],
  ["", "''"],
  ["$(touch x)", "'$(touch x)'"],
  ["it's", "'it'\\''s'"],
  ["-n", "'-n'"],
  ["=ls", "'=ls'"],
  ["ok\n", "'ok\n'"],
];

test.each(words)("the word %j is written as %s", (text, written) => {
  expect(shellWord(text)).toBe(written);
});

test("a shell reads each word unchanged", () => {
  const texts = words.map(([text]) => text);
  const script = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`;
  expect(spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout.split("\0").slice(0, -1)).toEqual(texts);
});

const things = { plural: "things" };
test.each([
  ["-- a '--all'", () => operands("a", "--all")],
  ["pulumi import a:b:C -- '--yes' x", () => pulumiImport("a:b:C", "--yes", "x")],
  ["pulumi import a:b:C --provider 'p=urn:$' x y", () => pulumiImport("a:b:C", "x", "y", "p=urn:$")],
  [
    `kubectl delete things.management.a.test ${server} --namespace p-web -- '--all'`,
    () => kubectlDelete({ ...things, name: "--all", namespace: "p-web" }, { ...config, vendor: "a.test" }),
  ],
  [
    "kubectl annotate things.management.a.test --namespace p-web -- '--all' b-",
    () => kubectlAnnotate({ ...things, name: "--all", namespace: "p-web" }, { vendor: "a.test" }, "b-"),
  ],
  ["kubectl get things.management.a.test", () => kubectlGet(things, { vendor: "a.test" })],
  [
    "kubectl get things.management.a.test --namespace p-web",
    () => kubectlGet({ ...things, namespace: "p-web" }, { vendor: "a.test" }),
  ],
])("a command names the group and the namespace, and separates operands like options: %s", (expected, command) => {
  expect(command()).toBe(expected);
});
