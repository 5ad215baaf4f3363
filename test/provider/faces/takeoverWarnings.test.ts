import { onBothServers } from "../../support/faceUnderTest";
import { heardPlugin } from "../../support/heardPlugin";
import { initializationOf } from "../../support/pluginDriver";

const type = "VirtualClusterImport";
const inputsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
  deletionPolicy: "delete",
});
const words = /was in the project already and is taken as it is\. .* may remove it: .* the aliases option\./;

onBothServers((face) => {
  const heard = heardPlugin(face);
  const said = () => heard.engine.messages.filter((message) => words.test(message));
  beforeEach(() => {
    heard.engine.messages.length = 0;
  });

  test("a create that takes over a virtual cluster warns of the delete of another resource that held it", async () => {
    const first = await heard.driver.create(type, inputsOf("held"));
    expect(said()).toEqual([]);
    await heard.driver.create(type, inputsOf("held"));
    await heard.engine.heard('"web/held" was in the project already');
    await heard.driver.delete(type, first);
    await heard.engine.heard("was taken over by the resource that is in the program now");
    expect(said()).toHaveLength(1);
  });

  test("an import that is taken up again finds its own virtual cluster, and warns of nothing", async () => {
    const fault = { kind: "ProjectImportVirtualCluster", times: 1, action: { status: 201, body: {} } };
    face.platform.faults.add({ method: "POST", ...fault });
    const unfinished = await heard.driver.create(type, inputsOf("own"), { timeout: 1 }).catch(initializationOf);
    await face.driver.create(type, inputsOf("own"));
    await heard.driver.update(type, unfinished, inputsOf("own"));
    // What is said later is heard later, so that nothing can still be under way.
    const retained = { ...inputsOf("own"), deletionPolicy: "retain" };
    await heard.driver.delete(type, { ...unfinished, inputs: retained, state: retained });
    await heard.engine.heard('"web/own" is no longer managed');
    expect(said()).toEqual([]);
  });
});
