import { spawnSync } from "node:child_process";
import { conflicting } from "../../../provider/objects/conflictMessages";
import * as messages from "../../../provider/objects/messages";
import { kubectlDelete, kubectlGet, pulumiImport } from "../../../provider/objects/shellCommands";
import { operands, shellWord } from "../../../provider/objects/shellWord";

const { alreadyExists, ending, leftBehind, refused } = messages;
const owner = { project: "web", stack: "prod", type: "platform:index:OwnedAccessKey", name: "my key; $(touch x) # " };
const [plural, apiVersion] = ["ownedaccesskeys", "management.loft.sh/v1"];
const deletionTimestamp = "2026-01-01T00:00:00Z";

test("commands in messages quote names", () => {
  const imported = "run: pulumi import platform:index:OwnedAccessKey 'my key; $(touch x) # ' taken";
  const deleted = "to make a new one, delete it: kubectl delete ownedaccesskeys.management.loft.sh taken";
  expect(alreadyExists("X", owner, "taken")).toContain(`To manage it, ${imported}. Or`);
  expect(leftBehind("X", owner, "taken", plural, apiVersion)).toContain(`to keep it, ${imported}; ${deleted}`);
  expect(messages.inUseStops("X", owner, "taken", plural, apiVersion)).toContain(
    `Then to keep it, ${imported}; ${deleted}`,
  );
});

test("an object that exists already has an import command for the plugin only", () => {
  expect(alreadyExists("X", { ...owner, name: "" }, "taken")).toContain("'<name of the resource>' taken");
  const words = alreadyExists("X", { ...owner, type: "" }, "taken");
  expect(words).toContain("import it with the plugin (dynamic resources cannot be imported). Or choose another name.");
  expect(words).not.toContain("pulumi import");
});

test.each<[message: string, problem: string, remedy: string]>([
  [
    alreadyExists("X", owner, "x"),
    "Cannot create X: an object of this name exists already and was not made by this resource.",
    "Or choose another name.",
  ],
  [
    leftBehind("X", owner, "x", plural, apiVersion),
    "Cannot create X: this stack made an object of this name before. Either another resource of the stack manages it ",
    "(a renamed one needs the aliases option, a forced replacement deleteBeforeReplace), or a create was interrupted",
  ],
  [
    messages.createdAgain("X"),
    "X: the answer to its create was lost, and the platform does not show again what it said.",
    "The object is deleted and created again.",
  ],
  [
    messages.notRehearsed("It was busy."),
    "The preview was not checked by the platform, though platform:serverSideDryRun is set: It was busy.",
    "What it refuses shows when the change is applied.",
  ],
  [messages.notOurs("X"), "X was not made by this resource: its create did not come to an end", "It is left alone."],
  [messages.inUse("X"), "X is left alone: this state did not see the end of its create", "the state is an old one."],
  [
    messages.inUseStops("X", owner, "x", plural, apiVersion),
    "Cannot create X: this state did not see the end of its create, but it has been used since",
    "Where the state is an old one, bring back the newer one. Otherwise run pulumi refresh",
  ],
  [
    messages.unknownInLists("X", [["a", 0, "b"], ["c"]]),
    "X has fields in lists that this provider does not know: a[0].b, c.",
    "A change of such a list by the program removes them.",
  ],
  [
    messages.noSuchObject("X"),
    "There is no X on this platform, or the access key may not see it.",
    "Check the name and platform:baseUrl.",
  ],
  [
    messages.notOnThisPlatform("X"),
    "Cannot update X: it is not on this platform. If it was deleted, run pulumi refresh, and the next pulumi up creates it again.",
    "If this is another platform than before, check platform:baseUrl.",
  ],
  [messages.deletedOutside("X"), "X is not on the platform any more", "The next pulumi up creates it again."],
  [
    messages.anotherObject("update", "X", "u1", "u2"),
    "Cannot update X: it was deleted and created again by somebody else (uid u2, ours was u1).",
    "Run pulumi refresh to take over the new object. If this is another platform than before, check platform:baseUrl instead.",
  ],
  [
    messages.answeredAnother("X", "u1", "u2"),
    "Cannot tell whether X was updated: the platform answered another object (uid u2, ours is u1).",
    "Run pulumi refresh, and look at what stands between here and the platform.",
  ],
  [
    messages.notSeenAgain("X", "GET failed."),
    "X was created, but the platform takes the mark of its create away, and reading it back failed: GET failed.",
    "What the platform answered is kept. Run pulumi up again: it looks whether the object is that one.",
  ],
  [
    messages.withoutVersion("X"),
    "Cannot update X: the platform does not tell its resourceVersion",
    "Check that platform:baseUrl leads to the platform itself.",
  ],
  [
    messages.alwaysChanging("X", 7),
    "Cannot update X: others changed it between each of 7 reads and the write that followed.",
    "Try again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.",
  ],
  [
    messages.beingDeleted("X", { name: "x", deletionTimestamp, finalizers: ["a.test/b"] }),
    "Cannot update X: it is being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b.",
    "Wait until it is gone, run pulumi refresh, and the next pulumi up creates it again.",
  ],
  [
    messages.inexactNumber("X", "no patch"),
    "Cannot update X: no patch, and the object holds a whole number beyond 2^53, which replacing the whole object would change.",
    "Make this change with kubectl.",
  ],
  [
    messages.writtenFromState("X", ["a", 0]),
    "X: the whole object was written, with the value of a[0] that state knows, since the server does not show it.",
    "If somebody changed it meanwhile, it is the old one again.",
  ],
  [
    messages.stillThere("X", "waiting for it"),
    "Cannot delete X in time: it is still being deleted: waiting for it.",
    "run the same command again, or give it more time with customTimeouts.",
  ],
  [
    messages.stillInTheWay("X", "waiting for it"),
    "Cannot create X in time: an object of this name is still being deleted: waiting for it. Nothing was created.",
    "Run the same command again when it is gone, choose another name, or give it more time with customTimeouts.",
  ],
  [
    messages.waitCancelled("X", "waiting for it"),
    "The wait for the end of X was cancelled: waiting for it.",
    "The deletion goes on at the platform; run the same command again.",
  ],
])("%s", (message, problem, remedy) => {
  expect(message.slice(0, problem.length)).toBe(problem);
  expect(message).toContain(remedy);
});

test.each([
  [{ property: "a.b", reason: "is required." }, 'property "a.b" is required.'],
  [{ property: "", reason: "It is all wrong." }, "It is all wrong."],
])("the problem %j is a sentence", (problem, sentence) => {
  expect(messages.sentenceOf(problem)).toBe(sentence);
});

test("messageOf accepts any thrown value", () => {
  expect([messages.messageOf(new TypeError("no")), messages.messageOf("no"), messages.messageOf(undefined)]).toEqual([
    "no",
    "no",
    "undefined",
  ]);
});

describe("a refusal", () => {
  const reasons = (count: number, length = 0) =>
    Array.from({ length: count }, (_, index) => `r${index}`.padEnd(length, "統"));
  const ten = reasons(10).join("; ");
  const remedy = "Correct it in the program and try again.";

  test.each<[reasons: string[], leftOut: number, words: string]>([
    [reasons(1), 0, "r0"],
    [reasons(10), 0, ten],
    [reasons(11), 0, `${ten}; and 1 more`],
    [reasons(2), 3, "r0; r1; and 3 more"],
    [reasons(12), 3, `${ten}; and 5 more`],
    [reasons(3, 100), 0, reasons(3, 100).join("; ")],
    [reasons(12, 10), 0, `${reasons(10, 10).join("; ")}; and 2 more`],
    [reasons(5, 1990), 0, `${reasons(2, 1990).join("; ")}; and 3 more`],
    [reasons(5, 1990), 4, `${reasons(2, 1990).join("; ")}; and 7 more`],
    [reasons(5, 5000), 0, `${reasons(1, 5000).join("; ")}; and 4 more`],
  ])("names ten reasons at most, within the length of a message: case %#", (all, leftOut, words) => {
    expect(refused("create X", all, leftOut, true)).toBe(`Cannot create X: the platform refuses ${words}. ${remedy}`);
  });

  test("of undeclared fields tells where to correct them", () => {
    expect(refused("update X", ["no"], 0, false)).toContain(
      "no. The program does not set that: correct it on the platform, for example with kubectl edit, and try again.",
    );
  });
});

describe("a conflict", () => {
  const conflict = { path: ["spec", "a"], property: ["a"], recorded: "r", theirs: "t", ours: "o", shown: String };

  test.each([
    [undefined, "by somebody else"],
    [{ manager: "kubectl", time: undefined }, 'by "kubectl"'],
    [{ manager: "kubectl", time: "10:00" }, 'by "kubectl" at or before 10:00'],
    [
      { manager: "pulumi-platform", time: "10:00" },
      'by "pulumi-platform" at or before 10:00 (that is this provider: perhaps an update of this resource whose answer was lost, ' +
        "or another program that manages the object too)",
    ],
  ])("names the writer %j, all values and the remedies", (writer, words) => {
    expect(conflicting("X", [{ ...conflict, writer }])).toBe(
      `Cannot update X: a was changed ${words} from r to t, while the program asks for o. Run pulumi refresh to take their value as the ` +
        "new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as platform:conflictPolicy.",
    );
  });
});

test("ending escapes the finalizers of an object that is being deleted", () => {
  expect(ending({ deletionTimestamp, finalizers: ["a.test/b", "\u001b[2Jc"] })).toBe(
    "being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b, \\u001b[2Jc",
  );
  for (const finalizers of ["abc", [], undefined])
    expect(ending({ deletionTimestamp, finalizers: finalizers as never })).toBe(
      "being deleted since 2026-01-01T00:00:00Z",
    );
});

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

test("a shell reads each word unchanged", () => {
  const texts = words.map(([text]) => text);
  const script = `printf '%s\\0' ${texts.map(shellWord).join(" ")}`;
  expect(spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout.split("\0").slice(0, -1)).toEqual(texts);
});

test.each([
  [operands("a", "b c"), "a 'b c'"],
  [operands("a", "--all"), "-- a '--all'"],
  [pulumiImport("a:b:C", "--yes", "x"), "pulumi import a:b:C -- '--yes' x"],
  [kubectlDelete("things", "a.test/v1", "x"), "kubectl delete things.a.test x"],
  [kubectlDelete("things", "a.test/v1", "--all"), "kubectl delete things.a.test -- '--all'"],
  [kubectlGet({ plural: "things" }, "a.test/v1"), "kubectl get things.a.test"],
  [kubectlGet({ plural: "things", namespace: "p-web" }, "a.test/v1"), "kubectl get things.a.test --namespace p-web"],
])("a command names the group and the namespace, and separates operands like options: %s", (command, expected) => {
  expect(command).toBe(expected);
});
