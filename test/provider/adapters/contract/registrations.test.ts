import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../../../emulator/faults/fault";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, isPlugin, plainOf, refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import type { Kept } from "../../../support/pluginDriver";
import { whenFaultsHit } from "../../../support/startRecorded";
import {
  addVirtualCluster,
  namespaceOf,
  onCluster,
  podOf,
  quickPlatform,
  registrationInputs,
  secretOf,
} from "../../../support/virtualClusters";

const type = "VirtualClusterImport";
const plural = "virtualclusterinstances";

onBothAdapters(
  (adapter) => {
    const { sent } = adapter;
    const instance = (name: string) => {
      const found = adapter.platform.store.get(plural, name, "p-web");
      return found === undefined ? undefined : JSON.parse(JSON.stringify(found));
    };
    const connectionOf = ({ state }: Kept) => plainOf(state.connection) as Record<string, string> | undefined;
    const registered = async (name: string, more: object = {}) => {
      await addVirtualCluster(adapter.platform, name);
      return adapter.create(type, registrationInputs(name, more));
    };
    /** Stores an instance as another client leaves it. */
    const place = (name: string, spec: object, status: object = {}) => {
      const metadata = { name, namespace: "p-web", uid: `theirs-${name}`, resourceVersion: "0", generation: 1 };
      const created = { ...metadata, creationTimestamp: "2026-01-01T00:00:00Z" };
      const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata: created };
      adapter.platform.store.write(plural, { ...object, spec, status } as never);
    };

    test("an import registers the virtual cluster, restarts it and waits until it is connected", async () => {
      await addVirtualCluster(adapter.platform, "team");
      const before = podOf(adapter.platform, "team");
      const kept = await adapter.create(type, registrationInputs("team"));
      const { spec, status } = instance("team");
      const clusterRef = { cluster: "loft-cluster", namespace: "vc-team", virtualCluster: "team" };
      expect(spec).toMatchObject({ external: true, networkPeer: true, clusterRef });
      expect(status.serviceUID).toBe(onCluster(adapter.platform, "services", "team", "vc-team").metadata.uid);
      expect(kept.state).toMatchObject({ virtualCluster: "team", namespace: "p-web", uid: expect.any(String) });
      const host = adapter.platform.baseUrl.replace("http://", "");
      expect(connectionOf(kept)).toEqual({
        ...{ accessKey: expect.any(String), host, project: "web", name: "team" },
        ...{ insecure: "false", certificateAuthorityData: "" },
      });
      expect(secretOf(adapter.platform, "team")).toEqual(connectionOf(kept));
      expect(podOf(adapter.platform, "team")).not.toBe(before);
      const read = await refreshed(adapter, type, kept);
      expect([read.inputs, connectionOf(read)]).toEqual([kept.inputs, connectionOf(kept)]);
      await expectDiff(adapter.driver, type, read, kept.inputs, []);
      await adapter.driver.delete(type, kept);
      expect(instance("team")).toBeDefined();
    });

    test("the next import in the session does not ask for the import endpoint again", async () => {
      await registered("first");
      adapter.platform.requests.length = 0;
      await registered("second");
      expect(sent().filter((each) => each === "POST 404")).toEqual([]);
      expect(sent().filter((each) => each.startsWith("POST"))).toEqual(["POST 201", "POST 201"]);
    });

    test("the connection is a secret in the state", async () => {
      const { state } = await registered("secret");
      const isMarked = typeof state.connection === "object" && state.connection !== null && "value" in state.connection;
      // Dynamic resources have no marks: the SDK names the secret outputs.
      expect(isMarked).toBe(isPlugin(adapter.driver));
    });

    test("a delete removes the instance and the Secret, never the virtual cluster, even a managed one", async () => {
      const manage = { manage: true };
      for (const [name, more] of Object.entries({ plain: {}, managed: manage, cleared: manage })) {
        const kept = await registered(name, { ...more, deletionPolicy: "delete" });
        const pod = podOf(adapter.platform, name);
        expect(instance(name).spec.external).toBe(name === "plain" ? true : undefined);
        // Without its status, nothing but the state says that it connected.
        if (name === "cleared") adapter.platform.store.write(plural, { ...instance(name), status: {} });
        await adapter.driver.delete(type, kept);
        expect([instance(name), secretOf(adapter.platform, name)]).toEqual([undefined, undefined]);
        expect(onCluster(adapter.platform, "services", name, namespaceOf(name))).toBeDefined();
        expect(podOf(adapter.platform, name)).toBe(pod);
      }
    });

    test("a delete that an annotation blocks names it, and succeeds when it is removed", async () => {
      const kept = await registered("kept", { deletionPolicy: "delete" });
      const secret = secretOf(adapter.platform, "kept");
      const annotate = (value?: string) => {
        const { metadata, ...object } = instance("kept");
        const annotations = { ...metadata.annotations, "loft.sh/non-deletable": value };
        adapter.platform.store.write(plural, { ...object, metadata: { ...metadata, annotations } });
      };
      annotate("true");
      const command =
        "kubectl annotate virtualclusterinstances.management.loft.sh --namespace p-web kept loft.sh/non-deletable-";
      await expect(adapter.driver.delete(type, kept)).rejects.toThrow(command);
      expect(instance("kept").spec.external).toBe(true);
      expect(secretOf(adapter.platform, "kept")).toEqual(secret);
      annotate();
      await adapter.driver.delete(type, kept);
      expect(instance("kept")).toBeUndefined();
    });

    test.each([true, false])(
      "a managed virtual cluster stays after pulumi import and a delete, its status cleared: %p",
      async (isCleared) => {
        const name = `again-${isCleared}`;
        await registered(name, { manage: true });
        const read = await adapter.driver.read(type, { id: `web/${name}`, inputs: {}, state: {} });
        const inputs = { ...read?.inputs, deletionPolicy: "delete" };
        const kept = await adapter.driver.update(type, read as Kept, inputs);
        if (isCleared) adapter.platform.store.write(plural, { ...instance(name), status: {} });
        await adapter.driver.delete(type, kept);
        expect(instance(name)).toBeUndefined();
        expect(onCluster(adapter.platform, "services", name, namespaceOf(name))).toBeDefined();
      },
    );

    describe("an instance that is being deleted", () => {
      /** Another client deletes the instance; a finalizer holds it. */
      const startDeletion = (name: string) => {
        const { metadata, ...object } = instance(name);
        const deletion = { finalizers: ["example.com/hold"], deletionTimestamp: "2026-01-01T00:00:00Z" };
        adapter.platform.store.write(plural, { ...object, metadata: { ...metadata, ...deletion } });
      };

      test.each([{ manage: true }, { host: "other.example.test" }])("is not changed by %j", async (change) => {
        const name = `ending-${Object.keys(change)[0]}`;
        const kept = await registered(name);
        const before = [podOf(adapter.platform, name), secretOf(adapter.platform, name)];
        startDeletion(name);
        const update = adapter.driver.update(type, kept, registrationInputs(name, change));
        await expect(update).rejects.toThrow("is being deleted");
        expect([podOf(adapter.platform, name), secretOf(adapter.platform, name)]).toEqual(before);
        expect(instance(name).spec.external).toBe(true);
      });

      test("is not managed if the platform clears its connection after the read", async () => {
        const kept = await registered("cleared-late");
        adapter.platform.faults.add({ method: "PATCH", kind: "VirtualClusterInstance", action: { delayMs: 50 } });
        const update = adapter.driver.update(type, kept, registrationInputs("cleared-late", { manage: true }));
        await whenFaultsHit(adapter.platform);
        adapter.platform.store.write(plural, { ...instance("cleared-late"), status: {} });
        await update;
        expect(instance("cleared-late").spec.external).toBe(true);
      });

      test("is not managed if its deletion starts after the read", async () => {
        const kept = await registered("raced");
        adapter.platform.faults.add({ method: "PATCH", kind: "VirtualClusterInstance", action: { delayMs: 50 } });
        const update = adapter.driver.update(type, kept, registrationInputs("raced", { manage: true }));
        const failure = update.catch((error: Error) => error.message);
        await whenFaultsHit(adapter.platform);
        startDeletion("raced");
        expect(await failure).toContain("is being deleted");
        expect(instance("raced").spec.external).toBe(true);
      });
    });

    test("an instance that another client created is adopted, and a delete keeps it", async () => {
      place("theirs", { external: true });
      const kept = await registered("theirs", { deletionPolicy: "delete" });
      expect(kept.state).toMatchObject({ uid: "theirs-theirs", virtualCluster: "theirs" });
      expect(instance("theirs").status.serviceUID).toEqual(expect.any(String));
      const later = await adapter.configured({});
      await later.delete(type, kept).finally(() => later.close());
      expect(instance("theirs")).toBeDefined();
    });

    test("a connected virtual cluster is adopted without a Secret and a restart", async () => {
      await registered("connected");
      const before = podOf(adapter.platform, "connected");
      adapter.platform.requests.length = 0;
      await adapter.create(type, registrationInputs("connected"));
      expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
      expect(podOf(adapter.platform, "connected")).toBe(before);
    });

    test.each<[what: string, spec: object, status: object, said: string]>([
      [
        "another virtual cluster",
        { external: true, clusterRef: { cluster: "loft-cluster", namespace: "x", virtualCluster: "y" } },
        { serviceUID: "other" },
        'has a virtual cluster "taken-0" already, from cluster "loft-cluster", namespace "x", name "y"',
      ],
      ["an unplaced managed one", {}, {}, "whose source the platform does not show"],
    ])("a name that belongs to %s is an error that changes nothing", async (_what, spec, status, said) => {
      const name = status && "serviceUID" in status ? "taken-0" : "taken-1";
      place(name, spec, status);
      await addVirtualCluster(adapter.platform, name);
      const pod = podOf(adapter.platform, name);
      await expect(adapter.create(type, registrationInputs(name))).rejects.toThrow(said);
      expect([secretOf(adapter.platform, name), podOf(adapter.platform, name)]).toEqual([undefined, pod]);
    });

    test.each([true, false])(
      "a virtual cluster that is connected under another name is an error, with the right to list %p",
      async (mayList) => {
        const name = mayList ? "moved-0" : "moved-1";
        await registered(name);
        const pod = podOf(adapter.platform, name);
        if (!mayList) adapter.platform.faults.add({ verb: "list", kind: plural, action: { status: 403 } });
        const inputs = registrationInputs(name);
        const renamed = {
          ...inputs,
          sourceVirtualCluster: { ...inputs.sourceVirtualCluster, importName: `${name}-b` },
        };
        await expect(adapter.create(type, renamed)).rejects.toThrow(
          `the virtual cluster is on the platform already, as "${name}"`,
        );
        expect([instance(`${name}-b`), podOf(adapter.platform, name)]).toEqual([undefined, pod]);
        expect(secretOf(adapter.platform, name)?.name).toBe(name);
      },
    );

    test("an instance that another client created under the name is not changed", async () => {
      const kept = await registered("recreated");
      const { spec, status } = instance("recreated");
      const secret = secretOf(adapter.platform, "recreated");
      place("recreated", spec, status);
      for (const change of [{ manage: true }, { host: "other.example.test" }])
        await expect(adapter.driver.update(type, kept, registrationInputs("recreated", change))).rejects.toThrow(
          "it was deleted and created again by somebody else",
        );
      expect([instance("recreated").spec, secretOf(adapter.platform, "recreated")]).toEqual([spec, secret]);
    });

    test.each([
      ["another virtual cluster", { project: "web", name: "elsewhere" }],
      ["another platform", { project: "web", name: "taken", host: "other.example.test" }],
    ])("a Secret that connects %s is not overwritten", async (_what, place) => {
      addVirtualCluster(adapter.platform, "taken");
      const data = { accessKey: "theirs", host: "h", ...place };
      const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
      const metadata = { name: "vcluster-platform-api-key", namespace: "vc-taken", uid: "theirs", generation: 1 };
      const secret = { apiVersion: "v1", kind: "Secret", metadata, data: Object.fromEntries(encoded) };
      adapter.platform.stores.get("loft-cluster")?.write("secrets", { ...secret, spec: {}, status: {} } as never);
      const pod = podOf(adapter.platform, "taken");
      const attempt = adapter.create(type, registrationInputs("taken"));
      await expect(attempt).rejects.toThrow("connects another virtual cluster, or this one to another host");
      expect([secretOf(adapter.platform, "taken"), podOf(adapter.platform, "taken")]).toEqual([data, pod]);
      adapter.platform.store.remove(plural, "taken", "p-web");
    });

    test.each([[{}], [{ deletionPolicy: "retain" }]])(
      "a delete with %j keeps the instance and its Secret",
      async (policy) => {
        const name = `retained-${Object.keys(policy).length}`;
        const kept = await registered(name, policy);
        adapter.platform.requests.length = 0;
        await adapter.driver.delete(type, kept);
        expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
        expect([instance(name), secretOf(adapter.platform, name)]).toEqual([expect.anything(), connectionOf(kept)]);
      },
    );

    describe("a delete with deletionPolicy delete", () => {
      /** Changes the metadata of an instance as another client does. */
      const change = (name: string, metadata: object) => {
        const { metadata: before, ...object } = instance(name);
        adapter.platform.store.write(plural, { ...object, metadata: { ...before, ...metadata } });
      };
      const owner = "pulumi-vcluster-platform/owner";

      test.each([
        ["without an owner label", { labels: {} }],
        ["with another uid", { uid: "another" }],
      ])("keeps an instance %s, and its Secret", async (what, metadata) => {
        const name = `kept-${what.length}`;
        const kept = await registered(name, { manage: true, deletionPolicy: "delete" });
        change(name, metadata);
        adapter.platform.requests.length = 0;
        await adapter.driver.delete(type, kept);
        expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
        expect(secretOf(adapter.platform, name)).toEqual(connectionOf(kept));
      });

      test("keeps an instance of this stack that its state does not prove", async () => {
        await registered("unproven");
        const inputs = registrationInputs("unproven", { deletionPolicy: "delete" });
        await adapter.driver.delete(type, await withoutOutputs(adapter, type, "web/unproven", inputs));
        expect(instance("unproven")).toBeDefined();
      });

      test("removes the instance of a stack that was renamed since", async () => {
        const kept = await registered("relabeled", { deletionPolicy: "delete" });
        change("relabeled", { labels: { [owner]: "0".repeat(40) } });
        await adapter.driver.delete(type, kept);
        expect([instance("relabeled"), secretOf(adapter.platform, "relabeled")]).toEqual([undefined, undefined]);
      });

      test("removes the instance of a create whose outcome is unknown, by its nonce", async () => {
        addVirtualCluster(adapter.platform, "unknown");
        const fault = { verb: "get", kind: "VirtualClusterInstance", action: { status: 403 } } as const;
        adapter.platform.faults.add({
          method: "POST",
          kind: "VirtualClusterInstance",
          times: 1,
          action: "reset-after",
        });
        whenFaultsHit(adapter.platform).then(() => adapter.platform.faults.add({ ...fault, times: 99 }));
        const { inputs } = await adapter.driver.check(
          type,
          registrationInputs("unknown", { deletionPolicy: "delete" }),
        );
        const failed = await unfinishedOf(adapter.driver.create(type, inputs));
        adapter.platform.faults.clear();
        expect([failed.state.uid ?? undefined, instance("unknown")]).toEqual([undefined, expect.anything()]);
        await adapter.driver.delete(type, { ...failed, inputs });
        expect(instance("unknown")).toBeUndefined();
      });

      test("ends the management again that starts before the request, so the virtual cluster stays", async () => {
        const kept = await registered("remanaged", { deletionPolicy: "delete" });
        const fault = { method: "DELETE", kind: "VirtualClusterInstance", times: 1, action: { delayMs: 50 } } as const;
        adapter.platform.faults.add(fault);
        const deleting = adapter.driver.delete(type, kept);
        await whenFaultsHit(adapter.platform);
        const { spec, ...object } = instance("remanaged");
        adapter.platform.store.write(plural, { ...object, spec: { ...spec, external: false } });
        await deleting;
        await sleep(20);
        expect(instance("remanaged")).toBeUndefined();
        expect(onCluster(adapter.platform, "services", "remanaged", "vc-remanaged")).toBeDefined();
      });
    });

    describe("between the read and the write of a Secret, another registration writes it", () => {
      const place = { accessKey: "0therCredential-canary", project: "web", name: "elsewhere" };
      /** Starts an operation whose request to the Secret fails or waits; overwrites the Secret. */
      async function overtaken(
        name: string,
        { method, action = { delayMs: 50 } }: { method: string; action?: object },
        change: object,
        start: () => Promise<unknown>,
      ) {
        adapter.platform.faults.add({ method, kind: "Secret", action } as Fault);
        const ended = start().then(
          () => "done",
          (error: Error) => error.message,
        );
        await whenFaultsHit(adapter.platform);
        const { data, ...secret } = onCluster(adapter.platform, "secrets", "vcluster-platform-api-key", `vc-${name}`);
        const encoded = Object.entries(change).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
        const changed = { ...secret, data: { ...data, ...Object.fromEntries(encoded) } };
        adapter.platform.stores.get("loft-cluster")?.write("secrets", changed);
        return { ended };
      }
      const patch = { method: "PATCH" };
      const body = `no: ${place.accessKey} ${Buffer.from(place.accessKey).toString("base64")}`;
      const moved = (name: string) => registrationInputs(name, { host: "other.example.test" });

      test("so that it is not overwritten", async () => {
        const kept = await registered("overtaken");
        const before = secretOf(adapter.platform, "overtaken");
        const update = () => adapter.driver.update(type, kept, moved("overtaken"));
        const { ended } = await overtaken("overtaken", patch, place, update);
        expect(await ended).toContain("connects another virtual cluster, or this one to another host");
        expect(secretOf(adapter.platform, "overtaken")).toEqual({ ...before, ...place });
      });

      test("so that no error shows its credential, which no read has shown", async () => {
        const kept = await registered("unread");
        const update = () => adapter.driver.update(type, kept, moved("unread"), { timeout: 2 });
        const fault = { method: "PATCH", action: { status: 422, retryAfter: 120, body } };
        const { ended } = await overtaken("unread", fault, place, update);
        const message = await ended;
        expect(message).toContain("422");
        expect(message).not.toMatch(/canary|MHRoZXJDcmVkZW50aWFs/);
      });

      test("so that no later error shows its credential", async () => {
        const kept = await registered("quoted");
        const update = () => adapter.driver.update(type, kept, moved("quoted"));
        const { ended } = await overtaken("quoted", patch, { accessKey: place.accessKey }, update);
        adapter.platform.faults.add({ method: "PATCH", kind: "Secret", action: { status: 500, body } });
        const message = await ended;
        expect(message).toContain("500");
        expect(message).not.toMatch(/canary|MHRoZXJDcmVkZW50aWFs/);
      });

      test("so that a delete keeps it", async () => {
        const kept = await registered("redone", { deletionPolicy: "delete" });
        const { ended } = await overtaken("redone", { method: "DELETE" }, place, () =>
          adapter.driver.delete(type, kept),
        );
        expect(await ended).toBe("done");
        expect(secretOf(adapter.platform, "redone")).toMatchObject(place);
      });
    });

    test("a virtual cluster that the platform deployed is kept by a delete, also before it is connected", async () => {
      const clusterRef = { cluster: "loft-cluster", namespace: "vc-deployed", virtualCluster: "deployed" };
      place("deployed", { clusterRef });
      const kept = await adapter.create(type, registrationInputs("deployed", { deletionPolicy: "delete" }));
      const later = await adapter.configured({});
      await later.delete(type, kept).finally(() => later.close());
      expect(instance("deployed")).toBeDefined();
    });

    test("an instance of another stack that waits for its connection is not taken", async () => {
      addVirtualCluster(adapter.platform, "waiting");
      place("waiting", { external: true });
      const { metadata, ...object } = instance("waiting");
      const labels = { "pulumi-vcluster-platform/owner": "0".repeat(40) };
      adapter.platform.store.write(plural, { ...object, metadata: { ...metadata, labels } });
      await expect(adapter.create(type, registrationInputs("waiting"))).rejects.toThrow('"waiting"');
      expect(secretOf(adapter.platform, "waiting")).toBeUndefined();
    });

    test("one that shows its place, but has not connected, gets its connection", async () => {
      const clusterRef = { cluster: "loft-cluster", namespace: "vc-placed", virtualCluster: "placed" };
      place("placed", { external: true, clusterRef });
      const kept = await registered("placed");
      expect(instance("placed").status.serviceUID).toEqual(expect.any(String));
      expect(secretOf(adapter.platform, "placed")).toEqual(connectionOf(kept));
    });

    test.each([
      ["continues", { restart: false }],
      ["continues after it connected", {}],
    ])("an instance in a namespace that no setting names is found, so that a killed create %s", async (_, more) => {
      const settings = { projectNamespacePrefixes: '["other-"]' };
      await addVirtualCluster(adapter.platform, "hidden");
      const { inputs } = await adapter.driver.check(type, registrationInputs("hidden", more));
      // Each run is a session of its own, and the state of the first is lost.
      const run = async () => {
        const driver = await adapter.configured(settings);
        return driver.create(type, inputs).finally(() => driver.close());
      };
      const [first, second] = [await run(), await run()];
      expect([second.id, second.state.namespace, second.state.uid]).toEqual(["web/hidden", "p-web", first.state.uid]);
      expect(connectionOf(second)).toEqual(connectionOf(first));
    });

    test("a registration of a stack that was renamed since continues, and its Secret follows the host", async () => {
      await addVirtualCluster(adapter.platform, "renamed");
      adapter.platform.faults.add({ verb: "create", kind: "Secret", times: 99, action: { status: 500 } });
      const failed = await unfinishedOf(adapter.create(type, registrationInputs("renamed")));
      adapter.platform.faults.clear();
      const labels = { "pulumi-vcluster-platform/owner": "0".repeat(40) };
      const { metadata, ...object } = instance("renamed");
      adapter.platform.store.write(plural, { ...object, metadata: { ...metadata, labels } });
      const kept = await adapter.driver.update(type, failed, registrationInputs("renamed"));
      expect(kept.state).toMatchObject({ uid: failed.state.uid, virtualCluster: "renamed" });
      const secret = onCluster(adapter.platform, "secrets", "vcluster-platform-api-key", "vc-renamed");
      const relabeled = { ...secret, metadata: { ...secret.metadata, labels } };
      adapter.platform.stores.get("loft-cluster")?.write("secrets", relabeled);
      await adapter.driver.update(type, kept, registrationInputs("renamed", { host: "other.example.test" }));
      expect(secretOf(adapter.platform, "renamed")?.host).toBe("other.example.test");
    });

    test("a refresh of an unfinished registration does not give its connection to another instance", async () => {
      await addVirtualCluster(adapter.platform, "reborn");
      adapter.platform.faults.add({ verb: "create", kind: "Secret", times: 99, action: { status: 500 } });
      const failed = await unfinishedOf(adapter.create(type, registrationInputs("reborn")));
      adapter.platform.faults.clear();
      const clusterRef = { cluster: "loft-cluster", namespace: "vc-reborn", virtualCluster: "reborn" };
      place("reborn", { external: true, clusterRef }, { serviceUID: "theirs" });
      const read = await refreshed(adapter, type, failed);
      expect([read.state.uid, connectionOf(read) ?? undefined]).toEqual(["theirs-reborn", undefined]);
      expect(read.state.externalChange).toContain(`uid was ${failed.state.uid}`);
    });

    test("a registration does not continue with an instance that took the name", async () => {
      await addVirtualCluster(adapter.platform, "swapped");
      adapter.platform.faults.add({ verb: "create", kind: "Secret", times: 99, action: { status: 500 } });
      const failed = await unfinishedOf(adapter.create(type, registrationInputs("swapped")));
      adapter.platform.faults.clear();
      place("swapped", { external: true });
      await expect(adapter.driver.update(type, failed, registrationInputs("swapped"))).rejects.toThrow(
        "it was deleted and created again by somebody else",
      );
      expect(secretOf(adapter.platform, "swapped")).toBeUndefined();
    });

    test("a virtual cluster that is managed by the choice of others stays managed", async () => {
      const kept = await registered("chosen");
      await adapter.merge("namespaces/p-web/virtualclusterinstances/chosen", { spec: { external: false } });
      await adapter.driver.update(type, kept, registrationInputs("chosen", { host: "other.example.test" }));
      expect(instance("chosen").spec.external).not.toBe(true);
    });

    test("a virtual cluster that is not there is an error, and nothing is written", async () => {
      await expect(adapter.create(type, registrationInputs("absent"))).rejects.toThrow(
        'cluster "loft-cluster" has no Service "absent" in namespace "vc-absent". Check sourceVirtualCluster.',
      );
      expect(instance("absent")).toBeUndefined();
    });

    test("on a cluster that is not connected, the import ends with the connection, and a refresh sees it connected", async () => {
      const { sourceVirtualCluster, ...inputs } = registrationInputs("far", { deletionPolicy: "delete" });
      const kept = await adapter.create(type, {
        ...inputs,
        sourceVirtualCluster: { ...sourceVirtualCluster, cluster: "unknown" },
      });
      expect(connectionOf(kept)?.accessKey).toEqual(expect.any(String));
      const { metadata, spec, status } = instance("far");
      const clusterRef = { cluster: "unknown", namespace: "vc-far", virtualCluster: "far" };
      const connected = { metadata: { ...metadata, resourceVersion: "0" }, spec: { ...spec, clusterRef } };
      adapter.platform.store.write(plural, {
        ...{ apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance" },
        ...{ ...connected, status: { ...status, serviceUID: "far" } },
      } as never);
      const read = await refreshed(adapter, type, kept);
      expect(read.state).toMatchObject({ uid: kept.state.uid, virtualCluster: "far" });
      expect(read.state.resourceVersion).not.toBe(kept.state.resourceVersion);
      await adapter.driver.delete(type, read);
      expect(instance("far")).toBeUndefined();
    });

    test.each([
      ["restart is false", { restart: false }, true],
      ["it has no pods", {}, false],
    ] as const)("an import does not wait if %s", async (_what, more, hasPods) => {
      const name = hasPods ? "still" : "asleep";
      await addVirtualCluster(adapter.platform, name, { hasPods });
      const pod = podOf(adapter.platform, name);
      const kept = await adapter.create(type, registrationInputs(name, more));
      expect([podOf(adapter.platform, name), secretOf(adapter.platform, name)]).toEqual([pod, connectionOf(kept)]);
      expect(instance(name).status.serviceUID).toBeUndefined();
      if (!hasPods) return;
      await expectDiff(adapter.driver, type, kept, registrationInputs(name), ["restart: delete"]);
      const { state } = await adapter.driver.update(type, kept, registrationInputs(name));
      expect([state.uid, podOf(adapter.platform, name)]).toEqual([
        kept.state.uid,
        expect.not.stringMatching(`^${pod}$`),
      ]);
      expect(instance(name).status.serviceUID).toEqual(expect.any(String));
    });

    test("a changed host is written to the Secret, and the virtual cluster reads it", async () => {
      const kept = await registered("hosted");
      const pod = podOf(adapter.platform, "hosted");
      const inputs = registrationInputs("hosted", { host: "https://platform.test" });
      const updated = await adapter.driver.update(type, kept, inputs);
      expect(connectionOf(updated)).toEqual({ ...connectionOf(kept), host: "platform.test" });
      expect(secretOf(adapter.platform, "hosted")).toEqual(connectionOf(updated));
      expect(podOf(adapter.platform, "hosted")).not.toBe(pod);
    });

    describe("an update of an instance", () => {
      test("reads it once, whatever depends on it", async () => {
        const kept = await registered("once", { manage: true });
        const state = { ...kept.state, externalChange: "being deleted since 2026-01-01T00:00:00Z" };
        adapter.platform.requests.length = 0;
        await adapter.driver.update(type, { ...kept, state }, registrationInputs("once", { manage: false }));
        expect(sent()).toEqual(["GET 200", "PATCH 200"]);
      });

      test("whose status the platform has cleared takes back manage and connects to another host", async () => {
        const kept = await registered("blank", { manage: true });
        const clear = () => adapter.platform.store.write(plural, { ...instance("blank"), status: {} });
        clear();
        const host = "other.example.test";
        const inputs = registrationInputs("blank", { manage: true, host });
        const moved = await adapter.driver.update(type, kept, inputs);
        expect([secretOf(adapter.platform, "blank")?.host, connectionOf(moved)?.host]).toEqual([host, host]);
        clear();
        await adapter.driver.update(type, moved, { ...inputs, manage: false });
        expect(instance("blank").spec.external).toBe(true);
      });

      test("that is gone is an error", async () => {
        const kept = await registered("gone");
        adapter.platform.store.remove(plural, "gone", "p-web");
        for (const change of [{ manage: true }, { host: "other.example.test" }])
          await expect(adapter.driver.update(type, kept, registrationInputs("gone", change))).rejects.toThrow(
            "it is not on this platform",
          );
      });

      test("that is not connected yet takes manage, and a refresh after the connection shows it as drift", async () => {
        const kept = await registered("early", { restart: false });
        const inputs = registrationInputs("early", { restart: false, manage: true });
        const early = await adapter.driver.update(type, kept, inputs);
        adapter.platform.stores.get("loft-cluster")?.remove("pods", "early-0", namespaceOf("early"));
        while (instance("early").status.phase !== "Ready") await sleep(10);
        const read = await refreshed(adapter, type, early);
        await expectDiff(adapter.driver, type, read, inputs, ["manage: update"]);
        await adapter.driver.update(type, read, inputs);
        expect(instance("early").spec.external).toBeUndefined();
      });
    });

    test("manage is set and taken back in place, and a change of it by others is drift", async () => {
      const kept = await registered("kept");
      const managed = await adapter.driver.update(type, kept, registrationInputs("kept", { manage: true }));
      expect(instance("kept").spec.external).toBeUndefined();
      await adapter.merge(`namespaces/p-web/${plural}/kept`, { spec: { external: true } });
      const read = await refreshed(adapter, type, managed);
      await expectDiff(adapter.driver, type, read, managed.inputs, ["manage: update"]);
      await adapter.driver.update(type, read, managed.inputs);
      expect(instance("kept").spec.external).toBeUndefined();
      await adapter.driver.update(type, managed, registrationInputs("kept"));
      expect(instance("kept").spec.external).toBe(true);
    });

    test("an import that is not connected in time is unfinished, and the next update waits again without a restart", async () => {
      await addVirtualCluster(adapter.platform, "slow");
      const { inputs } = await adapter.driver.check(type, registrationInputs("slow", { deletionPolicy: "delete" }));
      // Its pods do not find the Secret's host.
      const bad = { ...inputs, host: "no/host" };
      const failed = await unfinishedOf(adapter.driver.create(type, bad, { timeout: 1 }));
      expect(failed).toMatchObject({ id: "web/slow", state: { uid: instance("slow").metadata.uid } });
      const resumed = await adapter.driver.update(type, { ...failed, inputs: bad }, inputs);
      expect(resumed.state).toMatchObject({ uid: failed.state.uid, virtualCluster: "slow" });
      await adapter.driver.delete(type, resumed);
      expect([instance("slow"), secretOf(adapter.platform, "slow")]).toEqual([undefined, undefined]);
    });
  },
  [quickPlatform],
);
