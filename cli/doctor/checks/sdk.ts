import { createRequire } from "node:module";
import { join } from "node:path";
import type { Check } from "../check";
import { isOlder } from "../isOlder";
import { ok, problem, warning } from "../line";
import { oldestIn, ownPackage, packageAround } from "../ownPackage";

const library = "@pulumi/pulumi";

/** The library that programs in TypeScript, and some commands of this package, are made with. */
export const sdk: Check = {
  name: "sdk",
  looksAt: "`@pulumi/pulumi`, from this folder or beside this package, and its version",
  needs: [],
  run: ({ machine: { cwd } }) => {
    const range = ownPackage.peerDependencies?.[library] ?? "";
    const version = versionFrom(join(cwd, "package.json")) ?? versionFrom(__filename);
    if (version === undefined) {
      const what = `${library} is not installed; programs in TypeScript and the search for drift need it`;
      return { lines: [warning(what, `Run npm install "${library}@${range}".`)] };
    }
    const isTooOld = isOlder(version, oldestIn(range));
    const install = `Run npm install "${library}@${range}".`;
    return { lines: [isTooOld ? problem(`${library} ${version} is too old`, install) : ok(`${library} ${version}`)] };
  },
};

function versionFrom(file: string): string | undefined {
  try {
    return packageAround(createRequire(file).resolve(`${library}/package.json`))?.version;
  } catch {
    return undefined;
  }
}
