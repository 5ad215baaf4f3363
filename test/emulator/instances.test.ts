import type { ApiObject } from "../../emulator/kinds/metadata";
import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { temporaryFolder } from "../support/temporaryFolder";
import { apiVersion, type Body, get, mergeType, type Request } from "./conformance/row";
import { send } from "./request";
import { platformTest, until, withPlatform } from "./withPlatform";

const path = temporaryFolder();
const api4 = { api: 4, readyMs: 20 } satisfies PlatformOptions;
const place = "/namespaces/p-web/virtualclusterinstances";
const template = { helmRelease: { chart: { version: "0.32.1" } } };
const force = "sleepmode.loft.sh/force";

async function done(platform: RunningPlatform, request: Request): Promise<Body> {
  const { status, text, body } = await send(platform, request);
  expect([request.path, text, status < 300]).toEqual([request.path, text, true]);
  return body;
}

const create = (platform: RunningPlatform, kind: string, spec: object, metadata: object = {}) =>
  done(platform, {
    method: "POST",
    path: `${kind.endsWith("Instance") ? "/namespaces/p-web" : ""}/${kind.toLowerCase()}s`,
    body: { apiVersion, kind, metadata: { name: "a", ...metadata }, spec },
  });
const change = (platform: RunningPlatform, body: object, where = `${place}/a`) =>
  done(platform, { method: "PATCH", path: where, type: mergeType, body });
const read = async (platform: RunningPlatform, where = `${place}/a`) => done(platform, get(where));
const stored = ({ store }: RunningPlatform, plural = "virtualclusterinstances") => store.get(plural, "a", "p-web");

/** The instance as soon as it has a phase. */
const inPhase = (platform: RunningPlatform, phase: string, plural?: string) =>
  until(platform, () => stored(platform, plural)?.status.phase === phase && stored(platform, plural));

/** Notes each phase that the instance gets from now on. */
function notePhases(platform: RunningPlatform): unknown[] {
  const phases: unknown[] = [];
  platform.store.onChange(({ plural, entry: { object } }) => {
    if (plural.endsWith("instances") && (phases.length === 0 || object.status.phase !== phases.at(-1)))
      phases.push(object.status.phase);
  });
  return phases;
}

describe("an instance", () => {
  platformTest(
    "becomes ready a moment after its creation, on a cluster that is chosen for it",
    api4,
    async (platform) => {
      const phases = notePhases(platform);
      expect(await create(platform, "VirtualClusterInstance", { template })).toMatchObject({
        spec: { clusterRef: {} },
        status: {},
      });
      await inPhase(platform, "Ready");
      expect(phases).toEqual([undefined, "Pending", "Ready"]);
      const { metadata, spec, status } = await read(platform);
      expect(spec.clusterRef).toEqual({ cluster: "loft-cluster", namespace: "loft-web-v-a", virtualCluster: "a" });
      expect(metadata.finalizers).toEqual(["loft.sh/cleanup-workload"]);
      const { conditions, online } = status as { conditions: { type: string; status: string }[]; online: boolean };
      expect(online).toBe(true);
      expect(conditions.map((condition) => `${condition.type} ${condition.status}`)).toEqual([
        "Scheduled True",
        "TemplateResolved True",
        "TemplateSynced True",
        "SpaceSynced True",
        "SpaceReady True",
        "VirtualClusterDeployed True",
        "VirtualClusterSynced True",
        "VirtualClusterReady True",
        "VirtualClusterOnline True",
      ]);
    },
  );

  platformTest("of a space becomes ready in the same way", api4, async (platform) => {
    await create(platform, "SpaceInstance", { template: {}, clusterRef: { cluster: "loft-cluster" } });
    const { spec, status } = await inPhase(platform, "Ready", "spaceinstances");
    expect(spec.clusterRef).toEqual({ cluster: "loft-cluster", namespace: "loft-web-s-a" });
    expect(status).not.toHaveProperty("online");
  });

  platformTest("becomes ready again after each change", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { template });
    const { metadata } = await inPhase(platform, "Ready");
    const phases = notePhases(platform);
    const changed = await change(platform, { spec: { displayName: "A" } });
    expect(changed.status).toMatchObject({ phase: "Ready" });
    await inPhase(platform, "Pending");
    await inPhase(platform, "Ready");
    expect(phases).toEqual(["Ready", "Pending", "Ready"]);
    expect((await read(platform)).metadata.generation).toBe(metadata.generation + 1);
  });

  platformTest("stays ready when only its labels change", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { template });
    await inPhase(platform, "Ready");
    const phases = notePhases(platform);
    await change(platform, { metadata: { labels: { a: "b" } } });
    await new Promise((resolve) => setTimeout(resolve, 2 * api4.readyMs));
    expect(phases).toEqual(["Ready"]);
  });

  platformTest("that is external is left alone", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { external: true });
    await new Promise((resolve) => setTimeout(resolve, 2 * api4.readyMs));
    expect(await read(platform)).toMatchObject({ spec: { clusterRef: {} }, status: {} });
  });

  platformTest("that connected itself reports its own phase", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { external: true });
    const object = stored(platform) as ApiObject;
    platform.store.write("virtualclusterinstances", { ...object, status: { serviceUID: "s", phase: "Ready" } });
    const phases = notePhases(platform);
    await change(platform, { spec: { external: false } });
    await new Promise((resolve) => setTimeout(resolve, 2 * api4.readyMs));
    expect(phases).toEqual(["Ready"]);
  });

  platformTest("fails on a cluster that is not connected, and recovers when that is", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { template, clusterRef: { cluster: "far" } });
    const failure = { reason: "ClusterNotReady", message: 'cluster "far" is not connected' };
    const { status } = await inPhase(platform, "Failed");
    expect(status).toMatchObject({ ...failure, conditions: [{ type: "Scheduled", status: "False", ...failure }] });
    await create(platform, "Cluster", { local: true }, { name: "far" });
    await inPhase(platform, "Pending");
    await inPhase(platform, "Failed");
    await change(platform, { status: { phase: "Initialized" } }, "/clusters/far/status");
    expect((await inPhase(platform, "Ready")).status).not.toHaveProperty("reason");
  });

  platformTest("fails where its project allows no connected cluster", api4, async (platform) => {
    await change(platform, { spec: { allowedClusters: [{ name: "far" }] } }, "/projects/web");
    await create(platform, "VirtualClusterInstance", { template });
    const { status } = await inPhase(platform, "Failed");
    expect(status.message).toBe('no connected cluster is allowed in project "web"');
  });

  platformTest("sleeps while its annotation says so, whatever else changes", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { template }, { annotations: { [force]: "true" } });
    await inPhase(platform, "Sleeping");
    await change(platform, { spec: { displayName: "A" } });
    await new Promise((resolve) => setTimeout(resolve, 2 * api4.readyMs));
    expect(stored(platform)?.status).toMatchObject({ phase: "Sleeping", online: false });
    await change(platform, { metadata: { annotations: { [force]: null } } });
    await inPhase(platform, "Ready");
  });

  platformTest("is gone a moment after its deletion", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { template });
    await inPhase(platform, "Ready");
    const { metadata } = await done(platform, { method: "DELETE", path: `${place}/a` });
    expect(metadata).toMatchObject({ finalizers: ["loft.sh/cleanup-workload"], deletionTimestamp: expect.any(String) });
    await until(platform, () => stored(platform) === undefined);
  });

  platformTest("is not deleted while its annotation forbids it", api4, async (platform) => {
    await create(
      platform,
      "VirtualClusterInstance",
      { template },
      { annotations: { "loft.sh/non-deletable": "true" } },
    );
    await inPhase(platform, "Ready");
    expect((await send(platform, { method: "DELETE", path: `${place}/a` })).status).toBe(403);
  });

  test("goes on where the platform stopped", async () => {
    const options: PlatformOptions = { ...api4, dataFile: path("data") };
    await withPlatform({ ...options, readyMs: 60_000 }, async (platform) => {
      await create(platform, "VirtualClusterInstance", { template });
    });
    await withPlatform(options, async (platform) => {
      await inPhase(platform, "Ready");
    });
    await withPlatform({ ...options, readyMs: 60_000 }, async (platform) => {
      await done(platform, { method: "DELETE", path: `${place}/a` });
    });
    await withPlatform(options, (platform) => until(platform, () => stored(platform) === undefined).then(() => {}));
  });
});

describe("an instance of a template", () => {
  const parameters = (...names: string[]) =>
    names.map((variable) => ({ variable, type: "string", defaultValue: `of ${variable}` }));
  const typed = [
    { variable: "count", type: "number", defaultValue: "2" },
    { variable: "live", type: "boolean", defaultValue: "true" },
    { variable: "none" },
  ];
  const versions = [
    { version: "1.9.0", template, parameters: parameters("old") },
    { version: "1.10.0", template, parameters: [...parameters("size", "deep.a"), ...typed] },
    { version: "2.0.0", template, parameters: parameters("new") },
  ];

  test.each<[string, object, string | undefined]>([
    ["the newest version", {}, "new: of new\n"],
    ["the newest that fits", { version: "1.x.x" }, "size: of size\ndeep:\n  a: of deep.a\ncount: 2\nlive: true\n"],
    ["the one that is named", { version: "1.9.0" }, "old: of old\n"],
  ])("gets the parameters of %s", (_, version, expected) =>
    withPlatform(api4, async (platform) => {
      await create(platform, "VirtualClusterTemplate", { versions }, { name: "t" });
      await create(platform, "VirtualClusterInstance", { templateRef: { name: "t", ...version, syncOnce: true } });
      const { spec } = await inPhase(platform, "Ready");
      expect(spec.parameters).toBe(expected);
      expect(spec.templateRef).toEqual({ name: "t", ...version });
    }),
  );

  platformTest("keeps parameters that it has, and their text if none is missing", api4, async (platform) => {
    await create(platform, "SpaceTemplate", { template: {}, parameters: parameters("size", "deep.a") }, { name: "t" });
    const given = "deep: {b: 1}\nsize: m # mine\n";
    await create(platform, "SpaceInstance", { templateRef: { name: "t" }, parameters: given });
    expect((await inPhase(platform, "Ready", "spaceinstances")).spec.parameters).toBe(
      "deep:\n  b: 1\n  a: of deep.a\nsize: m\n",
    );
    const whole = "{size: s, deep: {a: x}} # mine";
    await change(platform, { spec: { parameters: whole } }, "/namespaces/p-web/spaceinstances/a");
    await inPhase(platform, "Pending", "spaceinstances");
    expect((await inPhase(platform, "Ready", "spaceinstances")).spec.parameters).toBe(whole);
  });

  test.each<[string, object]>([
    ["TemplateNotFound", { templateRef: { name: "other" } }],
    ["TemplateNotFound", {}],
    ["VersionNotFound", { templateRef: { name: "t", version: "3.x.x" } }],
    ["ErrorSyncingParameters", { templateRef: { name: "t" }, parameters: "a: [" }],
  ])("fails with %s", (reason, spec) =>
    withPlatform(api4, async (platform) => {
      await create(platform, "VirtualClusterTemplate", { versions }, { name: "t" });
      await create(platform, "VirtualClusterInstance", spec);
      const { status } = await inPhase(platform, "Failed");
      const failed = expect.objectContaining({ type: "TemplateResolved", status: "False", reason });
      expect(status).toMatchObject({ reason, conditions: [expect.anything(), failed] });
    }),
  );

  platformTest("recovers when the template comes", api4, async (platform) => {
    await create(platform, "VirtualClusterInstance", { templateRef: { name: "t" } });
    await inPhase(platform, "Failed");
    await create(platform, "VirtualClusterTemplate", { template }, { name: "t" });
    await inPhase(platform, "Ready");
  });
});
