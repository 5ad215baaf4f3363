import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { canariesIn, canary, filesBelow } from "../../support/canaries";

const secret = canary("key", 1);
const generated = "4f1c9a0b7d3e5f6182736455a6b7c8d9";

describe("the search for canaries", () => {
  test.each<[string, string]>([
    ["as it is", `a ${secret} b`],
    ["its beginning", secret.slice(0, 13)],
    ["its end", secret.slice(-13)],
    ["in capitals", secret.toUpperCase()],
    ["in hex", Buffer.from(`{"key":"${secret}"}`).toString("hex")],
    ["in hex with capitals", Buffer.from(secret).toString("hex").toUpperCase()],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64 after one byte", Buffer.from(`"${secret}`).toString("base64")],
    ["in base64 after two bytes", Buffer.from(`{"${secret}`).toString("base64url")],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: secret }))],
    ["backwards", [...secret].reverse().join("")],
  ])("finds one %s", (_, text) => {
    expect(canariesIn(`before ${text} after`)).toHaveLength(1);
  });

  test("finds other secrets, by their beginning and their end", () => {
    expect(canariesIn(`a ${generated} b`, [generated])).toHaveLength(2);
    expect(canariesIn(`a ${generated.slice(0, 20)} b`, [generated])).toHaveLength(1);
    expect(canariesIn(Buffer.from(`a${generated}`).toString("base64"), [generated])).toHaveLength(2);
  });

  test("finds nothing where nothing is", () => {
    expect(canariesIn("a key, a Kanarien and a vogel", [generated])).toEqual([]);
  });

  test("looks into every file, also a packed one", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
    try {
      mkdirSync(path.join(folder, ".hidden", "deep"), { recursive: true });
      writeFileSync(path.join(folder, ".hidden", "deep", "plain.json.bak"), secret);
      writeFileSync(path.join(folder, "packed"), gzipSync(secret));
      const found = [...filesBelow(folder)].flatMap(([name, text]) => (canariesIn(text).length ? [name] : []));
      expect(found.sort()).toEqual([path.join(".hidden", "deep", "plain.json.bak"), "packed"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
