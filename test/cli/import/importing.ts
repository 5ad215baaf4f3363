import { readFileSync } from "node:fs";
import type { PlatformOptions } from "../../../emulator/options";
import { createAsColleague } from "../../support/http";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { runOn } from "../stackOfTest";

/** What no file may hold, as the beginning of every key that is made here. */
export const canary = "key-canary-0123456789";

/** A platform per test, helpers for objects of others, and `pulumi-vcluster-platform import`. */
export function importing(options: PlatformOptions = {}) {
  const path = temporaryFolder();
  let platform: RecordedPlatform;
  beforeEach(async () => {
    platform = await startRecorded({ projects: ["default", "web"], ...options });
  });
  afterEach(() => platform.close());

  const list = () => path("import.json");
  const resources = () => JSON.parse(readFileSync(list(), "utf8")).resources;
  return {
    path,
    platform: () => platform,
    list,
    resources,
    ids: (): string[] => resources().map(({ id }: { id: string }) => id),
    runImport: (...args: string[]) => runOn(platform, "import", "--out", list(), "--user", "ci", ...args),
    template: (name: string, more: object = {}, spec: object = {}) =>
      createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name, ...more }, spec }),
    key: (name: string, spec: object = {}) =>
      createAsColleague(platform, "ownedaccesskeys", {
        kind: "OwnedAccessKey",
        metadata: { name },
        spec: { user: "ci", key: `${canary}-${name}`, ...spec },
      }),
    virtualCluster: (name: string) =>
      createAsColleague(platform, "projects/web/importvirtualcluster", {
        kind: "ProjectImportVirtualCluster",
        sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name },
      }),
  };
}
