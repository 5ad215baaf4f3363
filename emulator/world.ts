import { createHmac } from "node:crypto";
import type { AccessKeys } from "./access/keys";
import type { Kind } from "./kinds/kind";
import type { Api } from "./kinds/kinds";
import type { ApiObject, OwnerReference } from "./kinds/metadata";
import type { Subject } from "./statusError";
import type { History, Snapshots } from "./store/history";
import type { ObjectStore } from "./store/store";

/** One API server, with what every operation works with. A connected cluster has its own. */
export interface World {
  api: Api;
  /** The path of the server. */
  root: string;
  /**
   * The connected cluster of this server, or the virtual cluster as `<project>/<name>`; undefined
   * for the management server.
   */
  cluster: string | undefined;
  /** The servers of the connected clusters, by name. */
  clusters: Map<string, World>;
  /** The servers of virtual clusters that had requests, by the uids of their instances. */
  virtualClusters: Map<string, World>;
  group: string;
  apiVersion: string;
  kinds: readonly Kind[];
  /** Serves the kinds as Go types, with fields marked `omitempty`, and not as custom resources. */
  goTypes: boolean;
  /** Keeps unknown fields of a spec. Others drop them with a warning. */
  keepsUnknownFields: boolean;
  hideKeys: boolean;
  allowsAnonymous: boolean;
  store: ObjectStore;
  /** The uids of the projects whose namespaces are not made yet. */
  projectsWithoutNamespace: Set<string>;
  history: History;
  snapshots: Snapshots;
  keys: AccessKeys;
  /** What identities and credentials are derived from. */
  secret: string;
  now: () => Date;
}

/** The path of the group below the root of its server. */
export function groupPath({ group, apiVersion }: World): string {
  return `/${group === "" ? "api" : "apis"}/${apiVersion}`;
}

/** The domain in the API group, in which labels and annotations of the platform are. */
export function vendorOf({ group }: World): string {
  return group.replace(/^management\./, "");
}

/** Names an object by its plural, as most errors do. */
export function resourceSubject(world: World, kind: Kind, name: string): Subject {
  return { group: world.group, kind: kind.plural, name };
}

/** Finds the kind that a path segment names. */
export function kindOfPlural({ kinds }: World, plural: string): Kind | undefined {
  return kinds.find((kind) => kind.plural === plural);
}

/** Finds the kind of an owner; undefined for another group or version. */
export function kindOfOwner({ kinds, apiVersion }: World, owner: OwnerReference): Kind | undefined {
  return owner.apiVersion === apiVersion ? kinds.find(({ kind }) => kind === owner.kind) : undefined;
}

/** A text that only this platform can derive from another one. */
export function derived({ secret }: World, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** A uid that is derived from a text. */
export function derivedUid(world: World, text: string): string {
  return derived(world, text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** The credential with which a virtual cluster connects. It is for nothing else. */
export function credentialOf(world: World, { metadata }: ApiObject): string {
  return derived(world, `virtual cluster ${metadata.uid}`);
}
