import { Declarations } from "../../../provider/faces/plugin/declarations";
import { InitializationError } from "../../../provider/objects/operation";
import { onBothFaces } from "../../support/faceUnderTest";

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
  const stored = { id: "web/x", inputs: {}, state: {} };

  test("from its takeover on, be it by another resource or by the one that replaces it", async () => {
    const declared = new Declarations();
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
    await declared.creating(b, Promise.resolve({ ...stored, isTakenOver: true }));
    expect([a, b].map((each) => declared.holdOn(each, "web/x"))).toEqual(["taken", "taken"]);
    expect(declared.holdOn(a, "web/y")).toBeUndefined();
  });

  test("only against what knows no uid, where a create made it anew, or may have", async () => {
    for (const create of [Promise.resolve(stored), Promise.reject(new InitializationError(stored, ["unfinished"]))]) {
      const declared = new Declarations();
      await declared.creating(b, create).catch(() => {});
      expect(declared.holdOn(a, "web/x")).toBe("made");
      expect(declared.holdOn(a, "web/y")).toBeUndefined();
    }
  });

  test("not by a create that failed", async () => {
    const declared = new Declarations();
    await expect(declared.creating(b, Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });

  test("by another resource of the program that stays as it is, such as one that took it over in a run that was killed", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect(declared.holdOn(a, "web/x")).toBe("taken");
  });

  test("by the same resource that stays as it is, while the state still holds what it replaced in an earlier run", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect(declared.holdOn(b, "web/x")).toBe("taken");
  });

  test("not by a resource that the engine replaces although nothing changes, for which it runs Check again", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    declared.checked(b, {});
    expect(declared.holdOn(b, "web/x")).toBeUndefined();
  });

  test("not by a resource that is itself replaced, as one is that is also renamed by an alias", () => {
    const declared = new Declarations();
    declared.checked(b, {});
    declared.compared(b, "web/x", true);
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });

  test("not by what a refresh compares and the program does not declare", () => {
    const declared = new Declarations();
    declared.compared(b, "web/x", false);
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });

  test("not by a resource of another type", async () => {
    const declared = new Declarations();
    const template = "urn:pulumi:dev::test::platform:index:SpaceTemplate::b";
    await declared.creating(template, Promise.resolve({ ...stored, isTakenOver: true }));
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });
});
