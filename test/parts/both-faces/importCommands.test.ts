import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { createAsColleague, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

/** The commands that the schema and the reference pages give, as they stand there. */
const schema: { resources: Record<string, { description: string }> } = JSON.parse(
  readFileSync(path.join(root, "schema.json"), "utf8"),
);
const commands = Object.entries(schema.resources).map(
  ([token, { description }]) => [token, /^pulumi (import .*)$/m.exec(description)?.[1] ?? ""] as const,
);

/** What the examples presuppose, by hand. */
const there = [
  ["spacetemplates", { kind: "SpaceTemplate", metadata: { name: "web-team" }, spec: { displayName: "Web team" } }],
  ["ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci-key" }, spec: { user: "ci-bot" } }],
  [
    "projects/web/importvirtualcluster",
    {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
    },
  ],
] as const;

const given = stackUnderTest(() => ({
  program: "yaml",
  source: "resources: {}",
  platform: { projects: ["web"] },
}));

test.each(commands)("the command that imports a %s does so, and writes nothing", async (token, command) => {
  const { platform, stack } = given;
  const [collection, object] = there[commands.findIndex(([each]) => each === token)] ?? [];
  if (!collection || !object) throw new Error(`Nothing is there to import as a ${token}.`);
  await createAsColleague(platform, collection, object);
  await stack.pulumi([...command.split(" "), "--yes"]);
  const imported = (await stack.exportState()).deployment.resources?.find(({ type }) => type === token);
  expect(imported?.id).toBe(command.split(" ").at(-1));
  expect(writesOf(platform)).toEqual([]);
});
