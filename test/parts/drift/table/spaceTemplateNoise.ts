import { added, merged, patched, removed, replaced } from "./colleague";
import type { Noise } from "./driftRow";

const text = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota
spec:
  hard:
    pods: "10"
`;
const declares = { template: { objects: text } };
const objectsBecome = (objects: string) => replaced("/spec/template/objects", objects);

/** Noise in the spec of a SpaceTemplate. */
export const spaceTemplateNoise: readonly Noise[] = [
  {
    id: "unknown-field",
    what: "an unknown field of the spec",
    declares,
    noise: added("/spec/owner", { user: "admin" }),
  },
  {
    id: "unknown-in-template",
    what: "an unknown field of the template",
    declares,
    noise: added("/spec/template/charts", [{ name: "nginx" }]),
  },
  {
    id: "unknown-in-metadata",
    what: "an unknown field of the template's metadata",
    declares: { template: { metadata: { labels: { ours: "a" } } } },
    noise: added("/spec/template/metadata/annotations", { theirs: "x" }),
  },
  {
    id: "template-label-foreign",
    what: "a foreign label of the template",
    declares: { template: { metadata: { labels: { ours: "a" } } } },
    noise: added("/spec/template/metadata/labels/theirs", "x"),
  },
  {
    id: "display-name-undeclared",
    what: "a display name that the program does not declare",
    declares,
    noise: added("/spec/displayName", "Theirs"),
  },
  {
    id: "access-undeclared",
    what: "access rules that the program does not declare",
    declares,
    noise: added("/spec/access", [{ users: ["*"], verbs: ["get"] }]),
  },
  {
    id: "template-undeclared",
    what: "a template that the program does not declare",
    declares: { displayName: "Ours" },
    noise: added("/spec/template", { objects: text }),
  },
  {
    id: "objects-undeclared",
    what: "objects beside the labels that the program declares",
    declares: { template: { metadata: { labels: { ours: "a" } } } },
    noise: added("/spec/template/objects", text),
  },
  {
    id: "status-filled",
    what: "conditions in the status",
    declares,
    noise: merged({ status: { phase: "Ready", conditions: [{ type: "Ready", status: "True" }] } }),
  },
  {
    id: "empty-text-dropped",
    what: "an empty text that is dropped",
    declares: { displayName: "Ours", description: "" },
    noise: merged({ spec: { description: null } }),
  },
  {
    id: "empty-access-dropped",
    what: "an empty list of access rules that is dropped",
    declares: { displayName: "Ours", access: [] },
    noise: merged({ spec: { access: null } }),
  },
  {
    id: "empty-verbs-dropped",
    what: "empty verbs of an access rule that are dropped",
    declares: { access: [{ users: ["*"], verbs: [] }] },
    noise: merged({ spec: { access: [{ users: ["*"] }] } }),
  },
  {
    id: "empty-users-added",
    what: "users of an access rule that are spelled out as none",
    declares: { access: [{ verbs: ["get"] }] },
    noise: merged({ spec: { access: [{ users: [], verbs: ["get"] }] } }),
  },
  {
    id: "empty-template-dropped",
    what: "an empty template that is dropped",
    declares: { displayName: "Ours", template: {} },
    noise: merged({ spec: { template: null } }),
  },
  {
    id: "empty-labels-dropped",
    what: "an empty map of template labels that is dropped with all that was around it",
    declares: { displayName: "Ours", template: { metadata: { labels: {} } } },
    noise: merged({ spec: { template: null } }),
  },
  {
    id: "empty-objects-dropped",
    what: "an empty text of objects that is dropped",
    declares: { template: { objects: "", metadata: { labels: { ours: "a" } } } },
    noise: merged({ spec: { template: { objects: null } } }),
  },
  {
    id: "yaml-flow",
    what: "the same objects in flow style",
    declares,
    noise: objectsBecome("{apiVersion: v1, kind: ResourceQuota, metadata: {name: quota}, spec: {hard: {pods: '10'}}}"),
  },
  {
    id: "yaml-comments",
    what: "the same objects with comments and blank lines",
    declares,
    noise: objectsBecome(`# theirs\n\n${text}\n# the end\n`),
  },
  {
    id: "yaml-order",
    what: "the same objects with their keys in another order",
    declares,
    noise: objectsBecome('spec: {hard: {pods: "10"}}\nmetadata: {name: quota}\nkind: ResourceQuota\napiVersion: v1\n'),
  },
  {
    id: "yaml-separator",
    what: "the same objects between separators, with an empty document",
    declares,
    noise: objectsBecome(`---\n${text}---\n`),
  },
  {
    id: "yaml-json",
    what: "the same objects as JSON",
    declares,
    noise: objectsBecome(
      '{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"quota"},"spec":{"hard":{"pods":"10"}}}',
    ),
  },
  {
    id: "yaml-line-ends",
    what: "the same objects with the line ends of Windows",
    declares,
    noise: objectsBecome(text.replaceAll("\n", "\r\n")),
  },
  {
    id: "yaml-of-a-list",
    what: "another text of objects that the program declares as a list",
    declares: {
      template: { objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { mode: "0755" } }] },
    },
    noise: objectsBecome("kind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\ndata: {mode: '0755'}\n"),
  },
  {
    id: "extra-beside",
    what: "an unknown member beside one that extraSpec declares",
    declares: { extraSpec: { owner: { team: "ours" } } },
    noise: added("/spec/owner/user", "admin"),
  },
  {
    id: "extra-false-dropped",
    what: "false and empty members of extraSpec that are dropped",
    declares: { displayName: "Ours", extraSpec: { flag: false, owner: { team: "ours", user: "" }, none: {} } },
    noise: merged({ spec: { flag: null, none: null, owner: { user: null } } }),
  },
  {
    id: "extra-order",
    what: "another order of the members in extraSpec's lists",
    declares: { extraSpec: { parameters: [{ variable: "size", label: "Size" }] } },
    noise: patched(
      { op: "remove", path: "/spec/parameters" },
      { op: "add", path: "/spec/parameters", value: [{ label: "Size", variable: "size" }] },
    ),
  },
  {
    id: "unknown-comes-goes",
    what: "an unknown field that is taken off again",
    declares,
    noise: async (colleague) => {
      await added("/spec/theirs", true)(colleague);
      await removed("/spec/theirs")(colleague);
    },
  },
];
