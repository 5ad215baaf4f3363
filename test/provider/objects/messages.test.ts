import { alreadyExists, leftBehind } from "../../../provider/objects/messages.js";

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
