import { added, merged, oneByOne, patched, put, removed } from "./colleague";
import type { Noise } from "./driftRow";

const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u-1" };
const foreignOwner = { apiVersion: "v1", kind: "ConfigMap", name: "theirs", uid: "u-2" };

const declares = {
  displayName: "Ours",
  labels: { ours: "a", also: "b" },
  annotations: { ours: "a", also: "b" },
  finalizers: ["example.test/one", "example.test/two"],
  ownerReferences: [owner],
};

const configuration = (name: string) => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name },
  spec: { displayName: "Ours" },
});

/** Noise in the metadata of an object that declares some of each. */
export const metadataNoise: readonly Noise[] = [
  {
    id: "label-foreign",
    what: "a foreign label",
    declares,
    noise: added("/metadata/labels/theirs", "x"),
  },
  {
    id: "label-alike",
    what: "a foreign label whose key begins like a declared one",
    declares,
    noise: added("/metadata/labels/ours.more", "x"),
  },
  {
    id: "label-first",
    what: "a first label on an object whose program declares an empty map of them",
    declares: { labels: {}, annotations: {} },
    noise: merged({ metadata: { labels: { theirs: "x" } } }),
  },
  {
    id: "label-comes-goes",
    what: "a foreign label that came and went",
    declares,
    noise: oneByOne(added("/metadata/labels/theirs", "x"), removed("/metadata/labels/theirs")),
  },
  {
    id: "label-put-back",
    what: "a declared label that was taken off and put back",
    declares,
    noise: oneByOne(removed("/metadata/labels/ours"), added("/metadata/labels/ours", "a")),
  },
  {
    id: "label-order",
    what: "another order of the labels",
    declares,
    noise: put(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, labels: Object.fromEntries(Object.entries(metadata.labels).reverse()) },
    })),
  },
  {
    id: "label-stamp",
    what: "the label that names the stack is taken off",
    declares,
    noise: removed("/metadata/labels/pulumi-platform~1owner"),
  },
  {
    id: "annotation-foreign",
    what: "a foreign annotation",
    declares,
    noise: added("/metadata/annotations/theirs", "x"),
  },
  {
    id: "annotation-first",
    what: "an annotation on an object whose program declares none",
    declares: {},
    noise: merged({ metadata: { annotations: { theirs: "x" } } }),
  },
  {
    id: "annotation-last-applied",
    what: "the annotation in which kubectl apply keeps what it applied",
    declares,
    noise: added("/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration", "{}"),
  },
  {
    id: "annotation-nonce",
    what: "the annotation that tells one create from another is taken off",
    declares,
    noise: removed("/metadata/annotations/pulumi-platform~1create-nonce"),
  },
  {
    id: "finalizer-last",
    what: "a foreign finalizer after the declared ones",
    declares,
    noise: added("/metadata/finalizers/-", "example.test/theirs"),
  },
  {
    id: "finalizer-first",
    what: "a foreign finalizer before the declared ones",
    declares,
    noise: added("/metadata/finalizers/0", "example.test/theirs"),
  },
  {
    id: "finalizer-order",
    what: "another order of the finalizers",
    declares,
    noise: patched({ op: "move", from: "/metadata/finalizers/0", path: "/metadata/finalizers/1" }),
  },
  {
    id: "finalizer-none-declared",
    what: "a finalizer on an object whose program declares an empty list of them",
    declares: { finalizers: [] },
    noise: merged({ metadata: { finalizers: ["example.test/theirs"] } }),
  },
  {
    id: "owner-foreign",
    what: "a foreign owner after the declared one",
    declares,
    noise: added("/metadata/ownerReferences/-", foreignOwner),
  },
  {
    id: "owner-first",
    what: "a foreign owner before the declared one",
    declares,
    noise: added("/metadata/ownerReferences/0", { ...foreignOwner, controller: true }),
  },
  {
    id: "owner-none-declared",
    what: "an owner of an object whose program declares an empty list of them",
    declares: { ownerReferences: [] },
    noise: merged({ metadata: { ownerReferences: [foreignOwner] } }),
  },
  {
    id: "owner-defaults",
    what: "an owner's flags spelled out with their defaults",
    declares,
    noise: merged({ metadata: { ownerReferences: [{ ...owner, controller: false, blockOwnerDeletion: false }] } }),
  },
  {
    id: "owner-false-dropped",
    what: "an owner's flags that are declared false and dropped",
    declares: { ownerReferences: [{ ...owner, controller: false, blockOwnerDeletion: false }] },
    noise: merged({ metadata: { ownerReferences: [owner] } }),
  },
  {
    id: "managed-by-many",
    what: "an entry of managedFields for every one of several managers",
    declares,
    noise: async ({ send }) => {
      for (const manager of ["kubectl", "helm", "controller"]) {
        const body = { metadata: { labels: { [manager]: "x" } } };
        await send("PATCH", "application/merge-patch+json", body, `fieldManager=${manager}`);
      }
    },
  },
  {
    id: "managed-none",
    what: "managedFields that somebody emptied",
    declares,
    noise: merged({ metadata: { managedFields: [{}] } }),
  },
  {
    id: "managed-taken-over",
    what: "a declared field that another manager takes over with the same value",
    declares,
    noise: ({ name, send }) =>
      send("PATCH", "application/apply-patch+yaml", configuration(name), "fieldManager=gitops&force=true"),
  },
  {
    id: "written-again",
    what: "the same value, written again",
    declares,
    noise: merged({ spec: { displayName: "Ours" }, metadata: { labels: { ours: "a" } } }),
  },
  {
    id: "put-again",
    what: "the whole object, put as it was read",
    declares,
    noise: put((live) => live),
  },
  {
    id: "touched-reverted",
    what: "a declared field that was changed and changed back",
    declares,
    noise: oneByOne(merged({ spec: { displayName: "Theirs" } }), merged({ spec: { displayName: "Ours" } })),
  },
  {
    id: "many-versions",
    what: "a resourceVersion and a generation that rise and rise",
    declares,
    noise: async (colleague) => {
      for (let count = 1; count <= 12; count++) await merged({ spec: { theirs: count } })(colleague);
    },
  },
];
