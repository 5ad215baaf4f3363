import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { Holders } from "../../../../provider/adapters/shared/objectHolders";
import { HoldersOfRun } from "../../../../provider/adapters/shared/runHolders";
import { temporaryFolder } from "../../../support/temporaryFolder";

const at = temporaryFolder();
const engine = "127.0.0.1:4321";
const startOn = (address: string) => new HoldersOfRun(address, at("run"));

test("a process knows the resources of the other processes of its run, until these have the object no longer", () => {
  const [one, other, ofAnotherRun] = [startOn(engine), startOn(engine), startOn("127.0.0.1:4322")];
  expect(other.holderOf("u1")).toBeUndefined();
  one.tell("u1", "urn:a", "a");
  one.tell("u1", "urn:b", "b");
  expect([one, other, ofAnotherRun].map((each) => each.holderOf("u1"))).toEqual([undefined, "a", undefined]);
  one.tell("u1", "urn:a");
  expect(other.holderOf("u1")).toBe("b");
  one.tell("u1", "urn:b");
  expect([other.holderOf("u1"), other.holderOf("u2")]).toEqual([undefined, undefined]);
});

test("the notes of an ended process do not count, and the next process removes them", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const file = at(`run/127-0-0-1-4321.${pid}.x`);
  mkdirSync(at("run"), { mode: 0o700 });
  writeFileSync(file, '["u1","urn:a","a"]\n');
  expect(startOn(engine).holderOf("u1")).toBeUndefined();
  startOn(engine).tell("u2", "urn:b", "b");
  expect(existsSync(file)).toBe(false);
  mkdirSync(at(`run/127-0-0-1-4321.${process.pid}.cannot-be-read`));
  expect(startOn(engine).holderOf("u2")).toBe("b");
});

test("a folder that others can read is not used, nor a file of its name", () => {
  startOn(engine).tell("u1", "urn:a", "a");
  chmodSync(at("run"), 0o755);
  expect(startOn(engine).holderOf("u1")).toBeUndefined();
  startOn(engine).tell("u2", "urn:b", "b");
  chmodSync(at("run"), 0o700);
  expect(["u1", "u2"].map((uid) => startOn(engine).holderOf(uid))).toEqual(["a", undefined]);
  renameSync(at("run"), at("moved"));
  writeFileSync(at("run"), "");
  startOn(engine).tell("u2", "urn:b", "b");
  expect(startOn(engine).holderOf("u1")).toBeUndefined();
});

test("only an object of the same type and platform is the same object", () => {
  const [one, other] = [new Holders(startOn(engine)), new Holders(startOn(engine))];
  const object = { type: "vcluster-platform:index:SpaceTemplate", id: "web", state: { uid: "u1", __platform: "p1" } };
  one.declares({ key: "urn:a", name: "a" });
  one.keeps({ key: "urn:a", name: "a" }, object);
  const others = [{ type: "OwnedAccessKey" }, { state: { uid: "u1", __platform: "p2" } }, { state: { uid: "u1" } }];
  expect(others.map((change) => other.holderOf({ ...object, ...change }))).toEqual([undefined, undefined, undefined]);
  expect(other.holderOf({ ...object, type: "SpaceTemplate", id: "other" })).toBe("a");
});
