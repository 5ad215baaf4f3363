import { apply, as, last } from "./applying";
import { get, merge, post, template } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

describe("a conflict", () => {
  platformTest("names every manager and every field, updaters with their version", async (platform) => {
    const { status, body } = await last(
      platform,
      as("m1", post(template("a", { displayName: "x", description: "d" }, { labels: { l: "1" } }))),
      apply("m2", { more: { c: 1 } }),
      apply("m3", { displayName: "y", description: "e", more: { c: 2 } }, { labels: { l: "2" } }),
    );
    const updater = '"m1" using management.loft.sh/v1';
    expect([status, body.message]).toEqual([
      409,
      `Apply failed with 4 conflicts: conflicts with ${updater}:\n- .metadata.labels.l\n- .spec.description\n- .spec.displayName\nconflicts with "m2":\n- .spec.more.c`,
    ]);
    const cause = (field: string, manager = updater) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${manager}`,
      field,
    });
    expect(body.details).toEqual({
      causes: [
        cause(".metadata.labels.l"),
        cause(".spec.description"),
        cause(".spec.displayName"),
        cause(".spec.more.c", '"m2"'),
      ],
    });
  });

  platformTest("changes nothing", async (platform) => {
    const { body } = await send(platform, apply("m1", { displayName: "x" }));
    await send(platform, apply("m2", { displayName: "y", description: "d" }));
    expect((await send(platform, get("/spacetemplates/a"))).body).toEqual(body);
  });

  platformTest(
    "is none where kubectl goes over from its own way of applying and nobody else changed the field",
    async (platform) => {
      const annotation = "kubectl.kubernetes.io/last-applied-configuration";
      const config = template("a", { displayName: "x", description: "d" });
      const annotations = { [annotation]: JSON.stringify(config) };
      await send(platform, as("kubectl-client-side-apply", post({ ...config, metadata: { name: "a", annotations } })));
      expect((await send(platform, apply("other", { displayName: "y" }))).status).toBe(409);
      const { status, body } = await send(platform, apply("kubectl", { displayName: "y" }));
      expect([status, body.spec]).toEqual([200, { displayName: "y", description: "d" }]);
      const kept = (body.metadata as unknown as { annotations: Record<string, string> }).annotations[annotation];
      expect(JSON.parse(kept ?? "")).toEqual(template("a", { displayName: "y" }));
      await send(platform, as("edit", merge("a", { spec: { displayName: "z" } })));
      expect((await send(platform, apply("kubectl", { displayName: "y" }))).status).toBe(409);
    },
  );
});
