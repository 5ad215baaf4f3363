import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { packages, root } from "../../scripts/setup/paths.js";
import { temporaryFolder } from "../emulator/temporaryFolder";

const at = temporaryFolder();
const program = "bin/pulumi-resource-platform";

/** The package with everything that it needs but what is Pulumi's. */
function packageWithoutPulumi(): void {
  for (const part of ["dist/provider", "dist/bundle", program])
    cpSync(path.join(root, part), at(part), { recursive: true });
  mkdirSync(at("node_modules"));
  const others = readdirSync(packages).filter((name) => name !== "@pulumi" && !name.startsWith("."));
  for (const name of others) symlinkSync(path.join(packages, name), at(`node_modules/${name}`));
}

test("a plugin without @pulumi/pulumi says in one line what to install", () => {
  packageWithoutPulumi();
  const { status, stdout, stderr } = spawnSync(process.execPath, [at(program)], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "pulumi-resource-platform cannot start: @pulumi/pulumi is not installed beside it. " +
      'Run "npm install @pulumi/pulumi" in the folder where pulumi-platform is installed.\n',
  });
});
