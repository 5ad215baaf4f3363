import { editAsColleague } from "../../support/http";
import { linkPrograms } from "../../support/linkPrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { describePage, printedLike } from "./support/pageUnderTest";
import { shellUnderTest } from "./support/shellUnderTest";

const dayMs = 24 * 60 * 60 * 1000;

describePage("docs/drift.md", (page) => {
  const properties = { name: "dev", displayName: "as declared" };
  const source = `resources: ${JSON.stringify({ dev: { type: "platform:index:SpaceTemplate", properties } })}`;
  const given = stackUnderTest(() => ({ program: "yaml", source }));
  const shell = shellUnderTest(() => given.stack);

  beforeAll(async () => {
    linkPrograms(given.stack.dir);
    await given.stack.up(["--skip-preview"]);
  });

  test("the search ends with 0 without drift, and with 7, the field, the writer and both values with drift", async () => {
    const block = page.block("npx pulumi-platform drift --stack dev");
    await shell.run(block);
    await editAsColleague(given.platform, "spacetemplates/dev", { spec: { displayName: "as ops likes it" } });
    const printed = await shell.run(block, { fails: [["npx pulumi-platform drift", 7]] });
    for (const words of ["displayName", "as declared", "as ops likes it", "kubectl-edit"])
      expect(printed).toContain(words);
  });

  test("an ignored difference is still shown", async () => {
    const inAMonth = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
    const printed = await shell.run(page.block("--ignore").with({ "2026-12-31": inAMonth }));
    expect(printed).toContain("ops renames it");
  });
});

describePage("docs/orphans.md", (page) => {
  const properties = { user: "ci-bot", ttl: 3600, scope: { allowCli: true } };
  const source = `resources: ${JSON.stringify({ ci: { type: "platform:index:OwnedAccessKey", properties } })}`;
  const given = stackUnderTest(() => ({ program: "yaml", source }));
  const shell = shellUnderTest(() => given.stack);
  const search = page.block("pulumi stack export | npx pulumi-platform orphans --state -");
  const finds = { fails: [["npx pulumi-platform orphans", 7]] } as const;
  let orphan = "";

  beforeAll(async () => {
    linkPrograms(given.stack.dir);
    await given.stack.up(["--skip-preview"]);
  });

  test("the search ends with 0 without orphans", async () => {
    expect(await shell.run(search)).toContain("No object of these stacks is missing in their states.");
  });

  test("the search names an orphan and the commands to repair it, ends with 7 and writes nothing", async () => {
    const { deployment } = await given.stack.exportState();
    const { urn, id } = deployment.resources?.find(({ type }) => type === "platform:index:OwnedAccessKey") ?? {};
    await given.stack.pulumi(["state", "delete", String(urn), "--yes"]);
    orphan = String(id);
    const printed = await shell.run(search, finds);
    expect(printed).toMatch(printedLike(`${orphan} … ci-bot … pulumi import … kubectl delete … curl`));
    expect(given.platform.requests.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
  });

  test("after a rename, earlier orphans are found by the old name", async () => {
    await given.stack.pulumi(["stack", "rename", "new-name"]);
    expect(await shell.run(search)).not.toContain(orphan);
    const block = page.block("--stack web/old-name").with({ "web/old-name": "test/dev" });
    expect(await shell.run(block, finds)).toContain(orphan);
  });
});
