import { existsSync } from "node:fs";
import { importing } from "./importing";

const { ids, key, list, platform, resources, runImport, template, virtualCluster } = importing();
const requests = () =>
  platform().requests.map(
    ({ method, path: asked }) => `${method} ${asked.replace(/^.*\/v1\//, "").replace(/\?.*/, "")}`,
  );

const lookedAt =
  "The platform does not list access keys. Searched: keys of user ci. Use --user or --team for other keys, or --name with the full name of a key.";

test("all objects of all kinds are in the file with names from the objects, and no write is sent", async () => {
  await template("dev.base");
  await template("0-first");
  await key("ci");
  await virtualCluster("team");
  const { code, out, err } = await runImport("--all");
  expect([code, err]).toEqual([0, `note: ${lookedAt}`]);
  expect(resources()).toMatchObject([
    {
      type: "vcluster-platform:index:SpaceTemplate",
      name: "_0FirstSpaceTemplate",
      logicalName: "0-first",
      id: "0-first",
    },
    { name: "devBaseSpaceTemplate", logicalName: "dev.base", id: "dev.base" },
    { type: "vcluster-platform:index:OwnedAccessKey", name: "ciOwnedAccessKey", logicalName: "ci", id: "ci" },
    { name: "webTeamVirtualClusterImport", logicalName: "web.team", id: "web/team" },
  ]);
  expect(out).toBe(
    `Wrote ${list()} with 4 resources: 2 SpaceTemplates, 1 OwnedAccessKey, 1 VirtualClusterImport.\n` +
      "Next, in the folder of the Pulumi project:\n" +
      `  pulumi import --file ${list()} --yes\n` +
      "  (It prints a program: put that into the project's own, or the preview would delete what was imported.)\n" +
      "  pulumi preview --expect-no-changes\n",
  );
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("unselected keys are not read one by one", async () => {
  await key("ours");
  await key("theirs");
  await runImport("--name", "our*", "--kind", "OwnedAccessKey");
  // As an import of Pulumi does, it asks which platform it is.
  const discovery = "GET /kubernetes/management/apis/management.loft.sh/v1";
  const reads = ["GET users/ci/accesskeys", "GET projects/default"];
  expect(requests()).toEqual([discovery, ...reads]);
});

test.each([
  ["--all", "a-web b-web a-web web/a-team"],
  ["--all --kind VirtualClusterImport --kind SpaceTemplate", "a-web b-web web/a-team"],
  ["-l team=web --name a*", ""],
  ["-l team+in+(web,db) --kind SpaceTemplate", "a-web b-web"],
  ["--name a-*", "a-web a-web web/a-team"],
  ["--name web/* --name b-web", "b-web web/a-team"],
])("the options %s select the objects %s", async (args, selected) => {
  await template("b-web", { labels: { team: "web" } });
  await template("a-web", { labels: { team: "db" } });
  await key("a-web");
  await virtualCluster("a-team");
  expect((await runImport(...args.split(" ").map((arg) => arg.replaceAll("+", " ")))).code).toBe(0);
  expect(existsSync(list()) ? ids().join(" ") : "").toBe(selected);
});

test("names in the file are unique", async () => {
  for (const name of ["a.b", "a-b", "a--b"]) await template(name);
  await key("a-b");
  await runImport("--all");
  expect(resources().map(({ name, logicalName }: Record<string, string>) => [name, logicalName])).toEqual([
    ["aBSpaceTemplate", "a--b"],
    ["aBSpaceTemplate_2", "a-b"],
    ["aBSpaceTemplate_3", "a.b"],
    ["aBOwnedAccessKey", "a-b"],
  ]);
});

test("a platform without virtual clusters imports the other kinds with a note", async () => {
  await template("dev");
  const action = { status: 404, body: "404 page not found" };
  platform().faults.add({ verb: "list", kind: "virtualclusterinstances", action });
  const { code, err } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["dev"]]);
  expect(err).toBe(
    `note: ${lookedAt}note: this platform does not list VirtualClusterImport objects, so none was looked for.`,
  );
});

test("a note names texts that the program of Pulumi changes", async () => {
  await template("dev", {}, { displayName: "null", description: "kept" });
  const { code, err } = await runImport("--all");
  expect([code, ids()]).toEqual([0, ["dev"]]);
  expect(err).toContain(
    'note: SpaceTemplate "dev": a text or key will differ in the program that Pulumi writes: displayName (YAML). Run',
  );
});
