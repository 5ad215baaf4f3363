import { setTimeout } from "node:timers/promises";
import type { Fault } from "../../../emulator/faults/fault";
import type { FaceUnderTest } from "../../support/faceUnderTest";
import { onBothServers } from "../../support/faceUnderTest";
import { heardPlugin } from "../../support/heardPlugin";
import { groupPath } from "../../support/http";
import { configurePlugin, type Kept, unknownOnWire, type Wire } from "../../support/pluginDriver";
import { startDeafToDryRun } from "../../support/startDeafToDryRun";

const probe = "DELETE 422";
const preview = { preview: true };
const secret = "supplied-key-canary-0123456789";
// Our own check does not count bytes; the platform takes 256 KiB in all.
const tooLong = { note: "x".repeat(256 * 1024) };
const finalized = { name: "leaving", finalizers: ["x.test/keep"] };

const rulesFor = (...verbs: string[]) => [
  { verbs, resources: [{ group: "management.loft.sh", resources: ["spacetemplates"] }] },
];

const everything = ({ platform }: FaceUnderTest) =>
  JSON.stringify([
    platform.store.resourceVersion,
    ...["spacetemplates", "ownedaccesskeys", "virtualclusterinstances", "projects"].map((plural) =>
      platform.store.list(plural),
    ),
  ]);

const template = "SpaceTemplate";

onBothServers((face) => {
  const heard = heardPlugin(face);

  /** A new session that checks its previews; nothing was sent or said in it. */
  const configure = async (settings: Record<string, string> = {}) => {
    const { baseUrl, accessKey } = face.platform;
    await configurePlugin(heard.driver.plugin, { baseUrl, accessKey, serverSideDryRun: "true", ...settings });
    face.platform.requests.length = 0;
    heard.engine.messages.length = 0;
  };

  /** Runs previews, and makes sure that not a byte of what the platform stores has changed. */
  const inPreview = async (run: () => Promise<void>, settings: Record<string, string> = {}) => {
    await configure(settings);
    const before = everything(face);
    await run();
    expect(everything(face)).toBe(before);
  };

  describe("the preview of a create", () => {
    test("of what the platform takes sends a trial and plans what it plans without one", () =>
      inPreview(async () => {
        const { inputs } = await heard.driver.check("OwnedAccessKey", { name: "fine", user: "ci", key: secret });
        const planned = await heard.driver.create("OwnedAccessKey", inputs, preview);
        expect(planned).toEqual(await face.driver.create("OwnedAccessKey", inputs, preview));
        expect(face.sent()).toEqual([probe, "POST 201"]);
        await heard.driver.create("OwnedAccessKey", { ...inputs, name: "fine-2" }, preview);
        expect(face.sent()).toEqual([probe, "POST 201", "POST 201"]);
      }));

    test("shows what the platform refuses, but no secret", () =>
      inPreview(async () => {
        const inputs = { name: "long", key: secret, annotations: { ...tooLong, secret } };
        const failure = await heard.driver.create("OwnedAccessKey", inputs, preview).catch(String);
        expect(failure).toContain('property "annotations": Too long: may not be more than 262144 bytes');
        expect(failure).not.toContain(secret);
        expect(face.sent()).toEqual([probe, "POST 422"]);
      }));

    test("shows a right that the access key does not have", async () => {
      const weak = await face.create("OwnedAccessKey", { name: "weak", key: "weak", rules: rulesFor("get", "delete") });
      await configure({ accessKey: "weak" });
      const create = heard.driver.create(template, { name: "mine" }, preview);
      await expect(create).rejects.toThrow(/POST spacetemplates .*403 Forbidden/);
      expect(face.sent()).toEqual([probe, "POST 403"]);
      await face.driver.delete("OwnedAccessKey", weak);
    });

    test("shows that somebody else has the name, with the import command", async () => {
      await face.create(template, { name: "taken" });
      await face.merge("spacetemplates/taken", { metadata: { labels: { "pulumi-platform/owner": "other" } } });
      await inPreview(() =>
        expect(heard.driver.create(template, { name: "taken" }, preview)).rejects.toThrow(
          "pulumi import platform:index:SpaceTemplate res taken",
        ),
      );
    });

    test("of a replacement passes while the object that goes first still has the name", async () => {
      await face.create(template, { name: "old" });
      await inPreview(async () => {
        await heard.driver.create(template, { name: "old", displayName: "new" }, preview);
        await expect(heard.driver.create(template, { name: "old", annotations: tooLong }, preview)).rejects.toThrow(
          "Too long",
        );
      });
    });

    test("passes while an object of somebody else under this name is being deleted", async () => {
      const kept = await face.create(template, finalized);
      await face.merge("spacetemplates/leaving", { metadata: { labels: { "pulumi-platform/owner": "other" } } });
      await expect(face.driver.delete(template, kept, 1)).rejects.toThrow("x.test/keep");
      await inPreview(async () => {
        await heard.driver.create(template, { name: "leaving" }, preview);
      });
      await face.merge("spacetemplates/leaving", { metadata: { finalizers: null } });
    });

    test("with something unknown asks nobody", () =>
      inPreview(async () => {
        const access = [{ users: [unknownOnWire], verbs: ["get"] }];
        await heard.driver.create(template, { name: "later", annotations: tooLong, access }, preview);
        expect(face.sent()).toEqual([]);
      }));

    test("by a provider whose settings are unknown asks nobody", () =>
      inPreview(
        async () => {
          await heard.driver.create(template, { name: "later", annotations: tooLong }, preview);
          expect(face.sent()).toEqual([]);
        },
        { baseUrl: unknownOnWire },
      ));

    test("of the import of a virtual cluster asks nobody: its endpoint is never tried", () =>
      inPreview(async () => {
        const source = { cluster: "c", namespace: "ns", name: "vc" };
        const { inputs, failures } = await heard.driver.check("VirtualClusterImport", {
          project: "nowhere",
          sourceVirtualCluster: source,
        });
        expect(failures).toEqual([]);
        await heard.driver.create("VirtualClusterImport", inputs, preview);
        expect(face.sent()).toEqual([]);
      }));
  });

  describe("the preview of an update", () => {
    const kept = async (name: string, inputs: Wire = { displayName: "a", description: "a" }): Promise<Kept> =>
      face.create(template, { name, ...inputs });
    const change = (before: Kept, news: Wire) => ({ ...before.inputs, ...news });

    test("of what the platform takes sends a trial and plans what it plans without one", async () => {
      const before = await kept("calm");
      await inPreview(async () => {
        const planned = await heard.driver.update(template, before, change(before, { displayName: "b" }), preview);
        expect(face.sent()).toEqual([probe, "GET 200", "PATCH 200"]);
        expect(planned).toEqual(
          await face.driver.update(template, before, change(before, { displayName: "b" }), preview),
        );
      });
    });

    test("shows what the platform refuses", async () => {
      const before = await kept("limits");
      await inPreview(() =>
        expect(
          heard.driver.update(template, before, change(before, { annotations: tooLong }), preview),
        ).rejects.toThrow('property "annotations": Too long'),
      );
    });

    test("tries the whole object where the platform takes no JSON Patch", async () => {
      const before = await kept("whole");
      const fault: Fault = { method: "PATCH", kind: "spacetemplates", times: 2, action: { status: 415 } };
      face.platform.faults.add(fault);
      await inPreview(async () => {
        await heard.driver.update(template, before, change(before, { displayName: "b" }), preview);
        expect(face.sent()).toEqual([probe, "GET 200", "PATCH 415", "PUT 200"]);
        const update = heard.driver.update(template, before, change(before, { annotations: tooLong }), preview);
        await expect(update).rejects.toThrow("Too long");
        expect(face.sent().at(-1)).toBe("PUT 422");
      });
    });

    test("shows a field that somebody else changed too", async () => {
      const before = await kept("contested");
      await face.merge("spacetemplates/contested", { spec: { displayName: "theirs" } });
      await inPreview(() =>
        expect(heard.driver.update(template, before, change(before, { displayName: "ours" }), preview)).rejects.toThrow(
          'displayName was changed by "kubectl-edit"',
        ),
      );
    });

    test("shows that the object is gone", async () => {
      const before = await kept("gone");
      await face.driver.delete(template, before);
      await inPreview(() =>
        expect(heard.driver.update(template, before, change(before, { displayName: "b" }), preview)).rejects.toThrow(
          "it is not on this platform",
        ),
      );
    });

    test("after a create that did not come to an end tries the create", () =>
      inPreview(async () => {
        const unfinished: Kept = { id: "half", inputs: { name: "half" }, state: { name: "half", __createNonce: "n" } };
        await heard.driver.update(template, unfinished, { name: "half", displayName: "b" }, preview);
        expect(face.sent()).toEqual([probe, "POST 201"]);
        const update = heard.driver.update(template, unfinished, { name: "half", annotations: tooLong }, preview);
        await expect(update).rejects.toThrow("Too long");
      }));

    test("with something unknown asks nobody", async () => {
      const before = await kept("vague");
      await inPreview(async () => {
        await heard.driver.update(template, before, change(before, { description: unknownOnWire }), preview);
        expect(face.sent()).toEqual([]);
      });
    });
  });

  test("without the setting a preview sends nothing", async () => {
    const before = await face.create(template, { name: "silent" });
    face.platform.requests.length = 0;
    await face.driver.create(template, { name: "silent-2", annotations: tooLong }, preview);
    await face.driver.update(template, before, { name: "silent", annotations: tooLong }, preview);
    expect(face.sent()).toEqual([]);
  });

  test("a preview whose probe gets no clear answer fails and sends no trial", () =>
    inPreview(async () => {
      face.platform.faults.add({ method: "DELETE", kind: "spacetemplates", times: 1, action: { status: 500 } });
      await expect(heard.driver.create(template, { name: "unclear" }, preview)).rejects.toThrow("500");
      expect(face.sent()).toEqual(["DELETE 500"]);
      await heard.driver.create(template, { name: "unclear" }, preview);
      expect(face.sent()).toEqual(["DELETE 500", probe, "POST 201"]);
    }));

  test("a preview whose time ends during the probe ends no other one that waits for it", () =>
    inPreview(async () => {
      face.platform.faults.add({ method: "DELETE", kind: "spacetemplates", times: 1, action: { delayMs: 1500 } });
      const hasty = heard.driver.create(template, { name: "hasty" }, { ...preview, timeout: 1 });
      const patient = heard.driver.create(template, { name: "patient" }, preview);
      await expect(hasty).rejects.toThrow("the operation's time ran out");
      expect((await patient).id).toBe("patient");
      // The answer that nobody waited for would count in the test after this.
      while (face.sent().length < 3) await setTimeout(20);
    }));

  test("on a platform that ignores dryRun previews only probe, and say once that nothing was checked", async () => {
    const before = await face.create(template, { name: "deaf" });
    const deaf = await startDeafToDryRun(face.platform.baseUrl);
    const run = async () => {
      await heard.driver.create(template, { name: "deaf-2", annotations: tooLong }, preview);
      await heard.driver.create("OwnedAccessKey", { name: "deaf" }, preview);
      await heard.driver.update(template, before, { name: "deaf", displayName: "b" }, preview);
      expect(face.sent()).toEqual(["DELETE 404", "DELETE 404"]);
    };
    await inPreview(run, { baseUrl: deaf.baseUrl }).finally(deaf.close);
    // A later warning, so that all before it have come.
    await heard.driver.check("OwnedAccessKey", { name: "deaf-key", rules: [] });
    await heard.engine.heard('property "rules"');
    const warnings = heard.engine.messages.filter((message) => message.includes("serverSideDryRun"));
    expect(warnings).toEqual([expect.stringContaining("it does not read dryRun")]);
  });

  test("an access key that may not delete gets its previews unchecked, and a warning that says so", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "creator", key: "creator", rules: rulesFor("create") });
    await configure({ accessKey: "creator" });
    await heard.driver.create(template, { name: "unchecked", annotations: tooLong }, preview);
    expect(face.sent()).toEqual(["DELETE 403"]);
    await heard.engine.heard("it could not be asked whether it reads dryRun: DELETE spacetemplates/");
    expect((await heard.driver.create(template, { name: "may-create" })).id).toBe("may-create");
    await face.driver.delete("OwnedAccessKey", kept);
  });

  test("the stand-in for a platform that ignores dryRun does ignore it", async () => {
    const deaf = await startDeafToDryRun(face.platform.baseUrl);
    const name = "written";
    const body = JSON.stringify({ apiVersion: "management.loft.sh/v1", kind: template, metadata: { name } });
    const headers = { authorization: `Bearer ${face.platform.accessKey}`, "content-type": "application/json" };
    const url = `${deaf.baseUrl}${groupPath}/spacetemplates`;
    expect((await fetch(`${url}?dryRun=All`, { method: "POST", headers, body })).status).toBe(201);
    const options = JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] });
    expect(face.platform.store.get("spacetemplates", name)).toBeDefined();
    await fetch(`${url}/${name}`, { method: "DELETE", headers, body: options });
    expect(face.platform.store.get("spacetemplates", name)).toBeUndefined();
    deaf.close();
  });
});
