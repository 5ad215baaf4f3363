import type { Kind } from "../kinds/kind";
import type { ApiObject, ObjectMeta } from "../kinds/metadata";
import { productSpace, productVirtualCluster } from "../kinds/product/productKinds";
import { project, projectOfNamespace } from "../kinds/project";
import { changeByController } from "../objects/change";
import { removeFinalizer } from "../objects/deletion";
import type { Entry } from "../store/store";
import { rfc3339Seconds } from "../text/formats";
import { isObject, type JsonObject, type JsonValue, sameJson } from "../text/json";
import { vendorOf, type World } from "../world";
import { applyTemplate, InstanceFailure } from "./instanceTemplate";
import type { Timers } from "./timers";

const clusters = "clusters";
const kinds = [productVirtualCluster, productSpace];
/** A change of these may end a failure. */
const remedies = new Set([clusters, "virtualclustertemplates", "spacetemplates"]);
const spaceConditions = ["Scheduled", "TemplateResolved", "TemplateSynced", "SpaceSynced", "SpaceReady"];
const virtualClusterConditions = ["Deployed", "Synced", "Ready", "Online"].map((name) => `VirtualCluster${name}`);

/**
 * Plays the agent that runs the instances of projects, unless they connect themselves. It sees a
 * change a moment later, and the instance is ready again some time after that.
 */
export class Instances {
  private readonly finalizer: string;
  private isWriting = false;

  constructor(
    private readonly world: World,
    private readonly timers: Timers,
    private readonly readyMs: number,
  ) {
    this.finalizer = `${vendorOf(world)}/cleanup-workload`;
  }

  /** Follows all changes, and continues the work of an earlier run of the platform. */
  start(): void {
    this.world.store.onChange(({ plural, entry, former }) => {
      if (this.isWriting) return;
      if (remedies.has(plural)) this.followAll(({ status }) => status.phase === "Failed");
      const kind = kinds.find((each) => each.plural === plural);
      if (kind !== undefined && isWork(entry.object, former?.object)) this.follow(kind, entry.object);
    });
    this.followAll((object) => isWork(object, undefined));
  }

  private followAll(isMeant: (object: ApiObject) => boolean): void {
    for (const kind of kinds) {
      for (const object of this.world.store.list(kind.plural).filter(isMeant)) this.follow(kind, object);
    }
  }

  private follow(kind: Kind, { metadata }: ApiObject): void {
    this.later(this.readyMs / 10, kind, metadata, (entry) => this.begin(kind, entry));
  }

  private later(delayMs: number, kind: Kind, { name, namespace, uid }: ObjectMeta, step: (entry: Entry) => void): void {
    const run = () => {
      const entry = this.world.store.entry(kind.plural, name, namespace);
      if (entry?.object.metadata.uid === uid) step(entry);
    };
    this.timers.later(delayMs, run, uid);
  }

  private begin(kind: Kind, entry: Entry): void {
    const { metadata, spec, status } = entry.object;
    if (metadata.deletionTimestamp !== undefined) {
      this.later(this.readyMs, kind, metadata, (current) => removeFinalizer(this.world, kind, current, this.finalizer));
      return;
    }
    // One that connected itself reports its own phase.
    if (spec.external === true || status.serviceUID !== undefined) return;
    const finalizers = [...new Set([...(metadata.finalizers ?? []), this.finalizer])];
    const { reason, message, ...kept } = status;
    this.write(kind, entry, { metadata: { ...metadata, finalizers }, status: { ...kept, phase: "Pending" } });
    this.later(this.readyMs, kind, metadata, (current) => this.finish(kind, current));
  }

  private finish(kind: Kind, entry: Entry): void {
    try {
      const spec = completeSpec(this.world, kind, entry.object);
      const phase = entry.object.metadata.annotations?.[`sleepmode.${vendorOf(this.world)}/force`]
        ? "Sleeping"
        : "Ready";
      this.write(kind, entry, { spec, status: this.statusOf(kind, phase) });
    } catch (error) {
      if (!(error instanceof InstanceFailure)) throw error;
      this.write(kind, entry, { status: this.statusOf(kind, "Failed", error) });
    }
  }

  private statusOf(kind: Kind, phase: "Ready" | "Sleeping" | "Failed", failure?: InstanceFailure): JsonObject {
    const isVirtualCluster = kind === productVirtualCluster;
    const types = isVirtualCluster ? [...spaceConditions, ...virtualClusterConditions] : spaceConditions;
    const reason = failure && { reason: failure.reason, message: failure.message };
    const lastTransitionTime = rfc3339Seconds(this.world.now());
    const reached = failure ? types.slice(0, types.indexOf(failure.condition) + 1) : types;
    const conditions = reached.map((type) =>
      type === failure?.condition
        ? { type, status: "False", severity: "Error", lastTransitionTime, ...reason }
        : { type, status: "True", lastTransitionTime },
    );
    return { phase, ...reason, conditions, ...(isVirtualCluster && { online: phase === "Ready" }) };
  }

  private write(kind: Kind, entry: Entry, change: Parameters<typeof changeByController>[3]): void {
    this.isWriting = true;
    try {
      changeByController(this.world, kind, entry, change);
    } finally {
      this.isWriting = false;
    }
  }
}

/** Whether the agent has to do something about a new object, or about its change. */
function isWork(current: ApiObject, former: ApiObject | undefined): boolean {
  const { metadata, status } = current;
  if (former === undefined)
    return metadata.deletionTimestamp !== undefined || (status.phase ?? "Pending") === "Pending";
  const isAwake = status.phase !== "Sleeping";
  const seen = (object: ApiObject): JsonValue => [
    object.metadata.deletionTimestamp ?? null,
    isAwake ? object.spec : null,
    Object.entries(object.metadata.annotations ?? {}).filter(([key]) => isAwake || key.startsWith("sleepmode.")),
  ];
  return !sameJson(seen(current), seen(former));
}

/** The spec of an instance that runs, with its cluster and the values of its template. */
function completeSpec(world: World, kind: Kind, { metadata: { name, namespace = "" }, spec }: ApiObject): JsonObject {
  const owner = projectOfNamespace(namespace) ?? "";
  const given = isObject(spec.clusterRef) ? spec.clusterRef : {};
  const isVirtualCluster = kind === productVirtualCluster;
  const clusterRef = {
    cluster: connectedCluster(world, owner, given.cluster),
    namespace: `loft-${owner}-${isVirtualCluster ? "v" : "s"}-${name}`,
    ...(isVirtualCluster && { virtualCluster: name }),
    ...given,
  };
  return { ...applyTemplate(world, kind, spec), clusterRef };
}

/** The cluster of an instance, else the first that its project allows. */
function connectedCluster(world: World, owner: string, wanted: unknown): string {
  const connected = world.store.list(clusters).filter(({ status }) => status.phase === "Initialized");
  const { allowedClusters } = world.store.get(project.plural, owner)?.spec ?? {};
  const allowed = Array.isArray(allowedClusters) ? allowedClusters.map((each) => isObject(each) && each.name) : ["*"];
  const fits = (name: string) => (wanted ? name === wanted : allowed.includes("*") || allowed.includes(name));
  const found = connected.find(({ metadata }) => fits(metadata.name))?.metadata.name;
  if (found !== undefined) return found;
  const why = wanted ? `cluster "${wanted}" is not connected` : `no connected cluster is allowed in project "${owner}"`;
  throw new InstanceFailure("Scheduled", "ClusterNotReady", why);
}
