import { Declarations } from "../../../../provider/faces/plugin/declarations";
import { InitializationError } from "../../../../provider/objects/operation";
import { onPlugin } from "../../../support/faceUnderTest";
import { configurePlugin } from "../../../support/pluginDriver";

const urn = (name: string, type = "VirtualClusterImport") => `urn:pulumi:dev::test::platform:index:${type}::${name}`;
const [a, b] = [urn("a"), urn("b")];
const stored = { id: "web/x", inputs: {}, state: {} };
const adopted = { ...stored, isTakenOver: true };

let declared: Declarations;
beforeEach(() => {
  declared = new Declarations();
});

describe("an object belongs to another resource", () => {
  test.each([
    ["adopted it, also to replace its own", () => Promise.resolve(adopted)],
    ["adopted it and did not come to an end", () => Promise.reject(new InitializationError(adopted, ["unfinished"]))],
  ])("that %s", async (_, create) => {
    await declared.creating(b, create()).catch(() => {});
    expect([a, b].map((each) => declared.holderOf(each, "web/x"))).toEqual(["b", "b"]);
    expect(declared.holderOf(a, "web/y")).toBeUndefined();
  });

  test("that keeps it, whatever its type", () => {
    const [key, other] = [urn("key", "OwnedAccessKey"), urn("other", "OwnedAccessKey")];
    declared.checked(key, {});
    declared.compared(key, "ci", false);
    expect(declared.holderOf(other, "ci")).toBe("key");
    expect(declared.holderOf(urn("other", "SpaceTemplate"), "ci")).toBeUndefined();
  });

  test("that keeps it, also if that one is the same by now: it can have replaced it in an earlier run", () => {
    declared.checked(b, {});
    declared.compared(b, "web/x", false);
    expect([a, b].map((each) => declared.holderOf(each, "web/x"))).toEqual(["b", "b"]);
  });
});

describe("an object does not belong to another resource", () => {
  test.each([
    ["created it: no state to delete has it", () => Promise.resolve(stored)],
    ["may have created it", () => Promise.reject(new InitializationError(stored, ["unfinished"]))],
    ["failed to create it", () => Promise.reject(new Error("refused"))],
  ])("that %s", async (_, create) => {
    await declared.creating(b, create()).catch(() => {});
    expect(declared.holderOf(a, "web/x")).toBeUndefined();
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
  ])("%s", (_, prepare) => {
    prepare();
    expect([a, b].map((each) => declared.holderOf(each, "web/x"))).toEqual([undefined, undefined]);
  });
});

onPlugin((face) => {
  const type = "SpaceTemplate";

  test("a delete keeps an object that the program has, and the next configuration forgets what it declared", async () => {
    const kept = await face.create(type, { name: "again" });
    await face.driver.diff(type, kept, kept.inputs);
    await face.driver.delete(type, kept);
    expect(face.platform.store.get("spacetemplates", "again")).toBeDefined();
    const { baseUrl, accessKey } = face.platform;
    await configurePlugin(face.driver.plugin, { baseUrl, accessKey });
    await face.driver.delete(type, kept);
    expect(face.platform.store.get("spacetemplates", "again")).toBeUndefined();
  });
});
