import { readFileSync } from "node:fs";
import { deleteAsColleague, editAsColleague } from "../../support/http";
import { createFor } from "../stackOfTest";
import { canary, importing } from "./importing";

const { ids, key, list, path, platform, runImport, template, virtualCluster } = importing();

test("objects of stacks are omitted and counted, and included with --managed", async () => {
  await createFor(platform(), ["web", "prod"], "SpaceTemplate", { name: "made" });
  await createFor(platform(), ["shop", "dev"], "OwnedAccessKey", { name: "made-key", user: "ci" });
  await template("free");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["free"]);
  expect(out).toContain("Left out what Pulumi stacks have made: 2 objects. --managed takes such objects, too.\n");
  const again = await runImport("--all", "--managed", "--force");
  expect(ids()).toEqual(["free", "made", "made-key"]);
  expect(again.out).not.toContain("Left out");
});

test("a terminating object is omitted with its name", async () => {
  await template("going", { finalizers: ["example.test/wait"] });
  await deleteAsColleague(platform(), "spacetemplates/going");
  await virtualCluster("ending");
  const where = "namespaces/p-web/virtualclusterinstances/ending";
  await editAsColleague(platform(), where, { metadata: { finalizers: ["example.test/wait"] } });
  await deleteAsColleague(platform(), where);
  await template("staying");
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["staying"]]);
  expect(out).toContain('Left out SpaceTemplate "going": it is being deleted.\n');
  expect(out).toContain('Left out VirtualClusterImport "web/ending": it is being deleted.\n');
});

test.each(["yaml", "typescript"])(
  "no secret is in a file, and a program in %s says what it leaves out",
  async (language) => {
    const program = path("program");
    await key("ci", {
      identity: { userId: "u", connectorData: `${canary}-connector` },
      oidcProvider: { clientId: "c", nonce: `${canary}-nonce` },
      oidcLogin: { idToken: `${canary}-token` },
    });
    const { code } = await runImport("--all", "--program", language, "--program-out", program);
    const files = readFileSync(list(), "utf8") + readFileSync(program, "utf8");
    expect([code, ids()]).toEqual([0, ["ci"]]);
    expect(files).not.toContain("canary");
    expect(files).not.toContain(platform().accessKey);
    expect(files).toMatch(
      /(#|\/\/) Secret, so left out: key, identity\.connectorData, oidcProvider\.nonce, oidcLogin\. What of them is set stays/,
    );
  },
);

test("an object that quotes a secret is omitted, and so is the secret in the reason", async () => {
  await key("ci");
  await template("quoting", { annotations: { note: `was ${canary}-ci!` } });
  await template("clean");
  await template("own", { annotations: { note: platform().accessKey } });
  await template("alias", {}, { template: { objects: `a: *${canary}-ci` } });
  await template("key", {}, { template: { metadata: { labels: { [`${canary}-ci!`]: "x" } } } });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["clean", "ci"]]);
  for (const name of ["quoting", "own", "alias", "key"]) {
    expect(out).toContain(`Left out SpaceTemplate "${name}": a field that is no secret holds the text of one`);
  }
  expect(out).not.toContain(canary);
});

test("the time of a login is no secret", async () => {
  const login = "2026-01-01T10:00:00Z";
  await key("ci", { identityRefresh: login, oidcLogin: { idToken: `${canary}-token`, lastRefresh: login } });
  await runImport("--all");
  expect(ids()).toEqual(["ci"]);
});

test("an object with a text that Pulumi reserves is omitted with its name", async () => {
  const [secret, unknown] = ["4dabf18193072939515e22adb298388d", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"];
  await template("as-key", { annotations: { [secret]: "x" } });
  await template("as-value", {}, { displayName: unknown });
  await template("within", {}, { displayName: `${secret} ${unknown}` });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["within"]]);
  for (const name of ["as-key", "as-value"]) {
    expect(out).toContain(`Left out SpaceTemplate "${name}": it holds a text that Pulumi takes for a mark of its own`);
  }
});

test("an object that no program can declare is omitted with its name and the reason", async () => {
  await template("broken", {}, { template: { objects: "a: [" } });
  await template("whole");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["whole"]);
  expect(out).toMatch(
    /Left out SpaceTemplate "broken": a program cannot declare it: property "template\.objects" .*[^.]\.\n/,
  );
});

test("a template that is no YAML before the platform fills it in is included", async () => {
  const objects = "{{- if .Values.quota }}\napiVersion: v1\nkind: ResourceQuota\n{{- end }}\n";
  await template("filled-in", {}, { template: { objects } });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["filled-in"]]);
  expect(out).not.toContain("Left out");
});

test("an object that is deleted between list and read is omitted with its name", async () => {
  await template("dev");
  await template("quick");
  const message = 'spacetemplates.management.loft.sh "quick" not found';
  const body = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404, message };
  platform().faults.add({ verb: "get", kind: "spacetemplates", name: "quick", action: { status: 404, body } });
  const { code, out } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["dev"]]);
  expect(out).toContain('Left out SpaceTemplate "quick": it was deleted meanwhile.\n');
});
