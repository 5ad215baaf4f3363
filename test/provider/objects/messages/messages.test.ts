import { spawnSync } from "node:child_process";
import * as messages from "../../../../provider/objects/messages/messages";
import {
  kubectlDelete,
  kubectlGet,
  operands,
  pulumiImport,
  shellWord,
} from "../../../../provider/objects/messages/shellCommands";

const { anotherObject, conflicting, ending, nameInUse, refused } = messages;
const owner = {
  project: "web",
  stack: "prod",
  type: "vcluster-platform:index:OwnedAccessKey",
  name: "my key; $(touch x) # ",
};
const kind = { kind: "Key", plural: "ownedaccesskeys" };
const client = { apiVersion: "management.loft.sh/v1" };
const inUse = (holder: Parameters<typeof nameInUse>[3], changed: Partial<typeof owner> = {}) =>
  nameInUse({ owner: { ...owner, ...changed }, client }, kind, "taken", holder);
const deletionTimestamp = "2026-01-01T00:00:00Z";
const terminating = { name: "x", deletionTimestamp, finalizers: ["a.test/b", "\u001b[2Jc"] };

const imported = "run: pulumi import vcluster-platform:index:OwnedAccessKey 'my key; $(touch x) # ' taken";
const deleted = "to make a new one, delete it: kubectl delete ownedaccesskeys.management.loft.sh taken";
const twoResources = "first take that one out of the state: pulumi state delete <its URN>.";

test.each<[Parameters<typeof nameInUse>[3], found: string, remedy: string]>([
  [
    "foreign",
    "an object of this name exists already and was not made by this resource.",
    `To manage it, ${imported}. Or choose another name.`,
  ],
  [
    "leftBehind",
    "this stack made an object of this name before, or another stack that has or had its names. Does any stack's state hold it? Another resource of this stack may manage it (a renamed one needs the aliases option, a forced replacement deleteBeforeReplace), or another stack, after pulumi stack rename or pulumi state move: then choose another name. pulumi-vcluster-platform orphans",
    `Only if no state holds it, since a create was interrupted: to keep it, ${imported}; ${deleted}`,
  ],
  [
    "inUse",
    "this state did not see the end of its create, but it has been used since, so somebody holds what the create answered. Where the state is an old one, bring back the newer one. Otherwise run pulumi refresh, which forgets the object.",
    `Then to keep it, ${imported}; ${deleted}`,
  ],
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

const elsewhere = "If this is another platform than before, check vcluster-platform:baseUrl";

// Functions, because mutants in module-level code are not tested.
const problemsAndRemedies: Record<string, () => string> = {
  "X: the answer to its create was lost … The object is deleted and created again.": () => messages.createdAgain("X"),
  "The preview was not checked by the platform … set: It was busy. What it": () =>
    messages.notRehearsed("It was busy."),
  "X was not made by this resource: its create did not come to an end … It is left alone.": () => messages.notOurs("X"),
  "X is left alone: this state did not see the end of its create … the state is an old one.": () => messages.inUse("X"),
  "X has fields in lists … know: a[0].b, c. A change of such": () =>
    messages.unknownInLists("X", [["a", 0, "b"], ["c"]]),
  "There is no X on this platform … Check the name and vcluster-platform:baseUrl.": () => messages.noSuchObject("X"),
  [`Cannot update X: it is not on this platform. If it was deleted … the next pulumi up creates it again. ${elsewhere}.`]:
    () => messages.notOnThisPlatform("X"),
  "Cannot delete X: it was made on another platform than the one at https://a. Correct vcluster-platform:baseUrl. … the object is lost: pulumi state delete <URN":
    () => messages.onAnotherPlatform("delete", "X", "https://a"),
  "X is not on the platform at https://a; nothing was deleted there. … it is still there.": () =>
    messages.nothingDeleted("X", "https://a"),
  "X is not on the platform any more … The next pulumi up creates it again.": () => messages.deletedOutside("X"),
  [`Cannot update X: it was deleted and created again … (uid u2, ours was u1). Run pulumi refresh to take over the new object. ${elsewhere} instead.`]:
    () => anotherObject("update", "X", "u1", "u2"),
  "Cannot tell whether X was updated … (uid u2, ours is u1). Run pulumi refresh, and look at what stands between here and the platform.":
    () => messages.answeredAnother("X", "u1", "u2"),
  "Cannot update X: the platform does not tell its resourceV … Check that vcluster-platform:baseUrl leads to the platform itself.":
    () => messages.withoutVersion("X"),
  "Cannot update X: others changed it between each of 7 … Try again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.":
    () => messages.alwaysChanging("X", 7),
  "Cannot update X: it is being deleted since … Wait until it is gone, run pulumi refresh, and the next pulumi up creates it again.":
    () => messages.beingDeleted("X", terminating),
  "X: the whole object was written, with the value of a[0] … If somebody changed it meanwhile, it is the old one again.":
    () => messages.writtenFromState("X", ["a", 0]),
  "Cannot delete X in time: it is still being deleted: this. … run the same command again, or give it more time with customTimeouts.":
    () => messages.stillThere("X", "this"),
  "Cannot create X in time: an object … deleted: this. Nothing was created. Run the same command again when it is gone, choose another name, or give it more time with customTimeouts.":
    () => messages.stillInTheWay("X", "this"),
  "The wait for the end of X was canceled: this. … The deletion goes on": () => messages.waitCancelled("X", "this"),
};

test.each(Object.entries(problemsAndRemedies))("%s", (words, messageOf) => {
  const [problem = "", remedy = ""] = words.split(" … ");
  const message = messageOf();
  expect(message.slice(0, problem.length)).toBe(problem);
  expect(message).toContain(remedy);
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
  const conflict = { path: ["spec", "a"], property: ["a"], recorded: "r", theirs: "t", ours: "o", shown: String };

  const ourselves =
    "that is this provider: perhaps an update of this resource whose answer was lost, or another program";
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
      `Cannot update X: a was changed ${words} from r to t, while the program asks for o. Run pulumi refresh to take their value as the ` +
        "new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as vcluster-platform:conflictPolicy.",
    );
  });
});

test("ending names the finalizers of an object that is being deleted", () => {
  const since = "being deleted since 2026-01-01T00:00:00Z";
  expect(ending(terminating)).toBe(`${since}, waiting for a.test/b, \\u001b[2Jc`);
  for (const finalizers of ["abc", [], undefined])
    expect(ending({ deletionTimestamp, finalizers: finalizers as never })).toBe(since);
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
  ["kubectl delete things.a.test -- '--all'", () => kubectlDelete("things", "a.test/v1", "--all")],
  ["kubectl get things.a.test", () => kubectlGet(things, "a.test/v1")],
  ["kubectl get things.a.test --namespace p-web", () => kubectlGet({ ...things, namespace: "p-web" }, "a.test/v1")],
])("a command names the group and the namespace, and separates operands like options: %s", (expected, command) => {
  expect(command()).toBe(expected);
});
