import { onBothAdapters } from "../../../support/adapterUnderTest";
import type { Wire } from "../../../support/pluginDriver";

onBothAdapters((adapter) => {
  describe("a delete sends", () => {
    test.each<[type: string, inputs: Wire, requests: string[]]>([
      ["SpaceTemplate", {}, ["DELETE 200"]],
      // The key may be the provider's own by now.
      ["OwnedAccessKey", { user: "ci" }, ["GET 200", "DELETE 200"]],
    ])("the fewest requests: %s", async (type, inputs, requests) => {
      const kept = await adapter.create(type, { name: `deleted-${type.toLowerCase()}`, ...inputs });
      adapter.platform.requests.length = 0;
      await adapter.driver.delete(type, kept);
      expect(adapter.sent()).toEqual(requests);
    });
  });
});
