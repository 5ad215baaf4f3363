import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { quoted } from "../../api/output/redaction.js";
import { immutable, local, openSpec, stable } from "../../objects/fields/fieldRules.js";
import { dnsLabel, metadataOutputs, storedInputs } from "../../objects/fields/metadataFields.js";
import { phaseOf } from "../../objects/lifecycle/readiness.js";
import { createStored, deleteStored, readStored, updateStored } from "../../objects/lifecycle/stored.js";
import { listStored, storedFilter } from "../../objects/lifecycle/storedLookups.js";
import { labelOf } from "../../objects/messages/messages.js";
import { isFirstRead, isImport, type Problem, type Stored } from "../../objects/operation.js";
import { type Scope, storedId, storedPlace } from "../../objects/place.js";
import type { CustomResource, Operation, StoredOperation, StoredResource } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import type { Properties } from "../../objects/values.js";
import { objectPaths } from "../../objects/wire/objectShape.js";
import { kindForm, type ServedKind, servedKind } from "./servedKinds.js";

const kindName = z
  .string()
  .max(63, "must be no more than 63 characters")
  .regex(kindForm, "must be the name of a kind, such as ClusterRoleTemplate");

const objectInputs = storedInputs.extend({
  kind: immutable(local(kindName.describe("Kind of the object, such as `Cluster`, `App` or `ClusterRoleTemplate`."))),
  project: immutable(
    local(dnsLabel.describe("Project of the object, for a kind whose objects are in projects.")),
  ).optional(),
  namespace: immutable(
    local(dnsLabel.describe("Namespace of the object, in place of `project`, if it is in no project.")),
  ).optional(),
  spec: openSpec(z.record(z.string(), z.unknown()))
    .describe(
      "The spec of the object, with the platform's field names. Fields that are not declared stay as they are. A list " +
        "counts as a whole. Mark secret values, and lists in which others may keep secrets, as secrets: the provider does " +
        "not know which fields are secret.",
    )
    .optional(),
  waitFor: local(
    z.string().min(1).describe("The phase that a create and an update wait for, such as `Ready`."),
  ).optional(),
});

const objectOutputs = metadataOutputs.extend({
  plural: stable(z.string().describe("The kind's name in paths of the platform, such as `clusters`.")),
  phase: z.string().describe("The phase in the object's status, if it has one.").optional(),
});

const common = {
  type: "PlatformObject",
  description:
    "An object of a kind without a resource of its own, such as a cluster, an app or a role. The guarantees of the other " +
    "resources hold, but only values that the program marks are secret.",
  destroys: "Deleting the object can delete what belongs to it.",
  productOnly: true,
  imports: {
    description:
      "The id is `<Kind>/<name>`, `<Kind>/<project>/<name>` or `<Kind>/namespaces/<namespace>/<name>`. The spec is never " +
      "written into a program, because it may hold secrets: declare the fields that the program manages.",
    name: "viewer",
    id: "ClusterRoleTemplate/viewer",
  },
  inputs: objectInputs,
  outputs: objectOutputs,
} as const satisfies Partial<StoredResource>;

/** A kind, and whether its objects are in a project, in a namespace or in neither. */
interface KindAndScope {
  readonly kind: string;
  readonly scope?: Scope | undefined;
}

const kindAndScopeOfInputs = ({ kind, project, namespace }: Properties): KindAndScope => {
  if (project !== undefined) return { kind: String(kind), scope: "project" };
  return { kind: String(kind), scope: namespace === undefined ? undefined : "namespace" };
};

// A project may have the name "namespaces": only an id of four parts has a namespace.
const objectIdForm = /^([A-Z][A-Za-z0-9]*)\/((namespaces\/)?[^/]+\/)?[^/]+$/;

/** The kind and scope in an id. Throws for the id of an import that has another form. */
function kindAndScopeOfId(id: string): KindAndScope {
  const [, kind, place, namespaces] = objectIdForm.exec(id) ?? [];
  if (kind === undefined)
    throw new ResourceError(`Cannot import PlatformObject ${quoted(id)}: ${common.imports.description}`);
  if (place === undefined) return { kind };
  return { kind, scope: namespaces === undefined ? "project" : "namespace" };
}

const idPrefixOf = ({ kind, scope }: KindAndScope): string =>
  scope === "namespace" ? `${kind}/namespaces/` : `${kind}/`;

/** The resource for the objects of one kind in one scope. */
const resourceIn = ({ kind, scope }: KindAndScope, plural: string): StoredResource => ({
  ...common,
  kind,
  plural,
  idPrefix: idPrefixOf({ kind, scope }),
  ...(scope && { scope }),
});

/** The resource for all objects of one kind. */
export const resourceOfKind = ({ kind, plural, isNamespaced }: ServedKind): StoredResource =>
  resourceIn({ kind, scope: isNamespaced ? "project" : undefined }, plural);

/** The resource for the object of an operation. Reads the plural from the state or the platform. */
async function resourceFor(operation: Operation): Promise<StoredResource> {
  const { id, inputs, recorded } = operation;
  const { kind, scope } = kindAndScopeOfId(id);
  const recordedPlural = recorded.state.plural;
  const plural =
    typeof recordedPlural === "string" ? recordedPlural : pluralOf(await servedKind(operation, kind), scope);
  // The inputs of a read and a delete are empty.
  const { waitFor } = Object.keys(inputs).length > 0 ? inputs : recorded.inputs;
  return {
    ...resourceIn({ kind, scope }, plural),
    ...(typeof waitFor === "string" && { phases: { Failed: "failed", [waitFor]: "ready" } }),
    computed: ({ status }: ApiObject) => ({ plural, phase: phaseOf({ status }) }),
  };
}

/** The plural of a kind. Throws if its objects are not where the program or the id says. */
function pluralOf({ kind, plural, isNamespaced }: ServedKind, scope: Scope | undefined): string {
  if (isNamespaced === (scope !== undefined)) return plural;
  throw new ResourceError(
    isNamespaced
      ? `Objects of the kind ${quoted(kind)} are in a project: set \`project\`. The id of an import is ${kind}/<project>/<name>.`
      : `Objects of the kind ${quoted(kind)} are in no project or namespace: remove \`project\` and \`namespace\`.`,
  );
}

/** The operation with the resource and the place of its object. */
async function storedOperation(operation: Operation): Promise<StoredOperation> {
  const resource = await resourceFor(operation);
  const place = await storedPlace(operation, resource, operation.id);
  return { ...operation, resource, place: { ...place, inputs: { ...place.inputs, kind: resource.kind } } };
}

async function readObject(operation: Operation): Promise<Stored | undefined> {
  const { recorded, isForProgram } = operation;
  const stored = await readStored(await storedOperation(operation));
  if (stored && isForProgram && isImport(recorded) && isFirstRead(recorded))
    operation.warn(
      `${labelOf(operation)} is imported without its spec, which may hold secrets. Declare the fields of the spec that ` +
        "the program manages; the others stay as they are.",
    );
  return stored;
}

const noSpec: Problem = {
  property: "spec",
  reason: "is required for a new object, since an import leaves it out. Declare its fields, or {} if it has none.",
};

const bothPlaces: Problem = {
  property: "namespace",
  reason: "cannot be set together with `project`. Remove one of them.",
};

/** The resource for objects of any kind but `ownKinds`, which have resources of their own. */
export const platformObject = (ownKinds: readonly string[]): CustomResource => ({
  ...common,
  isNamed: true,
  isAwaited: true,
  check({ kind, project, namespace, spec }, previous) {
    const problems: Problem[] = [];
    // An import writes no spec. After a deletion by others, a create would make an empty object.
    if (spec === undefined && Object.keys(previous).length === 0) problems.push(noSpec);
    if (ownKinds.some((each) => each === kind))
      problems.push({ property: "kind", reason: `has a resource of its own: use ${kind}.` });
    if (project !== undefined && namespace !== undefined) problems.push(bothPlaces);
    return problems;
  },
  id(inputs) {
    const { kind, scope } = kindAndScopeOfInputs(inputs);
    return storedId({ idPrefix: idPrefixOf({ kind, scope }), ...(scope && { scope }) }, inputs);
  },
  create: async (operation) => createStored(await storedOperation(operation)),
  read: readObject,
  update: async (operation) => updateStored(await storedOperation(operation)),
  delete: async (operation) => deleteStored(await storedOperation(operation)),
  // The plural has no effect on these paths.
  objectPaths: (path) => objectPaths({ resource: { ...common, plural: "" } }, path),
  filter: storedFilter.extend({
    kind: kindName.describe("Only objects of this kind."),
    project: dnsLabel.describe("Only those of this project.").optional(),
  }),
  async list(context, page) {
    const served = await servedKind(context, String(page.filter.kind));
    return listStored(context, resourceOfKind(served), page);
  },
});
