import { root } from "../../../support/environment";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { withoutOwnPrograms } from "../../../support/withoutOwnPrograms";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

// The generated package is installed with what it depends on.
jest.setTimeout(300_000);

const page = pageUnderTest("docs/from-dynamic-to-plugin.md");
const moved = page.block('import { OwnedAccessKey } from "pulumi-platform-plugin"');
const aliases = '{ aliases: [{ type: "pulumi-nodejs:dynamic/platform:OwnedAccessKey" }] }';
const withoutAlias = moved.with({ [`, ${aliases}`]: "" }).text;

const given = stackUnderTest(() => ({
  program: "typescript",
  source: withoutAlias.replace("pulumi-platform-plugin", "pulumi-platform"),
}));
const shell = shellUnderTest(() => ({ dir: given.stack.dir, env: withoutOwnPrograms(given.stack.env) }));
const typed = (text: string) => ({ text, place: "docs/from-dynamic-to-plugin.md, between the blocks" });

const keyTypes = async () => {
  const { deployment } = await given.stack.exportState();
  return deployment.resources?.map(({ type }) => type).filter((type) => type.endsWith("OwnedAccessKey"));
};

test("a stack moves by an alias on each resource, and no request is sent", async () => {
  await given.stack.up(["--skip-preview"]);
  await shell.run(page.block("pulumi preview --expect-no-changes"));
  await shell.run(page.block("pulumi package add").with({ "<this repo>": root }));
  given.platform.requests.length = 0;
  given.stack.write(moved.text);
  await shell.run(typed("pulumi up --expect-no-changes"));
  expect(await keyTypes()).toEqual(["platform:index:OwnedAccessKey"]);
  expect(given.platform.requests).toEqual([]);
});

test("it goes back to its old state, and moves by one transformation for all", async () => {
  await shell.run(typed("pulumi stack import --file before.json"));
  expect(await keyTypes()).toEqual(["pulumi-nodejs:dynamic/platform:OwnedAccessKey"]);
  const once = page.block("registerStackTransformation").text;
  given.stack.write(`import * as pulumi from "@pulumi/pulumi";\n${once}\n${withoutAlias}`);
  await shell.run(typed("pulumi up --expect-no-changes"));
  expect(await keyTypes()).toEqual(["platform:index:OwnedAccessKey"]);
  expect(given.platform.requests).toEqual([]);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
