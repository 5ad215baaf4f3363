import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../../support/environment";
import { bring, pipelineStack } from "../pipelines/pipelineStack";
import { pageUnderTest } from "../support/pageUnderTest";
import { startShell } from "../support/startShell";

const page = pageUnderTest("examples/pipelines/README.md");
const set = pipelineStack("yaml", { scope: { allowLoftCli: true } });

test("the line of the crontab runs the script with the settings of a file, with hardly an environment", async () => {
  const { folder, dir } = set.stack;
  const place = (name: string) => path.join(folder, name);
  cpSync(path.join(root, "examples", "pipelines", "drift.sh"), place("drift.sh"));
  const settings = Object.entries(await bring(set, "drifted")).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(place("drift.env"), settings.join(""));
  const line = page.block("/opt/infra/drift.sh").with({
    "17 5 * * *": "env",
    "/usr/local/bin:/usr/bin:/bin": set.env.PATH ?? "",
    "/etc/drift.env": place("drift.env"),
    "/opt/infra/drift.sh": place("drift.sh"),
    "/opt/infra/platform": dir,
    "/var/lib/drift/dev.json": place("dev.json"),
  });
  const shell = startShell({ cwd: "/", env: { ...set.env } });
  try {
    expect(await shell.run(line, { fails: [["env", 7]] })).toMatch(/^DRIFT: the stack dev is not as declared\./);
  } finally {
    await shell.close();
  }
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
