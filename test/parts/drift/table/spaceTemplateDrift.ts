import { added, merged, removed, replaced } from "./colleague";
import type { Leaf } from "./driftRow";
import { metadataDrift } from "./metadataDrift";

const otherQuota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: '11'}}\n";
const numberForText = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: 10}}\n";
const list = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { on: "yes" } }];

/** Every input leaf of a SpaceTemplate (specification, section 2.2). */
export const spaceTemplateDrift: readonly Leaf[] = [
  ...metadataDrift,
  { path: "conflictPolicy", unseen: "it settles what our own updates do, on our side only" },
  { path: "displayName", change: replaced("/spec/displayName", "Theirs") },
  { path: "displayName", declares: { displayName: "" }, change: merged({ spec: { displayName: "Theirs" } }) },
  { path: "description", change: removed("/spec/description"), by: "nobody (gone)" },
  { path: "access[].users", change: replaced("/spec/access/1/users/0", "somebody") },
  { path: "access[].users", change: added("/spec/access/1/users/-", "somebody") },
  { path: "access[].users", change: removed("/spec/access/1") },
  { path: "access[].verbs", change: replaced("/spec/access/0/verbs/0", "update") },
  { path: "access[].verbs", change: added("/spec/access/1/verbs", ["get"]) },
  { path: "access[].verbs", declares: { access: [] }, change: merged({ spec: { access: [{ verbs: ["get"] }] } }) },
  {
    path: "template.metadata.labels",
    change: replaced("/spec/template/metadata/labels/policy.loft.sh~1pod-security", "privileged"),
  },
  {
    path: "template.metadata.labels",
    change: removed("/spec/template/metadata/labels/policy.loft.sh~1pod-security"),
    by: "nobody (gone)",
  },
  { path: "template.metadata.labels", change: removed("/spec/template/metadata"), by: "nobody (gone)" },
  {
    path: "template.metadata.labels",
    declares: { template: { metadata: { labels: { empty: "" } } } },
    change: merged({ spec: { template: null } }),
    by: "nobody (gone)",
  },
  { path: "template.objects", change: replaced("/spec/template/objects", otherQuota) },
  { path: "template.objects", change: replaced("/spec/template/objects", numberForText) },
  { path: "template.objects", change: removed("/spec/template"), by: "nobody (gone)" },
  {
    path: "template.objects",
    declares: { template: { objects: list } },
    change: replaced(
      "/spec/template/objects",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {on: yes}\n",
    ),
  },
  { path: "extraSpec", change: replaced("/spec/owner/team", "theirs") },
  { path: "extraSpec", change: replaced("/spec/parameters/0/variable", "theirs") },
  { path: "extraSpec", change: removed("/spec/parameters"), by: "nobody (gone)" },
];
