import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { tarball } from "../../../scripts/release/tarball.js";
import { runCommand } from "../../support/command";

const long = `${"a".repeat(60)}/${"b".repeat(60)}/${"c".repeat(90)}.js`;
const files = [
  { name: "program", content: Buffer.from("#!/bin/sh\n"), isProgram: true },
  { name: long, content: Buffer.alloc(513, "x") },
  { name: "empty.js", content: Buffer.alloc(0) },
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("tar unpacks what was packed: contents, long names, programs, the time", async () => {
  const archive = path.join(folder, "archive.tar.gz");
  writeFileSync(archive, tarball(files, 1_700_000_000));
  const to = path.join(folder, "to");
  mkdirSync(to);
  const env = { PATH: process.env.PATH ?? "" };
  expect(await runCommand("tar", ["-xzf", archive, "-C", to], { cwd: folder, env })).toMatchObject({
    exitCode: 0,
    stderr: "",
  });
  for (const { name, content } of files) expect(readFileSync(path.join(to, name))).toEqual(content);
  const { mode, mtimeMs } = statSync(path.join(to, "program"));
  expect([mode & 0o111, mtimeMs]).toEqual([0o111, 1_700_000_000_000]);
  expect(statSync(path.join(to, "empty.js")).mode & 0o111).toBe(0);
});

test("the order in which files are found makes no other archive", () => {
  expect(tarball([...files].reverse(), 5).equals(tarball(files, 5))).toBe(true);
});

test("the archive says nothing of when it was zipped and on which system", () => {
  const header = tarball(files, 5).subarray(0, 10);
  expect([header.readUInt32LE(4), header[9]]).toEqual([0, 255]);
});

test("the archive names no user", () => {
  const tar = gunzipSync(tarball(files, 5));
  expect(tar.subarray(108, 124).toString()).toBe("0000000\x000000000\0");
  expect(tar.subarray(265, 329).toString()).toBe("\0".repeat(64));
});

test("a path that no archive can hold is refused", () => {
  const name = "d".repeat(101);
  expect(() => tarball([{ name, content: Buffer.alloc(0) }], 5)).toThrow(`The path ${name} is too long`);
});
