import { alreadyExists, ending, leftBehind } from "../../../provider/objects/messages.js";

const owner = { project: "web", stack: "prod", type: "platform:index:OwnedAccessKey", name: "my key; $(touch x) # " };

test("the commands of a message are safe to paste, whatever the resource is called", () => {
  const imported = "run: pulumi import platform:index:OwnedAccessKey 'my key; $(touch x) # ' taken";
  expect(alreadyExists("X", owner, "taken")).toContain(`${imported}. Or`);
  expect(leftBehind("X", owner, "taken", "ownedaccesskeys", "management.loft.sh/v1")).toContain(
    `${imported}; to make a new one, delete it: kubectl delete ownedaccesskeys.management.loft.sh taken`,
  );
});

test("the place of a name that the engine does not tell is no redirection", () => {
  expect(alreadyExists("X", { ...owner, name: "" }, "taken")).toContain("'<name of the resource>' taken");
});

test("what holds an object that is being deleted goes into the state as words that no terminal obeys", () => {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  expect(ending({ deletionTimestamp, finalizers: ["a.test/b", "\u001b[2Jc"] })).toBe(
    "being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b, \\u001b[2Jc",
  );
  expect(ending({ deletionTimestamp, finalizers: "abc" as never })).toBe("being deleted since 2026-01-01T00:00:00Z");
});
