import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PageUnderTest } from "./pageUnderTest";
import { shellUnderTest } from "./shellUnderTest";
import type { StackUnderTest } from "./stackUnderTest";
import type { Shell } from "./startShell";
import { userEnvironment } from "./userEnvironment";
import { packedFile, placeholder } from "./userInstall";

export interface QuickStart {
  readonly shell: Pick<Shell, "run" | "start">;
  /** Address of the platform that the page starts. */
  address(): string;
}

/** Declares tests that follow a page from an empty folder in another project to `pulumi up`. */
export function quickStart(page: PageUnderTest, program: string, given: StackUnderTest): QuickStart {
  const folder = () => path.join(given.stack.folder, "quickstart");
  const isSetting = /^(VCLUSTER_PLATFORM_.*|PULUMI_BACKEND_URL|PULUMI_CONFIG_PASSPHRASE)$/;
  const shell = shellUnderTest(() => {
    mkdirSync(folder());
    // npm installs into the nearest folder with this file.
    writeFileSync(path.join(given.stack.folder, "package.json"), "{}");
    const env = Object.entries({ ...given.stack.env, ...userEnvironment }).filter(([name]) => !isSetting.test(name));
    return { dir: folder(), env: Object.fromEntries(env) };
  });
  let address = "";

  test("the package is installed, and the local platform starts", async () => {
    // Any port that is free.
    const block = page.block("--access-key demo-key").with({
      [placeholder]: await packedFile(),
      "--port 8080": "--port 0",
    });
    address = /listens on (\S+)/.exec(await shell.start(block, /Ctrl-C/))?.[1] ?? "";
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("the program is brought up, and its key shows as a secret", async () => {
    writeFileSync(path.join(folder(), "index.ts"), page.block(program).text);
    const printed = await shell.run(page.block("pulumi stack init dev").with({ "http://127.0.0.1:8080": address }));
    expect(printed).toMatch(/token *: "?\[secret\]/);
  });
  return { shell, address: () => address };
}
