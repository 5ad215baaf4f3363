import type { Provocations, Workshop } from "./workshop";

const type = "VirtualClusterImport";
const endpoint = "ProjectImportVirtualCluster";
const inputsOf = (importName: string, cluster = "c1") => ({
  project: "web",
  sourceVirtualCluster: { cluster, namespace: "vc-ns", name: "vc1", importName },
});

/** The platform as one that knows nothing of virtual clusters. */
const hide = ({ platform }: Workshop) =>
  platform.faults.add({
    verb: "get",
    kind: "VirtualClusterInstance",
    times: 1000,
    action: { status: 404, body: "404 page not found\n" },
  });

/** What to say of imports of virtual clusters. */
export const virtualClusters: Provocations = {
  "has no endpoint for importing virtual clusters": ({ platform, driver }) => {
    platform.faults.add({ kind: endpoint, times: 1, action: { status: 404, body: "404 page not found\n" } });
    return driver.create(type, inputsOf("nowhere"));
  },
  "may or may not be imported": (workshop) => {
    hide(workshop);
    workshop.platform.faults.add({ kind: endpoint, times: 1, action: "reset-after" });
    return workshop.driver.create(type, inputsOf("unheard"));
  },
  "the project has a virtual cluster … already": async ({ driver }) => {
    await driver.create(type, inputsOf("taken", "other"));
    return driver.create(type, inputsOf("taken"));
  },
  "something that it names is not on the platform": ({ driver }) =>
    driver.create(type, { ...inputsOf("lost"), project: "nobodys" }),
  "does not show the virtual clusters of projects": (workshop) => {
    hide(workshop);
    return workshop.driver.create(type, inputsOf("unseen"));
  },
  "Cannot delete the virtual cluster of …": async (workshop) => {
    const kept = await workshop.driver.create(type, { ...inputsOf("kept"), deletionPolicy: "delete" });
    hide(workshop);
    return workshop.driver.delete(type, kept);
  },
  "was in the project already and is taken as it is": async ({ driver }) => {
    await driver.create(type, inputsOf("there"));
    return driver.create(type, inputsOf("there"));
  },
  "the platform has not shown yet where it runs": async ({ platform, driver }) => {
    const { state, ...kept } = await driver.create(type, { ...inputsOf("unplaced"), deletionPolicy: "delete" });
    const object = platform.store.get("virtualclusterinstances", "unplaced", "p-web");
    platform.store.write("virtualclusterinstances", { ...object, spec: {} } as never);
    const { uid: _uid, ...unseen } = state;
    return driver.delete(type, { ...kept, state: unseen });
  },
  "is no longer managed; the virtual cluster stays in the project": async ({ driver }) =>
    driver.delete(type, await driver.create(type, inputsOf("left"))),
  "was taken over by the resource that is in the program now": async ({ driver }) => {
    const inputs = { ...inputsOf("passed"), deletionPolicy: "delete" };
    const before = await driver.create(type, inputs);
    await driver.create(type, inputs);
    return driver.delete(type, before);
  },
  "was imported anew in this run, after an import whose end nobody saw": async ({ driver }) => {
    const made = await driver.create(type, { ...inputsOf("anew"), deletionPolicy: "delete" });
    const { uid, virtualCluster, ...state } = made.state;
    return driver.delete(type, { ...made, state });
  },
  "has another source; it is left alone": async ({ driver }) => {
    const kept = await driver.create(type, inputsOf("moved"));
    const { uid: _uid, ...state } = kept.state;
    const sourceVirtualCluster = { ...inputsOf("moved").sourceVirtualCluster, cluster: "ours" };
    const [inputs, recorded] = [kept.inputs, state].map((each) => ({
      ...each,
      sourceVirtualCluster,
      deletionPolicy: "delete",
    }));
    return driver.delete(type, { id: kept.id, inputs: inputs ?? {}, state: recorded ?? {} });
  },
};
