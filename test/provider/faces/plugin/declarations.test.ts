import { Declarations } from "../../../../provider/faces/plugin/declarations";
import { InitializationError } from "../../../../provider/objects/operation";
import { onPlugin } from "../../../support/faceUnderTest";
import { importInputs } from "../../../support/importInputs";
import { configurePlugin } from "../../../support/pluginDriver";

const urn = (name: string, type = "VirtualClusterImport") => `urn:pulumi:dev::test::platform:index:${type}::${name}`;
const [a, b] = [urn("a"), urn("b")];
const stored = { id: "web/x", inputs: {}, state: {} };
const adopted = { ...stored, isTakenOver: true };

let declared: Declarations;
beforeEach(() => {
  declared = new Declarations();
});

describe("a hold on an object", () => {
  test("begins with its adoption, also by the replacement of its resource", async () => {
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
    await declared.creating(b, Promise.resolve(adopted));
    expect([a, b].map((each) => declared.holdOn(each, "web/x"))).toEqual(["taken", "taken"]);
    expect(declared.holdOn(a, "web/y")).toBeUndefined();
  });

  test.each([
    ["created it", () => Promise.resolve(stored)],
    ["may have created it", () => Promise.reject(new InitializationError(stored, ["unfinished"]))],
  ])("is weaker after a create that %s", async (_, create) => {
    await declared.creating(b, create()).catch(() => {});
    expect(declared.holdOn(a, "web/x")).toBe("made");
    expect(declared.holdOn(a, "web/y")).toBeUndefined();
  });

  test("does not begin with a failed create", async () => {
    await expect(declared.creating(b, Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });

  test("belongs to a resource of the program without changes, also if it adopted the object in a killed run", () => {
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect([a, b].map((each) => declared.holdOn(each, "web/x"))).toEqual(["taken", "taken"]);
  });

  test.each<[string, () => void]>([
    [
      "that is replaced without changes, for which Check runs again",
      () => {
        declared.checked(b, {});
        declared.compared(b, "web/x", false);
        declared.checked(b, {});
      },
    ],
    [
      "that is replaced itself",
      () => {
        declared.checked(b, {});
        declared.compared(b, "web/x", true);
      },
    ],
    ["that is only in the state", () => declared.compared(b, "web/x", false)],
  ])("does not belong to a resource %s", (_, prepare) => {
    prepare();
    expect([a, b].map((each) => declared.holdOn(each, "web/x"))).toEqual([undefined, undefined]);
  });

  test("does not belong to a resource of another type", async () => {
    await declared.creating(urn("b", "SpaceTemplate"), Promise.resolve(adopted));
    expect(declared.holdOn(a, "web/x")).toBeUndefined();
  });
});

onPlugin((face) => {
  test("the next configuration forgets adoptions", async () => {
    await face.create("VirtualClusterImport", importInputs("again"));
    const second = await face.create("VirtualClusterImport", importInputs("again"));
    const { baseUrl, accessKey } = face.platform;
    await configurePlugin(face.driver.plugin, { baseUrl, accessKey });
    await face.driver.delete("VirtualClusterImport", second);
    expect(face.platform.store.get("virtualclusterinstances", "again", "p-web")).toBeUndefined();
  });
});
