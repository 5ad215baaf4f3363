import { onServers } from "../../support/adapterUnderTest";
import { createAsColleague, writesOf } from "../../support/http";
import { type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    const words = (action: string, label: string) =>
      `Cannot ${action} ${label}: the provider's own access key acts for it`;
    /** A provider whose key acts for this user or team. */
    const actingFor = async (principal: Wire) => {
      const key = `key-of-${Object.entries(principal).flat().join("-")}-0123456789`;
      const object = { kind: "OwnedAccessKey", metadata: { name: key }, spec: { ...principal, key } };
      await createAsColleague(adapter.platform, "ownedaccesskeys", object);
      return adapter.configured({ accessKey: key });
    };

    test.each([
      ["User", { user: "robot" }],
      ["Team", { team: "robot" }],
    ])("the %s that the provider's key acts for is deleted only with allowSelfLockout", async (type, principal) => {
      const kept = await adapter.create(type, { name: "robot" });
      const own = await actingFor(principal);
      await expect(own.delete(type, kept)).rejects.toThrow(words("delete", `${type} "robot"`));
      expect(writesOf(adapter.platform)).not.toContain(`DELETE ${type.toLowerCase()}s/robot`);
      await own.delete(type, { ...kept, inputs: { ...kept.inputs, allowSelfLockout: true } });
      expect(writesOf(adapter.platform)).toContain(`DELETE ${type.toLowerCase()}s/robot`);
      await own.close();
    });

    test("the user that the provider's key acts for is disabled only with allowSelfLockout", async () => {
      const kept = await adapter.create("User", { name: "machine" });
      const own = await actingFor({ user: "machine" });
      const disabled = { ...kept.inputs, disabled: true };
      await expect(own.update("User", kept, disabled)).rejects.toThrow(words("disable", 'User "machine"'));
      await own.update("User", kept, { ...kept.inputs, displayName: "Machine" });
      await own.update("User", kept, { ...disabled, allowSelfLockout: true });
      expect(adapter.stored("users", "machine").spec.disabled).toBe(true);
      await own.close();
    });

    test("a user or team of the same name as the other kind is not meant", async () => {
      const kept = await adapter.create("Team", { name: "admin" });
      await adapter.driver.delete("Team", kept);
      expect(adapter.platform.store.get("teams", "admin")).toBeUndefined();
    });
  },
  [{ api: 4, omitEmpty: true }],
);
