import { Declarations } from "../../../provider/faces/plugin/declarations";
import { onBothFaces } from "../../support/onBothFaces";

const plural = "virtualclusterinstances";
let count = 0;

onBothFaces((face) => {
  // What was taken over is known as long as the process lives, so each test has its own.
  const inputs = (importName: string) => ({
    project: "web",
    sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
    deletionPolicy: "delete",
  });

  test("a virtual cluster that another import took over in this run stays when the first one is deleted", async () => {
    const name = `taken-${count++}`;
    const first = await face.create("VirtualClusterImport", inputs(name));
    const second = await face.create("VirtualClusterImport", inputs(name));
    expect(second.state.uid).toBe(first.state.uid);
    await face.driver.delete("VirtualClusterImport", first);
    expect(face.platform.store.get(plural, name, "p-web")).toBeDefined();
  });

  test("a virtual cluster that a resource came back to stays when what it replaced before is deleted in a later run", async () => {
    const name = `back-${count++}`;
    const replaced = await face.create("VirtualClusterImport", inputs(name));
    const now = await face.driver.check("VirtualClusterImport", inputs(name), replaced.inputs);
    await face.driver.diff("VirtualClusterImport", replaced, now.inputs);
    await face.driver.delete("VirtualClusterImport", replaced);
    expect(face.platform.store.get(plural, name, "p-web")).toBeDefined();
  });

  test("a virtual cluster that was imported in this run stays when what an earlier import left unfinished under its name is deleted", async () => {
    const name = `left-${count++}`;
    const made = await face.create("VirtualClusterImport", inputs(name));
    const { uid, virtualCluster, ...state } = made.state;
    expect([uid, virtualCluster]).toEqual([expect.any(String), name]);
    await face.driver.delete("VirtualClusterImport", { ...made, state });
    expect(face.platform.store.get(plural, name, "p-web")).toBeDefined();
  });

  test("a virtual cluster that nobody took over goes with its import", async () => {
    const name = `gone-${count++}`;
    const kept = await face.create("VirtualClusterImport", inputs(name));
    await face.driver.delete("VirtualClusterImport", kept);
    expect(face.platform.store.get(plural, name, "p-web")).toBeUndefined();
  });
});

describe("an object is held", () => {
  const urn = (name: string) => `urn:pulumi:dev::test::platform:index:VirtualClusterImport::${name}`;
  const [a, b] = [urn("a"), urn("b")];

  test("from its takeover on, be it by another resource or by the one that replaces it", () => {
    const declared = new Declarations();
    expect(declared.isHeld(a, "web/x")).toBe(false);
    declared.created(b, { id: "web/x", inputs: {}, state: {}, isTakenOver: true });
    expect([a, b].map((each) => declared.isHeld(each, "web/x"))).toEqual([true, true]);
    expect(declared.isHeld(a, "web/y")).toBe(false);
  });

  test("only against what knows no uid, where a create made it anew", () => {
    const declared = new Declarations();
    declared.created(b, { id: "web/x", inputs: {}, state: {} });
    expect([declared.isHeld(a, "web/x"), declared.isMadeAnew(a, "web/x")]).toEqual([false, true]);
    expect(declared.isMadeAnew(a, "web/y")).toBe(false);
  });

  test("by another resource of the program that stays as it is, such as one that took it over in a run that was killed", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect(declared.isHeld(a, "web/x")).toBe(true);
  });

  test("by the same resource that stays as it is, while the state still holds what it replaced in an earlier run", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect(declared.isHeld(b, "web/x")).toBe(true);
  });

  test("not by a resource that the engine replaces although nothing changes, for which it runs Check again", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    declared.checked(b, {});
    expect(declared.isHeld(b, "web/x")).toBe(false);
  });

  test("not by a resource that is itself replaced, as one is that is also renamed by an alias", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", true);
    expect(declared.isHeld(a, "web/x")).toBe(false);
  });

  test("not by what a refresh compares and the program does not declare", () => {
    const declared = new Declarations();
    declared.compared(b, "web/x", false);
    expect(declared.isHeld(a, "web/x")).toBe(false);
  });

  test("not by a resource of another type", () => {
    const declared = new Declarations();
    const taken = { id: "web/x", inputs: {}, state: {}, isTakenOver: true };
    declared.created("urn:pulumi:dev::test::platform:index:SpaceTemplate::b", taken);
    expect(declared.isHeld(a, "web/x")).toBe(false);
  });
});
