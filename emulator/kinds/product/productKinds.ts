import { type Fields, texts, typed } from "../fields";
import type { Kind } from "../kind";
import { ownedAccessKey } from "../ownedAccessKey";
import { keysSegment } from "../principals";
import { specs } from "./specs";

const conditions = ["raw"] as const;
const phased: Fields = { ...typed("string", "phase reason message"), conditions };

const instanceStatus: Fields = {
  ...phased,
  ...typed("boolean", "canUse canUpdate ignoreReconciliation"),
  ...typed("raw", "sleepModeConfig spaceObjects"),
};

const virtualClusterStatus: Fields = {
  ...instanceStatus,
  ...typed("string", "serviceUID deployHash kubernetesVersion"),
  online: "boolean",
  ...typed("raw", "virtualCluster virtualClusterObjects"),
};

const kindOf = (kind: string, spec: Fields, more: Partial<Kind> = {}): Kind => ({
  kind,
  plural: `${kind.toLowerCase()}s`,
  namespaced: false,
  fields: () => ({ spec }),
  status: {},
  noStatusPath: true,
  isOwned: Object.hasOwn(spec, "owner"),
  ...more,
});

const namespaced = { namespaced: true };
const withStatusPath = { noStatusPath: false };
const unwatched: Partial<Kind> = { lacks: ["watch", "deletecollection"] };
const withKeys = (kind: string): Partial<Kind> => ({
  subresources: { [keysSegment]: { kind: `${kind}AccessKeys`, verb: "get" } },
});

/** VirtualClusterInstance of the product. */
export const productVirtualCluster = kindOf("VirtualClusterInstance", specs.virtualClusterInstance, {
  ...namespaced,
  subresources: { accesskey: { kind: "VirtualClusterAccessKey", verb: "get" } },
  status: virtualClusterStatus,
});

/** SpaceInstance of the product. */
export const productSpace = kindOf("SpaceInstance", specs.spaceInstance, {
  ...namespaced,
  status: { ...instanceStatus, space: "raw" },
});

/** The kinds of the product that can be created, read, patched and deleted. */
export const productKinds: readonly Kind[] = [
  kindOf("SpaceTemplate", specs.spaceTemplate, { status: { apps: ["raw"] } }),
  { ...ownedAccessKey, noStatusPath: true, fields: () => ({ spec: specs.key }) },
  kindOf("Project", specs.project, {
    ...withStatusPath,
    finalizer: "cleanup-management",
    status: { conditions, quotas: "raw" },
  }),
  productVirtualCluster,
  kindOf("Team", specs.team, withKeys("Team")),
  kindOf("User", specs.user, { ...withKeys("User"), status: { teams: texts } }),
  kindOf("ProjectSecret", specs.secret, { ...namespaced, status: { conditions } }),
  kindOf("SharedSecret", specs.secret, { ...namespaced, ...unwatched, status: { conditions } }),
  kindOf("VirtualClusterTemplate", specs.virtualClusterTemplate, { status: { apps: ["raw"] } }),
  productSpace,
  kindOf("Cluster", specs.cluster, { ...withStatusPath, status: { ...phased, online: "boolean" } }),
  kindOf("ClusterAccess", specs.clusterAccess, {
    plural: "clusteraccesses",
    status: typed(["raw"], "clusters teams users"),
  }),
  kindOf("ClusterRoleTemplate", specs.clusterRoleTemplate, { status: { clusters: ["raw"] } }),
  kindOf("App", specs.app),
  kindOf("OIDCClient", specs.oidcClient, unwatched),
  kindOf("NodeProvider", specs.nodeProvider, { ...withStatusPath, status: phased }),
  kindOf("NodeType", specs.nodeType, {
    ...withStatusPath,
    status: { ...phased, capacity: typed("integer", "total+ claimed+"), cost: "integer", requirements: ["raw"] },
  }),
  kindOf("SSHKey", specs.sshKey),
];
