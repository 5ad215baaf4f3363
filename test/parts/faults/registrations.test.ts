import type { Fault } from "../../../emulator/faults/fault";
import { type AdapterUnderTest, onServers } from "../../support/adapterUnderTest";
import { plainOf, unfinishedOf } from "../../support/contract";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { type Kept, startDriver, type Wire } from "../../support/pluginDriver";
import {
  addVirtualCluster,
  namespaceOf,
  onCluster,
  podOf,
  productPlatform,
  registrationInputs,
  secretOf,
} from "../../support/virtualClusters";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";

/** How the first run ends. */
type Outcome = "done" | "nothing written" | "unfinished" | "unconnected";

/** A request of a registration, and how the run ends if its response is lost, 500 or 403. */
type Row = [request: string, fault: Pick<Fault, "verb" | "kind">, lost: Outcome, failed: Outcome, denied: Outcome];

const rows: Row[] = [
  ["find the Service", { verb: "get", kind: "Service" }, "done", "nothing written", "unconnected"],
  ["list the instances", { verb: "list", kind: plural }, "done", "nothing written", "done"],
  ["create the instance", { verb: "create", kind: plural }, "done", "nothing written", "nothing written"],
  ["read the credential", { verb: "get", kind: "accesskey" }, "done", "unfinished", "unfinished"],
  ["look for the Secret", { verb: "get", kind: "Secret" }, "done", "unfinished", "unconnected"],
  ["create the Secret", { verb: "create", kind: "Secret" }, "done", "unfinished", "unconnected"],
  ["list the pods", { verb: "list", kind: "Pod" }, "done", "unfinished", "unconnected"],
  ["restart a pod", { verb: "delete", kind: "Pod" }, "done", "unfinished", "unconnected"],
  ["wait for the labels", { verb: "get", kind: "Namespace" }, "done", "unfinished", "done"],
  ["hand over the management", { verb: "patch", kind: plural }, "done", "unfinished", "unfinished"],
];
const cells = rows.flatMap(([request, fault, lost, failed, denied], index) => [
  [`to ${request} loses its response`, `lost-${index}`, { ...fault, action: "reset-after" as const }, lost] as const,
  [`to ${request} loses its way`, `way-${index}`, { ...fault, action: "reset-before" as const }, lost] as const,
  [`to ${request} fails`, `failed-${index}`, { ...fault, times: 99, action: { status: 500 } }, failed] as const,
  [`to ${request} is denied`, `denied-${index}`, { ...fault, times: 99, action: { status: 403 } }, denied] as const,
]);

describe.each([
  ["the plugin", startDriver],
  ["dynamic resources", startDynamicDriver],
])("%s", (_adapter, start) => {
  onServers(
    start,
    (adapter: AdapterUnderTest) => {
      const instance = (name: string) => {
        const found = adapter.platform.store.get(plural, name, "p-web");
        return found === undefined ? undefined : JSON.parse(JSON.stringify(found));
      };

      test.each(cells)("%s, there is one instance and one Secret, and the next run continues", async (...row) => {
        const [, name, fault, outcome] = row;
        await addVirtualCluster(adapter.platform, name);
        const declared = registrationInputs(name, { manage: true, deletionPolicy: "delete" });
        const { inputs } = await adapter.driver.check(type, declared);
        adapter.platform.faults.add(fault);
        const created = await outcomeOf(adapter, inputs);
        expect(created.outcome).toBe(outcome === "unconnected" ? "done" : outcome);
        const serviceUid = onCluster(adapter.platform, "services", name, namespaceOf(name)).metadata.uid;
        const isUnconnected = instance(name)?.status.serviceUID === undefined;
        if (outcome === "done") expect(isUnconnected).toBe(false);
        if (outcome === "unconnected") expect(isUnconnected).toBe(true);
        if (outcome === "nothing written")
          expect([instance(name), secretOf(adapter.platform, name)]).toEqual([undefined, undefined]);
        adapter.platform.faults.clear();
        const kept = await nextRun(adapter, created.kept, inputs, outcome);
        expect(instance(name)).toMatchObject({ metadata: { uid: kept.state.uid }, status: { serviceUID: serviceUid } });
        expect(instance(name).spec.external).toBeUndefined();
        expect(secretOf(adapter.platform, name)).toEqual(connectionOf(kept));
        await adapter.driver.delete(type, kept);
        expect([instance(name), secretOf(adapter.platform, name)]).toEqual([undefined, undefined]);
        expect(podOf(adapter.platform, name)).toBeDefined();
      });
    },
    [productPlatform],
  );
});

/** What the state says the Secret holds. */
const connectionOf = ({ state }: Kept) => plainOf(state.connection);

/** Creates the import; tells how it ended. */
async function outcomeOf({ driver }: AdapterUnderTest, inputs: Wire): Promise<{ outcome: string; kept?: Kept }> {
  let failure: unknown;
  const created = await driver.create(type, inputs, { timeout: 20 }).catch((error) => {
    failure = error;
  });
  if (created) return { outcome: "done", kept: created };
  const unfinished = await unfinishedOf(Promise.reject(failure)).catch(() => undefined);
  return unfinished ? { outcome: "unfinished", kept: { ...unfinished, inputs } } : { outcome: "nothing written" };
}

/** What the next `pulumi up` does, after a refresh if the first run ended without a connection. */
async function nextRun(adapter: AdapterUnderTest, kept: Kept | undefined, inputs: Wire, outcome: string) {
  if (!kept) return adapter.driver.create(type, inputs);
  if (outcome === "done") return kept;
  if (outcome === "unfinished") return adapter.driver.update(type, kept, inputs);
  // After the right is granted, another value of restart connects the virtual cluster.
  const refreshed = { ...kept, ...(await adapter.driver.read(type, kept)) };
  const waiting = { ...inputs, restart: false };
  const written = await adapter.driver.update(type, refreshed, waiting);
  return adapter.driver.update(type, { ...written, inputs: waiting }, inputs);
}
