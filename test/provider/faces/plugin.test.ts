import { type RunningPlatform, startPlatform } from "../../../emulator/platform";
import { initializationOf, type PluginDriver, startDriver, type Wire } from "../../support/faces";

const secretKey = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [secretKey]: "1b47061264138c4ac30d75fd1eb44270", value });
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const group = "/kubernetes/management/apis/management.loft.sh/v1";

describe.each([{ omitEmpty: false }, { omitEmpty: true }])("on a server with %p", (mode) => {
  let platform: RunningPlatform;
  let driver: PluginDriver;

  beforeAll(async () => {
    platform = await startPlatform({ ...mode, projects: ["web"] });
    driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  });
  afterAll(async () => {
    await driver.close();
    await platform.close();
  });
  beforeEach(() => {
    platform.requests.length = 0;
  });

  const create = async (type: string, inputs: Wire) => {
    const checked = await driver.check(type, inputs);
    expect(checked.failures).toEqual([]);
    return driver.create(type, checked.inputs);
  };
  const sent = () => platform.requests.map(({ method, status }) => `${method} ${status}`);
  const stored = (plural: string, name: string) => JSON.parse(JSON.stringify(platform.store.get(plural, name)));

  /** What a colleague with kubectl does. */
  const merge = async (path: string, body: Wire) => {
    const response = await fetch(`${platform.baseUrl}${group}/${path}?fieldManager=kubectl-edit`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/merge-patch+json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    platform.requests.length = 0;
  };

  describe("create", () => {
    test("sends one request and stamps the object", async () => {
      const kept = await create("SpaceTemplate", { name: "one", displayName: "One", template: { objects: "" } });
      expect(kept.id).toBe("one");
      expect(sent()).toEqual(["POST 201"]);
      const { metadata } = stored("spacetemplates", "one");
      expect(metadata.labels).toEqual({ "pulumi-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) });
      expect(Object.keys(metadata.annotations)).toEqual(["pulumi-platform/create-nonce"]);
      expect(kept.state).toMatchObject({ name: "one", displayName: "One", generation: 1 });
      expect(kept.state).not.toHaveProperty("labels");
    });

    test("takes an object whose answer was lost for its own", async () => {
      platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
      const kept = await create("SpaceTemplate", { name: "lost", displayName: "Lost" });
      expect(kept.state.uid).toBe(stored("spacetemplates", "lost").metadata.uid);
      expect(sent().filter((each) => each.startsWith("POST"))).toHaveLength(1);
    });

    test("sends a create again that did not arrive", async () => {
      platform.faults.add({ method: "POST", kind: "spacetemplates", times: 2, action: "reset-before" });
      const kept = await create("SpaceTemplate", { name: "cut", displayName: "Cut" });
      expect(kept.state.uid).toBe(stored("spacetemplates", "cut").metadata.uid);
    });

    test("reads the object back when the answer to the create holds none", async () => {
      const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
      const kept = await create("SpaceTemplate", { name: "silent" });
      await driver.delete("SpaceTemplate", kept);
      platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: { status: 201, body: success } });
      const again = await create("SpaceTemplate", { name: "silent" });
      expect(again.state.uid).toBe(stored("spacetemplates", "silent").metadata.uid);
    });

    test("an unanswered create whose look-up fails keeps a state from which the next update goes on", async () => {
      const { inputs } = await driver.check("SpaceTemplate", { name: "unsure", displayName: "d" });
      platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
      platform.faults.add({ method: "GET", name: "unsure", times: 100, action: { status: 403 } });
      const failed: { id: string; state: Wire } = await driver.create("SpaceTemplate", inputs).catch(initializationOf);
      platform.faults.clear();
      expect(failed).toMatchObject({ id: "unsure", state: { name: "unsure", displayName: "d" } });
      const kept = { id: failed.id, inputs, state: failed.state };
      const resumed = await driver.update("SpaceTemplate", kept, inputs);
      expect(resumed.state.uid).toBe(stored("spacetemplates", "unsure").metadata.uid);
    });

    test("never adopts a foreign object and prints the import command", async () => {
      await create("SpaceTemplate", { name: "taken" });
      await merge("spacetemplates/taken", { metadata: { labels: { "pulumi-platform/owner": "other" } } });
      await expect(create("SpaceTemplate", { name: "taken" })).rejects.toThrow(
        "pulumi import platform:index:SpaceTemplate res taken",
      );
    });

    test("stops at an object that an interrupted create left behind", async () => {
      await create("SpaceTemplate", { name: "left" });
      await expect(create("SpaceTemplate", { name: "left" })).rejects.toThrow("in a create that was interrupted");
    });

    test("the preview of a create sends nothing and knows what is declared", async () => {
      const { inputs } = await driver.check("OwnedAccessKey", { user: "ci" });
      const { state } = await driver.create("OwnedAccessKey", inputs, { preview: true });
      expect(platform.requests).toEqual([]);
      expect(state).toMatchObject({ user: "ci", name: inputs.name, uid: unknown, key: secret(unknown) });
      expect(state).not.toHaveProperty("externalChange");
    });
  });

  describe("read", () => {
    test("after a write shows no change, also for empty values", async () => {
      const kept = await create("SpaceTemplate", {
        displayName: "",
        access: [{ users: ["*"], verbs: [] }],
        labels: {},
        template: { metadata: { labels: { a: "" } }, objects: "" },
      });
      const read = await driver.read("SpaceTemplate", kept);
      expect(read?.inputs).toEqual(kept.inputs);
      expect(await driver.diff("SpaceTemplate", { ...kept, ...read }, kept.inputs)).toMatchObject({ changes: false });
    });

    test("what others add to an object is no change", async () => {
      const kept = await create("SpaceTemplate", { name: "noise", labels: { mine: "1" }, description: "d" });
      await merge("spacetemplates/noise", {
        metadata: { labels: { theirs: "2" }, annotations: { note: "x" }, finalizers: ["x.test/a"] },
        spec: { owner: { user: "u" }, parameters: [{ variable: "v" }], access: [{ users: ["*"] }] },
      });
      const read = await driver.read("SpaceTemplate", kept);
      expect(read?.inputs).toEqual(kept.inputs);
      await merge("spacetemplates/noise", { metadata: { finalizers: null } });
    });

    test("a declared field that others changed is a change, and an update repairs it", async () => {
      const kept = await create("SpaceTemplate", { name: "drift", displayName: "ours", labels: { a: "1", b: "2" } });
      await merge("spacetemplates/drift", {
        metadata: { labels: { a: "9", b: null } },
        spec: { displayName: "theirs" },
      });
      const read = await driver.read("SpaceTemplate", kept);
      expect(read?.inputs).toMatchObject({ displayName: "theirs", labels: { a: "9" } });
      const drifted = { ...kept, ...read };
      expect((await driver.diff("SpaceTemplate", drifted, kept.inputs)).detailed).toEqual([
        "displayName: update",
        "labels.a: update",
        "labels.b: add",
      ]);
      const repaired = await driver.update("SpaceTemplate", drifted, kept.inputs);
      expect(repaired.state).toMatchObject({ displayName: "ours", labels: { a: "1", b: "2" } });
    });

    test("an object that is gone answers no id", async () => {
      const kept = await create("SpaceTemplate", { name: "gone" });
      await driver.delete("SpaceTemplate", kept);
      expect(await driver.read("SpaceTemplate", kept)).toBeUndefined();
    });

    test("an object created again by somebody else is a change of its own", async () => {
      const kept = await create("SpaceTemplate", { name: "again", displayName: "d" });
      await driver.delete("SpaceTemplate", kept);
      await create("SpaceTemplate", { name: "again", displayName: "d" });
      const read = await driver.read("SpaceTemplate", kept);
      expect(read?.state.externalChange).toContain("created again by somebody else");
      const drifted = { ...kept, ...read };
      expect((await driver.diff("SpaceTemplate", drifted, kept.inputs)).detailed).toEqual(["externalChange: update"]);
      expect((await driver.update("SpaceTemplate", drifted, kept.inputs)).state).not.toHaveProperty("externalChange");
    });

    test("an import takes spec, labels and annotations, but no secret and nothing of ours", async () => {
      const kept = await create("OwnedAccessKey", { name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
      const read = await driver.read("OwnedAccessKey", { id: "imported", inputs: {}, state: {} });
      expect(read?.inputs).toEqual({ name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
      expect(read?.state.key).toEqual(kept.state.key);
      expect(await driver.diff("OwnedAccessKey", { ...kept, ...read }, read?.inputs ?? {})).toMatchObject({
        changes: false,
      });
    });
  });

  describe("update", () => {
    test("sends a read and a patch, and leaves alone what others wrote", async () => {
      const kept = await create("SpaceTemplate", {
        name: "shared",
        displayName: "a",
        description: "d",
        labels: { x: "1" },
      });
      await merge("spacetemplates/shared", {
        metadata: { labels: { theirs: "2" }, annotations: { note: "x" } },
        spec: { owner: { user: "u" } },
      });
      const { name, displayName } = { name: "shared", displayName: "b" };
      const updated = await driver.update("SpaceTemplate", kept, { name, displayName });
      expect(sent()).toEqual(["GET 200", "PATCH 200"]);
      const { metadata, spec } = stored("spacetemplates", "shared");
      expect(spec).toEqual({ displayName: "b", owner: { user: "u" } });
      expect(metadata.labels).toEqual({ "pulumi-platform/owner": expect.any(String), theirs: "2" });
      expect(metadata.annotations.note).toBe("x");
      expect(updated.state).toMatchObject({ displayName: "b", generation: 3 });
    });

    test("an empty label is a label: it is written, and its removal by others is a change", async () => {
      const kept = await create("SpaceTemplate", { name: "marked", labels: { a: "1" } });
      const updated = await driver.update("SpaceTemplate", kept, { name: "marked", labels: { a: "1", b: "" } });
      expect(stored("spacetemplates", "marked").metadata.labels).toMatchObject({ a: "1", b: "" });
      await merge("spacetemplates/marked", { metadata: { labels: { b: null } } });
      expect((await driver.read("SpaceTemplate", updated))?.inputs.labels).toEqual({ a: "1" });
    });

    test("a field of the spec that is named like metadata is a field of the spec", async () => {
      const kept = await create("SpaceTemplate", { name: "namesake", extraSpec: { generateName: "a" } });
      await driver.update("SpaceTemplate", kept, { name: "namesake", extraSpec: { generateName: "b" } });
      expect(stored("spacetemplates", "namesake").spec.generateName).toBe("b");
    });

    test("a field that both sides changed is an error with both values and the writer", async () => {
      const kept = await create("SpaceTemplate", { name: "both", displayName: "a" });
      await merge("spacetemplates/both", { spec: { displayName: "theirs" } });
      const update = driver.update("SpaceTemplate", kept, { name: "both", displayName: "ours" });
      await expect(update).rejects.toThrow(
        /displayName was changed by "kubectl-edit" at or before .* from "a" to "theirs", while the program asks for "ours"/,
      );
      expect(stored("spacetemplates", "both").spec.displayName).toBe("theirs");
    });

    test("starts again when somebody else writes in between", async () => {
      const kept = await create("SpaceTemplate", { name: "race", displayName: "a" });
      platform.faults.add({
        method: "PATCH",
        kind: "spacetemplates",
        times: 1,
        action: {
          status: 409,
          body: {
            kind: "Status",
            apiVersion: "v1",
            metadata: {},
            status: "Failure",
            message: "modified",
            reason: "Conflict",
            code: 409,
          },
        },
      });
      const updated = await driver.update("SpaceTemplate", kept, { name: "race", displayName: "b" });
      expect(updated.state.displayName).toBe("b");
      expect(sent()).toEqual(["POST 201", "GET 200", "PATCH 409", "GET 200", "PATCH 200"]);
    });

    test("an absent object is not created in passing", async () => {
      const kept = await create("SpaceTemplate", { name: "absent", displayName: "a" });
      await driver.delete("SpaceTemplate", kept);
      await expect(driver.update("SpaceTemplate", kept, { name: "absent", displayName: "b" })).rejects.toThrow(
        "it is not on this platform",
      );
    });

    test("the preview of an update sends nothing and keeps what cannot change", async () => {
      const kept = await create("OwnedAccessKey", { name: "planned", displayName: "a" });
      platform.requests.length = 0;
      const planned = await driver.update(
        "OwnedAccessKey",
        kept,
        { name: "planned", displayName: "b" },
        { preview: true },
      );
      expect(platform.requests).toEqual([]);
      const { uid, creationTimestamp, key } = kept.state;
      expect(planned.state).toMatchObject({
        name: "planned",
        displayName: "b",
        uid,
        creationTimestamp,
        key,
        resourceVersion: unknown,
      });
    });
  });

  describe("delete", () => {
    test("of an absent object succeeds", async () => {
      const kept = await create("SpaceTemplate", { name: "twice" });
      await driver.delete("SpaceTemplate", kept);
      await driver.delete("SpaceTemplate", kept);
      expect(platform.store.get("spacetemplates", "twice")).toBeUndefined();
    });

    test("leaves an object alone that somebody else created under the same name", async () => {
      const kept = await create("SpaceTemplate", { name: "newcomer" });
      await driver.delete("SpaceTemplate", kept);
      await create("SpaceTemplate", { name: "newcomer" });
      await driver.delete("SpaceTemplate", kept);
      expect(platform.store.get("spacetemplates", "newcomer")).toBeDefined();
    });

    test("waits for finalizers, and keeps the state when the time is over", async () => {
      const kept = await create("SpaceTemplate", { name: "held", finalizers: ["x.test/hold"] });
      await expect(driver.delete("SpaceTemplate", kept, 0.5)).rejects.toThrow(
        /still being deleted: waiting for x\.test\/hold/,
      );
      const deleting = driver.delete("SpaceTemplate", kept);
      await merge("spacetemplates/held", { metadata: { finalizers: null } });
      await deleting;
      expect(platform.store.get("spacetemplates", "held")).toBeUndefined();
    });
  });

  describe("diff", () => {
    test.each<[string, Wire, Wire, string[]]>([
      ["SpaceTemplate", { name: "a" }, { name: "b" }, ["name: update-replace"]],
      ["SpaceTemplate", { displayName: "a" }, {}, ["displayName: delete"]],
      ["SpaceTemplate", {}, { labels: { "a.b/c": "1" } }, ["labels: add"]],
      ["SpaceTemplate", { labels: { "a.b/c": "1" } }, { labels: { "a.b/c": "2" } }, ['labels["a.b/c"]: update']],
      [
        "SpaceTemplate",
        { access: [{ users: ["a"] }] },
        { access: [{ users: ["a", "b"] }] },
        ["access[0].users[1]: add"],
      ],
      ["SpaceTemplate", { finalizers: ["a/b", "c/d"] }, { finalizers: ["c/d", "a/b"] }, []],
      ["SpaceTemplate", { template: { objects: "a: 1" } }, { template: { objects: "# note\na:   1" } }, []],
      [
        "SpaceTemplate",
        { template: { objects: "a: 1" } },
        { template: { objects: "a: 2" } },
        ["template.objects: update"],
      ],
      ["SpaceTemplate", { displayName: "" }, {}, []],
      ["SpaceTemplate", { labels: { a: "1" } }, { labels: { a: "1", b: "" } }, ["labels.b: add"]],
      ["SpaceTemplate", { labels: { a: "1", b: "" } }, { labels: { a: "1" } }, ["labels.b: delete"]],
      [
        "SpaceTemplate",
        { template: { objects: [{ kind: "A", spec: {} }] } },
        { template: { objects: [{ kind: "A", spec: { replicas: 0 } }] } },
        ["template.objects: update"],
      ],
      ["OwnedAccessKey", { groups: ["a"] }, { groups: ["a", ""] }, ["groups[1]: add"]],
      [
        "OwnedAccessKey",
        { rules: [{ namespaces: [] }] },
        { rules: [{ namespaces: [""] }] },
        ["rules[0].namespaces[0]: add"],
      ],
      ["OwnedAccessKey", { scope: { projects: [{}] } }, { scope: { projects: [{}, {}] } }, ["scope.projects[1]: add"]],
      ["SpaceTemplate", { generateName: "a-" }, { generateName: "b-" }, []],
      ["OwnedAccessKey", { user: "a" }, { user: "b" }, ["user: update-replace"]],
      ["OwnedAccessKey", { team: "a" }, { subject: "b" }, ["subject: add-replace", "team: delete-replace"]],
      ["OwnedAccessKey", { key: "aaaa" }, { key: "bbbb" }, ["key: update"]],
      ["OwnedAccessKey", { key: "aaaa" }, {}, ["key: delete-replace"]],
      ["OwnedAccessKey", {}, { key: "bbbb" }, ["key: add"]],
      ["OwnedAccessKey", { disabled: false }, {}, []],
      ["VirtualClusterImport", { project: "a" }, { project: "b" }, ["project: update-replace"]],
      [
        "VirtualClusterImport",
        { sourceVirtualCluster: { cluster: "a" } },
        { sourceVirtualCluster: { cluster: "b" } },
        ["sourceVirtualCluster.cluster: update-replace"],
      ],
      ["VirtualClusterImport", { deletionPolicy: "retain" }, { deletionPolicy: "delete" }, ["deletionPolicy: update"]],
    ])("%s %j → %j", async (type, before, after, expected) => {
      const seen = await driver.diff(type, { id: "x", inputs: before, state: {} }, after);
      expect(seen.detailed).toEqual(expected);
      expect(platform.requests).toEqual([]);
    });

    test("ignored properties are no change, whatever is inside", async () => {
      const kept = { id: "x", inputs: { labels: { a: "1" }, description: "d" }, state: {} };
      const seen = await driver.diff("SpaceTemplate", kept, { labels: { a: "2" }, description: "e" }, ["labels"]);
      expect(seen.detailed).toEqual(["description: update"]);
    });

    test("only a name that the user fixed makes a replacement delete first", async () => {
      const fixed = { id: "x", inputs: { name: "x", user: "a" }, state: {} };
      expect((await driver.diff("OwnedAccessKey", fixed, { name: "x", user: "b" })).deleteBeforeReplace).toBe(true);
      const made = { id: "x", inputs: { name: "x", __defaults: ["name"], user: "a" }, state: {} };
      const after = { name: "x", __defaults: ["name"], user: "b" };
      expect((await driver.diff("OwnedAccessKey", made, after)).deleteBeforeReplace).toBe(false);
    });
  });

  describe("a create whose end nobody saw", () => {
    const unseen = async (name: string) => {
      const { inputs } = await driver.check("SpaceTemplate", { name });
      return { id: name, inputs, state: inputs };
    };
    const foreign = async (name: string) => {
      await create("SpaceTemplate", { name });
      await merge(`spacetemplates/${name}`, { metadata: { labels: { "pulumi-platform/owner": "other" } } });
    };

    test("whose name somebody else has taken is gone for a read, and left alone by a delete", async () => {
      await foreign("elsewhere");
      const kept = await unseen("elsewhere");
      expect(await driver.read("SpaceTemplate", kept)).toBeUndefined();
      await driver.delete("SpaceTemplate", kept);
      expect(platform.store.get("spacetemplates", "elsewhere")).toBeDefined();
      await expect(driver.update("SpaceTemplate", kept, kept.inputs)).rejects.toThrow("pulumi import");
    });

    test("is taken up by a read, an update and a delete when it made the object", async () => {
      await create("SpaceTemplate", { name: "made" });
      const kept = await unseen("made");
      expect((await driver.read("SpaceTemplate", kept))?.state.uid).toBeDefined();
      expect((await driver.update("SpaceTemplate", kept, kept.inputs)).state.uid).toBeDefined();
      await driver.delete("SpaceTemplate", kept);
      expect(platform.store.get("spacetemplates", "made")).toBeUndefined();
    });

    test("keeps the note that its name was made up", async () => {
      const { inputs } = await driver.check("SpaceTemplate", {});
      platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
      platform.faults.add({ method: "GET", kind: "spacetemplates", times: 9, action: { status: 403 } });
      const failed = await driver.create("SpaceTemplate", inputs).catch(initializationOf);
      platform.faults.clear();
      expect(failed).toMatchObject({ inputs: { __defaults: ["name"] } });
    });
  });

  describe("access keys", () => {
    test("the generated key is a secret output that authenticates", async () => {
      const kept = await create("OwnedAccessKey", { name: "auth", user: "ci", ttl: 3600 });
      const { value } = kept.state.key as { value: string };
      expect(kept.state.key).toEqual(secret(value));
      const response = await fetch(`${platform.baseUrl}${group}/spacetemplates`, {
        headers: { authorization: `Bearer ${value}` },
      });
      expect(response.status).toBe(200);
      const expiry = Date.parse(String(kept.state.expiresAt)) - Date.parse(String(kept.state.creationTimestamp));
      expect(expiry).toBe(3_600_000);
    });

    test("allowCli travels under the vendor's name", async () => {
      const kept = await create("OwnedAccessKey", {
        name: "cli",
        scope: { allowCli: true, projects: [{ project: "web" }] },
      });
      expect(stored("ownedaccesskeys", "cli").spec.scope).toEqual({
        allowLoftCli: true,
        projects: [{ project: "web" }],
      });
      expect(kept.state.scope).toEqual({ allowCli: true, projects: [{ project: "web" }] });
    });

    test("secrets stay secret from input to output", async () => {
      const { inputs } = await driver.check("OwnedAccessKey", {
        name: "wrapped",
        key: "supplied-key-value",
        identity: { username: "u", connectorData: "upstream" },
        description: secret("hidden"),
      });
      const kept = await driver.create("OwnedAccessKey", inputs);
      expect(kept.state).toMatchObject({
        key: secret("supplied-key-value"),
        identity: { username: "u", connectorData: secret("upstream") },
        description: secret("hidden"),
      });
    });
  });

  describe("imports of virtual clusters", () => {
    const source = { cluster: "c1", namespace: "vc-ns", name: "vc1" };

    test("bring a virtual cluster into the project, and keep it when the resource is deleted", async () => {
      const kept = await create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
      expect(kept.id).toBe("web/vc1");
      expect(kept.state).toMatchObject({ virtualCluster: "vc1", namespace: "p-web", project: "web" });
      expect((await driver.read("VirtualClusterImport", kept))?.inputs).toEqual(kept.inputs);
      await driver.delete("VirtualClusterImport", kept);
      expect(platform.store.get("virtualclusterinstances", "vc1", "p-web")).toBeDefined();
    });

    test("an existing virtual cluster with the same source is success, with another an error that explains importName", async () => {
      const again = await create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
      expect(again.state.virtualCluster).toBe("vc1");
      expect(sent().filter((each) => each.startsWith("POST"))).toEqual([]);
      const other = { project: "web", sourceVirtualCluster: { ...source, cluster: "c2" } };
      await expect(create("VirtualClusterImport", other)).rejects.toThrow("Set sourceVirtualCluster.importName");
    });

    test("are requested once although the answer is lost", async () => {
      platform.faults.add({ method: "POST", kind: "ProjectImportVirtualCluster", times: 1, action: "reset-after" });
      const inputs = {
        project: "web",
        sourceVirtualCluster: { ...source, importName: "renamed" },
        deletionPolicy: "delete",
      };
      const kept = await create("VirtualClusterImport", inputs);
      expect(kept.id).toBe("web/renamed");
      expect(sent().filter((each) => each.startsWith("POST"))).toHaveLength(1);
      await driver.delete("VirtualClusterImport", kept);
      expect(platform.store.get("virtualclusterinstances", "renamed", "p-web")).toBeUndefined();
    });

    test("without a recorded uid leaves a virtual cluster of another source alone", async () => {
      await create("VirtualClusterImport", {
        project: "web",
        sourceVirtualCluster: { ...source, importName: "theirs" },
      });
      const sourceVirtualCluster = { ...source, cluster: "c9", importName: "theirs" };
      const inputs = { project: "web", sourceVirtualCluster, deletionPolicy: "delete" };
      const kept = { id: "web/theirs", inputs, state: inputs };
      expect(await driver.read("VirtualClusterImport", kept)).toBeUndefined();
      await driver.delete("VirtualClusterImport", kept);
      expect(platform.store.get("virtualclusterinstances", "theirs", "p-web")).toBeDefined();
    });

    test("an import into the state holds project and source, in inputs and state", async () => {
      const read = await driver.read("VirtualClusterImport", { id: "web/vc1", inputs: {}, state: {} });
      expect(read?.inputs).toEqual({ project: "web", sourceVirtualCluster: source });
      expect(read?.state).toMatchObject({ project: "web", sourceVirtualCluster: source, virtualCluster: "vc1" });
    });

    test("an id without a project is explained", async () => {
      const read = driver.read("VirtualClusterImport", { id: "vc1", inputs: {}, state: {} });
      await expect(read).rejects.toThrow("must have the form <project>/<name of the virtual cluster>");
    });
  });
});
