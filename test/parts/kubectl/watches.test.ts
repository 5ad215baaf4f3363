import { testWith } from "../../support/needs";
import { useKubectl } from "./support/kubectl";
import { everyKind, template } from "./support/manifests";

const rule = testWith("kubectl");
const kubectl = useKubectl();
const held = template("held", "Held", "  finalizers: [x.test/hold]\n");
const release = 'patch spacetemplate held --type=merge -p {"metadata":{"finalizers":null}}';

rule("get -w prints each change as it happens", async () => {
  await kubectl.ok("create -f -", everyKind("One"));
  const shown = `{.type}:{.object.metadata.name}:{.object.spec.displayName}{"\\n"}`;
  const following = kubectl.follow(`get spacetemplates -l team=web -w --output-watch-events -o jsonpath=${shown}`);
  const watching = kubectl.watched();
  expect(await following.line()).toBe("ADDED:dev:One");
  await watching;
  await kubectl.ok("create -f -", template("late", "Late"));
  expect(await following.line()).toBe("ADDED:late:Late");
  await kubectl.ok('patch spacetemplate dev --type=merge -p {"spec":{"displayName":"Two"}}');
  expect(await following.line()).toBe("MODIFIED:dev:Two");
  await kubectl.ok("label spacetemplate dev team-");
  expect(await following.line()).toBe("DELETED:dev:Two");
  await kubectl.ok("delete spacetemplate late");
  expect(await following.line()).toBe("DELETED:late:Late");
  await following.stop();
});

rule("get -w ends without an error after its timeout", async () => {
  await kubectl.ok("create -f -", everyKind("One"));
  const ended = await kubectl.run("get virtualclusterinstances -n p-web -w -o name --request-timeout=1s");
  expect(ended).toMatchObject({ exitCode: 0, stdout: "virtualclusterinstance.management.loft.sh/vc\n" });
});

rule("delete waits until the last finalizer is gone", async () => {
  await kubectl.ok("create -f -", held);
  const watching = kubectl.watched();
  let isDone = false;
  const deleted = kubectl.ok("delete spacetemplate held").finally(() => {
    isDone = true;
  });
  await watching;
  expect(isDone).toBe(false);
  expect(kubectl.stored("spacetemplates", "held")?.metadata).toHaveProperty("deletionTimestamp");
  await kubectl.ok(release);
  expect(await deleted).toBe('spacetemplate.management.loft.sh "held" deleted\n');
  expect(kubectl.stored("spacetemplates", "held")).toBeUndefined();
});

rule("wait notices a changed field and a removed object, and has a timeout", async () => {
  await kubectl.ok("create -f -", held);
  const watchingField = kubectl.watched();
  const changed = kubectl.ok("wait spacetemplate/held --for=jsonpath={.spec.displayName}=Changed");
  await watchingField;
  await kubectl.ok('patch spacetemplate held --type=merge -p {"spec":{"displayName":"Changed"}}');
  expect(await changed).toBe("spacetemplate.management.loft.sh/held condition met\n");
  expect(await kubectl.fails("wait spacetemplate/held --for=delete --timeout=1s")).toContain(
    "error: timed out waiting for the condition on spacetemplates/held\n",
  );
  expect(await kubectl.ok("delete spacetemplate held --wait=false")).toContain('"held" deleted\n');
  expect(await kubectl.ok("get spacetemplate held -o jsonpath={.metadata.deletionGracePeriodSeconds}")).toBe("0");
  expect(await kubectl.fails("create -f -", held)).toBe(
    'Error from server (AlreadyExists): error when creating "STDIN": object is being deleted: ' +
      'spacetemplates.management.loft.sh "held" already exists\n',
  );
  const watchingEnd = kubectl.watched();
  const gone = kubectl.ok("wait spacetemplate/held --for=delete");
  await watchingEnd;
  await kubectl.ok(release);
  expect(await gone).toBe("spacetemplate.management.loft.sh/held condition met\n");
  expect(await kubectl.ok("wait spacetemplate/held --for=delete")).toBe("");
});
