import { operands } from "./shellWord.js";

/** The command that takes an object into a stack as the resource of this name. */
export function pulumiImport(type: string, resource: string, name: string): string {
  return `pulumi import ${type} ${operands(resource, name)}`;
}

/** The command that deletes an object; its group is named since another group may have resources of the same plural. */
export function kubectlDelete(plural: string, apiVersion: string, name: string, namespace?: string): string {
  return `kubectl delete ${plural}.${groupOf(apiVersion)}${inNamespace(namespace)} ${operands(name)}`;
}

/** The command that shows which objects of a kind there are. */
export function kubectlGet(
  kind: { readonly plural: string; readonly namespace?: string | undefined },
  apiVersion: string,
) {
  return `kubectl get ${kind.plural}.${groupOf(apiVersion)}${inNamespace(kind.namespace)}`;
}

const inNamespace = (namespace: string | undefined) =>
  namespace === undefined ? "" : ` --namespace ${operands(namespace)}`;

const groupOf = (apiVersion: string) => apiVersion.replace(/\/.*/, "");
