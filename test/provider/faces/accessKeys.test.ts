import { groupPath } from "../../support/http";
import { onBothServers } from "../../support/onBothServers";
import { secretOnWire } from "../../support/pluginDriver";

onBothServers((face) => {
  test("the generated key is a secret output that authenticates", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "auth", user: "ci", ttl: 3600 });
    const { value } = kept.state.key as { value: string };
    expect(kept.state.key).toEqual(secretOnWire(value));
    const response = await fetch(`${face.platform.baseUrl}${groupPath}/spacetemplates`, {
      headers: { authorization: `Bearer ${value}` },
    });
    expect(response.status).toBe(200);
    const expiry = Date.parse(String(kept.state.expiresAt)) - Date.parse(String(kept.state.creationTimestamp));
    expect(expiry).toBe(3_600_000);
  });

  test("a key that somebody rotated is a change of its own, until an update", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "rotated", user: "ci" });
    await face.merge("ownedaccesskeys/rotated", { spec: { key: "another-value-of-the-key" } });
    const read = await face.driver.read("OwnedAccessKey", kept);
    expect(read?.state).toMatchObject({ key: secretOnWire("another-value-of-the-key") });
    const drifted = { ...kept, ...read };
    expect((await face.driver.diff("OwnedAccessKey", drifted, kept.inputs)).detailed).toEqual([
      "externalChange: update",
    ]);
    expect((await face.driver.update("OwnedAccessKey", drifted, kept.inputs)).state).not.toHaveProperty(
      "externalChange",
    );
  });

  test("allowCli travels under the vendor's name", async () => {
    const kept = await face.create("OwnedAccessKey", {
      name: "cli",
      scope: { allowCli: true, projects: [{ project: "web" }] },
    });
    expect(face.stored("ownedaccesskeys", "cli").spec.scope).toEqual({
      allowLoftCli: true,
      projects: [{ project: "web" }],
    });
    expect(kept.state.scope).toEqual({ allowCli: true, projects: [{ project: "web" }] });
  });

  test("secrets stay secret from input to output", async () => {
    const { inputs } = await face.driver.check("OwnedAccessKey", {
      name: "wrapped",
      key: "supplied-key-value",
      oidcProvider: { clientId: "c", nonce: "upstream" },
      description: secretOnWire("hidden"),
    });
    const kept = await face.driver.create("OwnedAccessKey", inputs);
    expect(kept.state).toMatchObject({
      key: secretOnWire("supplied-key-value"),
      oidcProvider: { clientId: "c", nonce: secretOnWire("upstream") },
      description: secretOnWire("hidden"),
    });
  });
});
