import { readFileSync } from "node:fs";
import type { Fault } from "../../../emulator/faults/fault";
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

const [secretMark, unknownMark] = ["4dabf18193072939515e22adb298388d", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"];
const isDeleted = "it is being deleted.";
const isReserved = expect.stringMatching(/^property ".+" is a marker of Pulumi, so no program can declare it\.$/);

async function makeTerminating(): Promise<void> {
  const finalizers = ["example.test/wait"];
  await template("going", { finalizers });
  await virtualCluster("ending");
  const instance = "namespaces/p-web/virtualclusterinstances/ending";
  await editAsColleague(platform(), instance, { metadata: { finalizers } });
  for (const where of ["spacetemplates/going", instance]) await deleteAsColleague(platform(), where);
}

test("objects that cannot be imported are omitted with their names and reasons", async () => {
  await makeTerminating();
  await key("ci");
  await key("nameless", { scope: { projects: [{}] } });
  await template("quoting", { annotations: { note: `was ${canary}-ci!` } });
  await template("own", { annotations: { note: platform().accessKey } });
  await template("alias", {}, { template: { objects: `a: *${canary}-ci` } });
  await template("key", {}, { template: { metadata: { labels: { [`${canary}-ci!`]: "x" } } } });
  await template("as-key", { annotations: { [`${secretMark}`]: "x" } });
  await template("as-value", {}, { displayName: unknownMark });
  await template("within", {}, { displayName: `${secretMark} ${unknownMark}` });
  await template("broken", {}, { template: { objects: "a: [" } });
  await template(
    "rendered",
    {},
    { template: { objects: "{{- if .Values.quota }}\nkind: ResourceQuota\n{{- end }}\n" } },
  );
  await template("quick");
  const message = 'spacetemplates.management.loft.sh "quick" not found';
  const body = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404, message };
  platform().faults.add({ verb: "get", kind: "spacetemplates", name: "quick", action: { status: 404, body } });
  const { code, out } = await runImport("--name", "*");
  expect([code, ids()]).toEqual([0, ["rendered", "within", "ci"]]);
  const omitted = [...out.matchAll(/^Left out \w+ "(\S+)": (.*)$/gm)].map(([, name, reason]) => [name, reason]);
  expect(Object.fromEntries(omitted)).toEqual({
    going: isDeleted,
    "web/ending": isDeleted,
    alias: expect.stringMatching(/unidentified alias "\[secret\]"/),
    key: expect.stringMatching(/labels\["\[secret\]!"\]" cannot be a key/),
    ...{ "as-key": isReserved, "as-value": isReserved },
    broken: expect.stringMatching(/^a program cannot declare it: property "template\.objects" .*[^.]\.$/),
    nameless: expect.stringMatching(
      /^a program cannot declare it: property "scope\.projects\[0]\.project" is required/,
    ),
    quick: "it was deleted meanwhile.",
  });
  expect(out).toContain('Left out VirtualClusterImport "web/ending"');
  expect(out).toContain(
    'Left out 2 SpaceTemplates ("own", "quoting"): a field that is no secret holds the text of one',
  );
  expect(out).not.toContain(canary);
});

test("objects of which Pulumi would write a part as code are omitted, with the property", async () => {
  await key("calls", { identity: { extraClaims: { x: { "Fn::ReadFile": "/etc/hostname" } } } });
  await template("refers", { annotations: { note: "$${victim.key}" } });
  await template("quotes", {}, { template: { objects: 'a: |\n  """\n' } });
  await template("plain");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["plain"]);
  const reason = "which Pulumi writes into a YAML program as a reference";
  expect(out).toContain(`Left out SpaceTemplate "refers": property "annotations.note" holds "$\${", ${reason}.\n`);
  expect(out).toContain('Left out SpaceTemplate "quotes": property "template.objects" has several lines, ');
  const property = 'identity.extraClaims.x["Fn::ReadFile"]';
  expect(out).toContain(`Left out OwnedAccessKey "calls": property "${property}" is a key that a Pulumi program`);
});

test.each<[string, Fault["action"], RegExp]>([
  ["is forbidden", { status: 403 }, /403/],
  ["fails", { status: 500, body: `no ${canary}-ci` }, /returned "no \[secret\]", not a Status/],
  ["never ends", "truncate", /the response was cut off/],
])("an object whose read %s is left out with the reason, in text and JSON", async (_, action, reason) => {
  await template("dev");
  await key("ci");
  await template("unreadable");
  platform().faults.add({ verb: "get", kind: "spacetemplates", name: "unreadable", times: 10, action });
  const { code, out } = await runImport("--name", "*", "--json", path("report.json"));
  expect([code, ids()]).toEqual([0, ["dev", "ci"]]);
  expect(out).toContain('Left out SpaceTemplate "unreadable": ');
  const report = JSON.parse(readFileSync(path("report.json"), "utf8"));
  expect(report).toEqual({
    schemaVersion: 1,
    file: list(),
    taken: [
      { kind: "SpaceTemplate", id: "dev" },
      { kind: "OwnedAccessKey", id: "ci" },
    ],
    leftOut: [{ kind: "SpaceTemplate", id: "unreadable", reason: expect.stringMatching(reason) }],
    managed: 0,
  });
});

test("the time of a login is no secret", async () => {
  const login = "2026-01-01T10:00:00Z";
  await key("ci", { identityRefresh: login, oidcLogin: { idToken: `${canary}-token`, lastRefresh: login } });
  await runImport("--all");
  expect(ids()).toEqual(["ci"]);
});
