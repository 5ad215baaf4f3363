import { type Identity, identityProblem } from "../../../provider/api/identityProblem";

const apiVersion = "management.loft.sh/v1";
const templates: Identity = { apiVersion, collection: ["spacetemplates"], name: "dev" };
const inProject: Identity = { apiVersion, collection: ["namespaces", "p-web", "spaceinstances"] };
const metadata = { name: "dev" };

const of = (plural: string): Identity => ({ apiVersion, collection: [plural] });

const rows: [what: string, answered: object, asked: Identity, problem: string | undefined][] = [
  ["all that was asked for", { apiVersion, kind: "SpaceTemplate", metadata }, templates, undefined],
  ["a name only", { metadata }, templates, undefined],
  ["another name", { metadata: { name: "prod" } }, templates, 'asked for "dev", but answered "prod"'],
  ["no name", { metadata: {} }, templates, 'asked for "dev", but answered nothing'],
  ["no metadata", {}, templates, 'asked for "dev", but answered nothing'],
  ["any name where none was asked for", { metadata: { name: "prod" } }, of("spacetemplates"), undefined],
  [
    "another vendor's object",
    { apiVersion: "management.example.com/v1", metadata },
    templates,
    'asked for "management.loft.sh/v1", but answered "apiVersion management.example.com/v1"',
  ],
  ["another kind", { kind: "Project", metadata }, templates, 'asked for "spacetemplates", but answered "kind Project"'],
  ["any kind where none was asked for", { kind: "Project", metadata }, { apiVersion, name: "dev" }, undefined],
  ["ClusterAccess of clusteraccesses", { kind: "ClusterAccess" }, of("clusteraccesses"), undefined],
  ["NetworkPolicy of networkpolicies", { kind: "NetworkPolicy" }, of("networkpolicies"), undefined],
  ["MoviesPolicy of moviespolicies", { kind: "MoviesPolicy" }, of("moviespolicies"), undefined],
  ["Config of config", { kind: "Config" }, of("config"), undefined],
  ["the namespace", { metadata: { namespace: "p-web" } }, inProject, undefined],
  ["no namespace", { metadata: {} }, inProject, undefined],
  [
    "another namespace",
    { metadata: { namespace: "p-other" } },
    inProject,
    'asked for "namespace p-web", but answered "namespace p-other"',
  ],
  ["a namespace where none was asked for", { metadata: { namespace: "p-web" } }, of("spacetemplates"), undefined],
  [
    "a namespace below another parent",
    { metadata: { namespace: "p-web" } },
    { apiVersion, collection: ["projects", "web", "spacetemplates"] },
    undefined,
  ],
  ["any namespace where no collection was asked for", { metadata: { namespace: "a" } }, { apiVersion }, undefined],
];

test.each(rows)("%s", (_what, answered, asked, problem) => {
  expect(identityProblem({ ...answered }, asked)).toEqual(problem);
});
