import { root, testEnvironment } from "../../../support/environment";
import { startRecorded } from "../../../support/startRecorded";
import { pageUnderTest } from "../support/pageUnderTest";
import { startShell } from "../support/startShell";

const page = pageUnderTest("docs/conformance.md");

test("the suite runs against a server by its address and its key", async () => {
  const platform = await startRecorded();
  const { NODE_ENV: _mode, JEST_WORKER_ID: _worker, ...env } = testEnvironment(process.env.HOME ?? "");
  const shell = startShell({ cwd: root, env });
  try {
    const block = page
      .block("npm run conformance")
      .with({ "https://platform.example.com": platform.baseUrl, "…": platform.accessKey });
    expect(await shell.run(block)).toContain(platform.baseUrl);
  } finally {
    await shell.close();
    await platform.close();
  }
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
