import { editAsColleague } from "../support/http";
import { type ProvidedResource, providerProgram } from "../support/providerPrograms";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

describe("two platforms in one program", () => {
  let east: RecordedPlatform;
  let west: RecordedPlatform;
  let stack: Stack;

  const addressed = (platform: RecordedPlatform) => ({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  const program = (resources: Record<string, ProvidedResource>, eastern = addressed(east)) =>
    providerProgram({ east: eastern, west: addressed(west) }, resources);
  const template = (provider: string, displayName = "first"): ProvidedResource => ({
    provider,
    inputs: { name: "same-name", displayName },
  });

  beforeAll(async () => {
    east = await startRecorded();
    west = await startRecorded();
    stack = await createStack({ program: "yaml", source: program({ a: template("east"), b: template("west") }) });
  });
  afterAll(async () => {
    stack?.dispose();
    await east?.close();
    await west?.close();
  });
  beforeEach(() => {
    east.requests.length = 0;
    west.requests.length = 0;
  });

  const names = (platform: RecordedPlatform) =>
    platform.store.list("spacetemplates").map(({ metadata }) => metadata.name);
  const display = (platform: RecordedPlatform, name = "same-name") =>
    platform.store.get("spacetemplates", name)?.spec?.displayName;
  const sent = (platform: RecordedPlatform) => platform.requests.map(({ method }) => method);
  const said = ({ stdout, stderr }: { stdout: string; stderr: string }) => (stdout + stderr).replace(/\s+/g, " ");

  test("each resource is on the platform of its provider, and no key is in clear text", async () => {
    await stack.up(["--skip-preview"]);
    expect([names(east), names(west)]).toEqual([["same-name"], ["same-name"]]);
    await stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain(east.accessKey);
  });

  test("a change sends requests to the platform of its resource only", async () => {
    stack.write(program({ a: template("east", "second"), b: template("west") }));
    await stack.up(["--skip-preview"]);
    expect([display(east), display(west)]).toEqual(["second", "first"]);
    expect([sent(east), sent(west)]).toEqual([["PATCH"], []]);
  });

  describe("a resource that gets the other provider", () => {
    const moving = (provider: string) => ({
      a: template("east", "second"),
      b: template("west"),
      moves: { provider, inputs: { name: "moves" } },
    });

    test("keeps its object on the old platform, with a warning", async () => {
      stack.write(program(moving("east")));
      await stack.up(["--skip-preview"]);
      stack.write(program(moving("west")));
      expect(said(await stack.preview())).toContain("No object is moved, replaced or deleted");
      expect([names(east), names(west)]).toEqual([["moves", "same-name"], ["same-name"]]);
    });

    test("is created on the new platform and deleted on the old one by --replace", async () => {
      const { resources = [] } = (await stack.exportState()).deployment;
      const { urn = "" } = resources.find((each) => each.urn.endsWith("::moves")) ?? {};
      await stack.up(["--skip-preview", "--replace", urn]);
      expect([names(east), names(west)]).toEqual([["same-name"], ["moves", "same-name"]]);
    });
  });

  describe("another address of a provider", () => {
    const unmoved = (displayName: string) => ({
      own: { provider: "east", inputs: { name: "only-here", displayName } },
      a: template("east", displayName),
      b: template("west"),
    });

    test("replaces nothing and sends no request, with a warning", async () => {
      stack.write(program(unmoved("second")));
      await stack.up(["--skip-preview"]);
      stack.write(program(unmoved("second"), addressed(west)));
      east.requests.length = 0;
      west.requests.length = 0;
      const result = await stack.up(["--skip-preview"]);
      expect(said(result)).toContain("No object is moved, replaced or deleted");
      expect(said(result)).toContain("5 unchanged");
      expect([sent(east), sent(west)]).toEqual([[], []]);
    });
  });

  test("a provider can use a key of the same program, and its settings are outputs", async () => {
    const key = { type: "OwnedAccessKey", provider: "east", inputs: { name: "made", user: "admin", ttl: 3600 } };
    const providers = { east: addressed(east), derived: { baseUrl: east.baseUrl, accessKey: `$\{made.key}` } };
    const used = { provider: "derived", inputs: { name: "by-the-made-key", description: `$\{derived.baseUrl}` } };
    stack.write(providerProgram(providers, { made: key, used }));
    await stack.up(["--skip-preview"]);
    expect(names(east)).toEqual(["by-the-made-key"]);
    expect(east.store.get("spacetemplates", "by-the-made-key")?.spec?.description).toBe(east.baseUrl);
    const made = String(east.store.get("ownedaccesskeys", "made")?.spec?.key);
    expect(made.length).toBeGreaterThan(10);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain(made);
    await editAsColleague(east, "ownedaccesskeys/made", { spec: { disabled: true } });
    const refused = await stack.refresh(["--skip-preview"], { expectSuccess: false });
    expect(said(refused)).toMatch(/401 Unauthorized.* It is the accessKey of a Provider in the program: set a valid/);
    await editAsColleague(east, "ownedaccesskeys/made", { spec: { disabled: null } });
    await stack.destroy(["--skip-preview"]);
    expect([names(east), names(west)]).toEqual([[], []]);
  });
});
