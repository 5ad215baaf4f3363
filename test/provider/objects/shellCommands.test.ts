import { kubectlDelete, kubectlGet, pulumiImport } from "../../../provider/objects/shellCommands";

test("a command names the group, since another may have resources of the same plural", () => {
  expect(kubectlDelete("things", "a.test/v1", "x")).toBe("kubectl delete things.a.test x");
  expect(kubectlGet({ plural: "things" }, "a.test/v1")).toBe("kubectl get things.a.test");
});

test("a command names the namespace where there is one", () => {
  expect(kubectlGet({ plural: "things", namespace: "p-web" }, "a.test/v1")).toBe(
    "kubectl get things.a.test --namespace p-web",
  );
});

test("what a command is given is no option of it", () => {
  expect(pulumiImport("a:b:C", "--yes", "x")).toBe("pulumi import a:b:C -- '--yes' x");
  expect(kubectlDelete("things", "a.test/v1", "--all")).toBe("kubectl delete things.a.test -- '--all'");
});
