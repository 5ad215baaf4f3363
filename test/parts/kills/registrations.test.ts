import type { Adapter } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import {
  addVirtualCluster,
  namespaceOf,
  onCluster,
  podOf,
  productPlatform,
  registrationInputs,
  secretOf,
} from "../../support/virtualClusters";

const testHere = testIf(process.platform !== "win32", "ps");

/** The requests of a registration that write, and the one that reads its credential. */
const requests = {
  instance: { method: "POST", within: "/virtualclusterinstances" },
  credential: { method: "GET", within: "/accesskey" },
  secret: { method: "POST", within: "/secrets" },
  pod: { method: "DELETE", within: "/pods/" },
  management: { method: "PATCH", within: "/virtualclusterinstances" },
};

const stop = (what: keyof typeof requests, moment: Moment): Stop => ({
  ...requests[what],
  ...{ row: `${what}-${moment}`, moment, isCutOff: false },
});

const stops = (Object.keys(requests) as (keyof typeof requests)[]).flatMap((what) => [
  stop(what, "before"),
  stop(what, "landed"),
]);
const answered = [stop("instance", "answered"), stop("secret", "answered"), stop("management", "answered")];

const argsOf = (name: string) => registrationInputs(name, { manage: true, deletionPolicy: "delete" });

const programOf = ({ imports, makes }: Adapter, names: readonly string[]) => `${imports}
for (const { name, args } of ${JSON.stringify(names.map((name) => ({ name, args: argsOf(name) })))}) {
  ${makes("VirtualClusterImport")};
}
`;

let platform: RecordedPlatform;
let gate: Gate;
let stack: Stack | undefined;
beforeEach(async () => {
  platform = await startRecorded({ ...productPlatform, projects: ["default", "web"] });
  gate = await startGate(platform.baseUrl);
});
afterEach(async () => {
  stack?.dispose();
  await gate.close();
  await platform.close();
});

const instances = () => platform.store.list("virtualclusterinstances").map(({ metadata }) => metadata.name);

describe.each(victimsOf(stops, answered))(
  "registrations by the %s, when the %s is killed,",
  (_title, victim, rows, adapter) => {
    testHere("end with one instance and one Secret after the next up, which a destroy removes", async () => {
      const names = rows.map(({ row }) => row);
      await Promise.all(names.map((name) => addVirtualCluster(platform, name)));
      const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
      const created = await createStack({ program: "typescript", source: programOf(adapter, names), env });
      stack = created;
      await killedUp(created, gate, rows, { adapter, victim });
      if (victim === "engine") await created.pulumi(["cancel", "--yes"]);
      await created.up(["--skip-preview"]);
      expect(instances().sort()).toEqual([...names].sort());
      for (const name of names) {
        const { metadata, spec, status } = platform.store.get("virtualclusterinstances", name, "p-web") ?? {};
        const service = onCluster(platform, "services", name, namespaceOf(name));
        expect([status?.serviceUID, spec?.external]).toEqual([service.metadata.uid, undefined]);
        expect(secretOf(platform, name)).toMatchObject({ project: "web", name: metadata?.name });
      }
      await created.pulumi(["preview", "--expect-no-changes"]);
      await created.destroy(["--skip-preview"]);
      expect(instances()).toEqual([]);
      expect(names.filter((name) => secretOf(platform, name) || !podOf(platform, name))).toEqual([]);
    });
  },
);
