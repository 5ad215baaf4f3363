import { operands } from "./shellWord.js";

/** The command that takes an object into a stack as the resource of this name. */
export function pulumiImport(type: string, resource: string, name: string): string {
  return `pulumi import ${type} ${operands(resource, name)}`;
}

/** The command that deletes an object; its group is named since another group may have resources of the same plural. */
export function kubectlDelete(plural: string, apiVersion: string, name: string): string {
  const [group = ""] = apiVersion.split("/");
  return `kubectl delete ${plural}.${group} ${operands(name)}`;
}
