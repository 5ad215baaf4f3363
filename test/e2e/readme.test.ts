import path from "node:path";
import { cacheFolder } from "../../scripts/setup/paths.js";
import { freshClone } from "../support/freshClone";
import { statusWithKey } from "../support/http";
import { pageUnderTest } from "../support/pageUnderTest";
import { quickStart } from "../support/quickStart";
import { shellUnderTest } from "../support/shellUnderTest";
import { stackUnderTest } from "../support/stackUnderTest";
import { userEnvironment } from "../support/userEnvironment";

// It installs packages.
jest.setTimeout(300_000);

const page = pageUnderTest("README.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));
const typed = (text: string) => ({ text, place: "README.md, between the blocks" });

let clone: string;
/** A contributor before set-up: without the tools that it obtains. */
const contributor = shellUnderTest(() => {
  clone = freshClone(given.stack.folder);
  const env = { ...given.stack.env, ...userEnvironment, VCLUSTER_PLATFORM_CACHE: cacheFolder() };
  return { dir: clone, env: { ...env, PATH: process.env.PATH ?? "" } };
});

test("npm run demo succeeds, and shows a virtual cluster of its own for a pipeline", async () => {
  // The packages of a fresh clone are there; part packages installs them.
  const block = page.block("npm run demo").with({ "npm install": "true" });
  const printed = await contributor.run(block);
  expect(printed).toContain("Every step did what it should");
  for (const kind of [
    "Project shop",
    "VirtualClusterTemplate small",
    "VirtualClusterInstance pipeline",
    "OwnedAccessKey pipeline",
  ])
    expect(printed).toContain(`+ ${kind} created`);
  expect(printed).toMatch(/\/virtualcluster\/pipeline-\w+: default, kube-/);
  expect(printed).toMatch(/~ description: "For the pipelines of the web shop" => "Taken over/);
});

const { shell, address } = quickStart(page, "export const token", given);

test("the key is printed on request and works", async () => {
  const key = (await shell.run(typed("pulumi stack output token --show-secrets"))).trim();
  expect(await statusWithKey({ ...given.platform, baseUrl: address() }, key)).toBe(403);
});

test("destroy cleans up", async () => expect(await shell.run(typed("pulumi destroy"))).toContain("2 deleted"));

test("the example in YAML runs on the plugin of the package", async () => {
  const example = path.join(clone, "examples", "quickstart-yaml", "Pulumi.yaml");
  const lines = ['export PATH="$PWD/node_modules/.bin:$PATH"', "mkdir yaml", `cp "${example}" yaml`, "cd yaml"];
  const printed = await shell.run(typed([...lines, "pulumi stack init dev", "pulumi up"].join("\n")));
  expect(printed).toContain("4 created");
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
