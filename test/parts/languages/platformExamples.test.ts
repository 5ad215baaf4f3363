import { readFileSync } from "node:fs";
import path from "node:path";
import { driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { editAsColleague, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

const programs = {
  typescript: readFileSync(path.join(root, "examples/platform-typescript/index.ts"), "utf8"),
  yaml: readFileSync(path.join(root, "examples/platform-yaml/Pulumi.yaml"), "utf8").replace(
    /^(name|description|runtime): .*\n/gm,
    "",
  ),
};
const password = "registry-password-0123456789";

describe.each(Object.entries(programs))("the example platform in %s", (language, source) => {
  const program = language === "yaml" ? "yaml" : "typescript";
  const platform = { api: 4, readyMs: 50 } as const;
  const secretConfig = { registryPassword: password };
  const given = stackUnderTest(() => ({ program, source, typecheck: true, platform, secretConfig }));
  const kinds = "teams projects virtualclustertemplates virtualclusterinstances projectsecrets ownedaccesskeys";
  const count = (plural: string) => given.platform.store.list(plural).length;

  test("is created in one run, and unchanged afterwards", async () => {
    const before = kinds.split(" ").map(count);
    await given.stack.up(["--skip-preview"]);
    expect(kinds.split(" ").map((plural, index) => count(plural) - (before[index] ?? 0))).toEqual([3, 2, 1, 2, 2, 2]);
    expect(count("clusterroletemplates")).toBe(1);
    await given.stack.preview(["--refresh", "--expect-no-changes"]);
    const keys = given.platform.store.list("ownedaccesskeys").map(({ spec }) => String(spec.key));
    for (const secret of [...keys, password]) expect(given.stack.rawStateFile()).not.toContain(secret);
  });

  test("drift of a team, a role and a quota is found and taken back", async () => {
    await editAsColleague(given.platform, "teams/web-devs", { spec: { displayName: "Theirs" } });
    await editAsColleague(given.platform, "clusterroletemplates/project-deployer", { spec: { management: false } });
    await editAsColleague(given.platform, "projects/data", {
      spec: { quotas: { project: { virtualclusterinstances: "99" } } },
    });
    const { report } = await driftCommand(given.stack);
    expect(report.findings.map(({ path: place }) => place).sort()).toEqual([
      "/displayName",
      "/quotas/project/virtualclusterinstances",
      "/spec/management",
    ]);
    await given.stack.up(["--refresh", "--skip-preview"]);
    expect((await driftCommand(given.stack)).report.findings).toEqual([]);
  });

  test("a new version of the template changes one object in place", async () => {
    given.platform.requests.length = 0;
    given.stack.write(source.replaceAll("1.1.0", "1.2.0"));
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform)).toEqual([expect.stringMatching(/^PATCH \S*virtualclustertemplates\/small/)]);
  });

  test("projects and virtual clusters are protected, and destroyed without the protection", async () => {
    const refused = await given.stack.destroy(["--skip-preview"], { expectSuccess: false });
    expect(refused.stdout + refused.stderr).toContain("protect");
    await given.stack.setConfig({ protect: "false" });
    await given.stack.up(["--skip-preview"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(count("virtualclusterinstances") + count("clusterroletemplates") + count("teams")).toBe(0);
  });
});
