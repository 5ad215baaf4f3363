import { readFileSync } from "node:fs";
import path from "node:path";
import { documentedPaths } from "../../scripts/measure/documentedPaths.js";
import { root } from "../support/environment";
import { type Coverage, startCoverage } from "../support/executedFiles";
import { editAsColleague } from "../support/http";
import type { Kept, PluginDriver, Wire } from "../support/pluginDriver";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

const key = "OwnedAccessKey";
const template = "SpaceTemplate";
const keyInputs = { type: "User", user: "ci-bot", ttl: 3600, scope: { projects: [{ project: "default" }] } };
const templateInputs = { name: "web", displayName: "Web", description: "a" };

const page = documentedPaths(readFileSync(path.join(root, "docs", "architecture.md"), "utf8"));
let coverage: Coverage;
let platform: RecordedPlatform;
let checkedKey: Wire;
let createdKey: Kept;
let createdTemplate: Kept;

/** A plugin that has had no operation, in this process. */
function freshPlugin(): Promise<PluginDriver> {
  const { startDriver } = require("../support/pluginDriver") as typeof import("../support/pluginDriver");
  return startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey }, { process: false });
}

beforeAll(async () => {
  coverage = await startCoverage();
  platform = await startRecorded({ projects: ["default"] });
  const plugin = await freshPlugin();
  checkedKey = (await plugin.check(key, keyInputs)).inputs;
  createdKey = await plugin.create(key, checkedKey);
  createdTemplate = await plugin.create(template, (await plugin.check(template, templateInputs)).inputs);
  await plugin.close();
  await editAsColleague(platform, "spacetemplates/web", { spec: { displayName: "theirs" } });
});
afterAll(async () => {
  await coverage?.stop();
  await platform?.close();
});

/** Each of these is the first operation of its plugin, by the heading of its table. */
const operations: Record<string, (plugin: PluginDriver) => Promise<unknown>> = {
  "Create an access key": (plugin) => plugin.create(key, { ...checkedKey, name: "another" }),
  "Update a template after a foreign edit": (plugin) =>
    plugin.update(template, createdTemplate, { ...createdTemplate.inputs, description: "b" }),
  "Refresh an access key": (plugin) => plugin.read(key, createdKey),
};

test("the page has a table for each operation", () => {
  expect(page.map(({ title }) => title)).toEqual(Object.keys(operations));
});

test.each(Object.entries(operations))("%s: the page names the executed files", async (title, operation) => {
  const plugin = await freshPlugin();
  const { files, functions } = await coverage.of(() => operation(plugin));
  await plugin.close();
  process.stdout.write(`${title}: ${files.length} files, ${functions} functions\n`);
  const named = page.find((each) => each.title === title)?.files ?? [];
  const missingInPage = files.filter((file) => !named.includes(file));
  const notExecuted = named.filter((file) => !files.includes(file));
  const namedTwice = named.filter((file, index) => named.indexOf(file) < index);
  expect({ missingInPage, notExecuted, namedTwice }).toEqual({ missingInPage: [], notExecuted: [], namedTwice: [] });
});
