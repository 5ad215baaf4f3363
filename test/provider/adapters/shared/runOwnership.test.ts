import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { ObjectOwnership } from "../../../../provider/adapters/shared/objectOwnership";
import { RunOwnership } from "../../../../provider/adapters/shared/runOwnership";
import { temporaryFolder } from "../../../support/temporaryFolder";

const at = temporaryFolder();
const engine = "127.0.0.1:4321";
const startOn = (address: string) => new RunOwnership(address, at("run"));

test("a process knows which objects other processes of its run own", () => {
  const [one, other, ofAnotherRun] = [startOn(engine), startOn(engine), startOn("127.0.0.1:4322")];
  expect(other.ownerOf("u1")).toBeUndefined();
  one.publish("u1", "urn:a", "a");
  one.publish("u1", "urn:b", "b");
  expect([one, other, ofAnotherRun].map((each) => each.ownerOf("u1"))).toEqual([undefined, "a", undefined]);
  one.publish("u1", "urn:a");
  expect(other.ownerOf("u1")).toBe("b");
  one.publish("u1", "urn:b");
  expect([other.ownerOf("u1"), other.ownerOf("u2")]).toEqual([undefined, undefined]);
});

test("the notes of an ended process do not count, and the next process removes them", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const file = at(`run/127-0-0-1-4321.${pid}.x`);
  mkdirSync(at("run"), { mode: 0o700 });
  writeFileSync(file, '["u1","urn:a","a"]\n');
  expect(startOn(engine).ownerOf("u1")).toBeUndefined();
  startOn(engine).publish("u2", "urn:b", "b");
  expect(existsSync(file)).toBe(false);
  mkdirSync(at(`run/127-0-0-1-4321.${process.pid}.cannot-be-read`));
  expect(startOn(engine).ownerOf("u2")).toBe("b");
});

test("a folder that others can read is not used, nor a file of its name", () => {
  startOn(engine).publish("u1", "urn:a", "a");
  chmodSync(at("run"), 0o755);
  expect(startOn(engine).ownerOf("u1")).toBeUndefined();
  startOn(engine).publish("u2", "urn:b", "b");
  chmodSync(at("run"), 0o700);
  expect(["u1", "u2"].map((uid) => startOn(engine).ownerOf(uid))).toEqual(["a", undefined]);
  renameSync(at("run"), at("moved"));
  writeFileSync(at("run"), "");
  startOn(engine).publish("u2", "urn:b", "b");
  expect(startOn(engine).ownerOf("u1")).toBeUndefined();
});

test("only an object of the same type and platform is the same object", () => {
  const [one, other] = [new ObjectOwnership(startOn(engine)), new ObjectOwnership(startOn(engine))];
  const object = { type: "vcluster-platform:index:SpaceTemplate", id: "web", state: { uid: "u1", __platform: "p1" } };
  one.onCheck({ key: "urn:a", name: "a" });
  one.onDiff({ key: "urn:a", name: "a" }, object);
  const others = [{ type: "OwnedAccessKey" }, { state: { uid: "u1", __platform: "p2" } }, { state: { uid: "u1" } }];
  expect(others.map((change) => other.ownerOf({ ...object, ...change }))).toEqual([undefined, undefined, undefined]);
  expect(other.ownerOf({ ...object, type: "SpaceTemplate", id: "other" })).toBe("a");
});
