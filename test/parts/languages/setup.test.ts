import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generatedSdk, obtainSdk } from "../../../scripts/setup/languages/generatedSdk.js";
import { testWith } from "../../support/needs";
import { toolEnvironment } from "./support/toolEnvironment";

const folder = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
const usual = process.env.PULUMI_PLATFORM_CACHE;

beforeAll(() => {
  process.env.PULUMI_PLATFORM_CACHE = folder;
});
afterAll(() => {
  if (usual === undefined) delete process.env.PULUMI_PLATFORM_CACHE;
  else process.env.PULUMI_PLATFORM_CACHE = usual;
  rmSync(folder, { recursive: true, force: true });
});

testWith("go")("set-up reports unavailable Go modules and omits the SDK for Go", async () => {
  const printed = jest.spyOn(console, "log").mockImplementation();
  const offline = { GOPROXY: "off", GOFLAGS: "-mod=readonly", GOMODCACHE: path.join(folder, "modules") };
  expect(await obtainSdk("go", { ...toolEnvironment(), ...offline })).toBe(false);
  expect(printed.mock.calls.flat().join("\n")).toContain("GOPROXY=off");
  expect(generatedSdk("go")).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.startsWith("sdk-"))).toEqual([]);
});
