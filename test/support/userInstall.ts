import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packInto } from "./packedPackage";
import { pageUnderTest } from "./pageUnderTest";
import type { Shell } from "./startShell";

/** What the guides call the file that `npm pack` makes. */
export const placeholder = "./pulumi-vcluster-platform-0.1.0.tgz";

const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packed: Promise<string> | undefined;

/** The package as it would be published. */
export const packedFile = (): Promise<string> => {
  packed ??= packInto(folder, path.join(folder, "project")).then(({ tarball }) => tarball);
  return packed;
};

/** Runs the command of docs/installation-configuration.md that installs the package. */
export async function installPackage(
  shell: Pick<Shell, "run">,
  page = pageUnderTest("docs/installation-configuration.md"),
): Promise<void> {
  await shell.run(page.block(placeholder).with({ [placeholder]: await packedFile() }));
}
