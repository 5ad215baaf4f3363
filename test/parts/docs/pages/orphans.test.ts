import { linkPrograms } from "../../../support/linkPrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { printedLike } from "../support/printedLike";
import { shellUnderTest } from "../support/shellUnderTest";

const source = `
resources:
  ci: { type: "platform:index:OwnedAccessKey", properties: { user: ci-bot, ttl: 3600, scope: { allowCli: true } } }
`;

const page = pageUnderTest("docs/orphans.md");
const given = stackUnderTest(() => ({ program: "yaml", source }));
const shell = shellUnderTest(() => given.stack);

/** What a kill leaves: the platform has the object, and the state does not know it. */
async function forget(type: string): Promise<string> {
  const { deployment } = await given.stack.exportState();
  const { urn, id } = deployment.resources?.find((each) => each.type === type) ?? {};
  await given.stack.pulumi(["state", "delete", String(urn), "--yes"]);
  return String(id);
}

let orphan: string;

beforeAll(async () => {
  linkPrograms(given.stack.dir);
  await given.stack.up(["--skip-preview"]);
});

test("a stack without orphans ends with 0", async () => {
  const block = page.block("pulumi stack export | npx pulumi-platform orphans --state -");
  expect(await shell.run(block)).toContain("No object of these stacks is missing in their states.");
});

test("an orphan is named with the commands to paste, and it ends with 7", async () => {
  orphan = await forget("platform:index:OwnedAccessKey");
  const block = page.block("pulumi stack export | npx pulumi-platform orphans --state -");
  const printed = await shell.run(block, { fails: [["npx pulumi-platform orphans", 7]] });
  expect(printed).toMatch(printedLike(`${orphan} … ci-bot … pulumi import … kubectl delete … curl`));
  expect(given.platform.requests.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
});

test("after a rename, orphans of the time before are found by the old name", async () => {
  await given.stack.pulumi(["stack", "rename", "new-name"]);
  const before = page.block("pulumi stack export | npx pulumi-platform orphans --state -");
  expect(await shell.run(before)).not.toContain(orphan);
  const block = page.block("--stack web/old-name").with({ "web/old-name": "test/dev" });
  expect(await shell.run(block, { fails: [["npx pulumi-platform orphans", 7]] })).toContain(orphan);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
