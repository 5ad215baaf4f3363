import { resources } from "../../../../provider/resources/registry";
import { fullInputs } from "../../../support/fullInputs";
import type { ResourceDeclaration } from "../../../support/resourcePrograms";
import type { Row } from "./driftRow";

// Of a kind that the platform does not serve, so that no request asks whether it exists.
const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "owner", uid: "uid-of-owner" };

/** The resource of a row of the drift table (which has a path): every field is set. */
export function declared({
  id,
  type,
  declares,
  ...row
}: Row & { path?: string }): ResourceDeclaration & { type: string } {
  const full = row.path === undefined ? {} : (fullInputs(owner)[type]?.[0] ?? {});
  const inputs = { ...full, ...("key" in full && { key: `${id}-0123456789abcdef` }), ...declares };
  const source = (inputs as { sourceVirtualCluster?: object }).sourceVirtualCluster;
  const name = source ? { sourceVirtualCluster: { ...source, importName: id } } : { name: id };
  // Without the members that are undefined.
  return { type, inputs: JSON.parse(JSON.stringify({ ...inputs, ...name })) };
}

/** A resource for every row, by name. */
export const declaredBy = (rows: readonly (Row & { path?: string })[]) =>
  Object.fromEntries(rows.map((row) => [row.id, declared(row)]));

const collections = new Map(resources.map(({ type, plural }) => [type, plural]));
collections.set("PlatformObject", "clusterroletemplates");
const folders = new Map([
  ["ProjectSecret", "namespaces/p-web/"],
  ["VirtualClusterInstance", "namespaces/p-web/"],
  ["SpaceInstance", "namespaces/p-web/"],
  ["SharedSecret", "namespaces/vcluster-platform/"],
]);

/** Path of a row's object below the API group. */
export const pathOf = ({ id, type }: Row): string =>
  `${folders.get(type) ?? ""}${collections.get(type) ?? "namespaces/p-web/virtualclusterinstances"}/${id}`;
