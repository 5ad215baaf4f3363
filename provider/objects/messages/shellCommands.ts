import { apiVersionOf, managementRoot } from "../../api/transport/urls.js";
import type { Config } from "../../config/config.js";

/**
 * The command that imports an object as the resource of this name. `provider` is `name=URN` of a
 * provider other than the default one.
 */
export function pulumiImport(type: string, name: string, id: string, provider?: string): string {
  const option = provider === undefined ? "" : ` --provider ${shellWord(provider)}`;
  return `pulumi import ${type}${option} ${operands(name, id)}`;
}

/**
 * The command that deletes an object. Includes the group, since plurals are not unique, and the
 * server, since kubectl's context may be another platform.
 */
export function kubectlDelete(
  { baseUrl, vendor }: Pick<Config, "baseUrl" | "vendor">,
  {
    plural,
    name,
    namespace,
  }: { readonly plural: string; readonly name: string; readonly namespace?: string | undefined },
): string {
  const server = `--server ${shellWord(baseUrl + managementRoot)}`;
  return `kubectl delete ${plural}.${groupOf(apiVersionOf(vendor))} ${server}${inNamespace(namespace)} ${operands(name)}`;
}

/** The command that sets or, with a final "-", removes an annotation of an object. */
export function kubectlAnnotate(
  { plural, name, namespace }: { readonly plural: string; readonly name: string; readonly namespace?: string },
  apiVersion: string,
  annotation: string,
): string {
  return `kubectl annotate ${plural}.${groupOf(apiVersion)}${inNamespace(namespace)} ${operands(name, annotation)}`;
}

/** The command that lists the objects of a kind. */
export function kubectlGet(
  kind: { readonly plural: string; readonly namespace?: string | undefined },
  apiVersion: string,
) {
  return `kubectl get ${kind.plural}.${groupOf(apiVersion)}${inNamespace(kind.namespace)}`;
}

const inNamespace = (namespace: string | undefined) =>
  namespace === undefined ? "" : ` --namespace ${operands(namespace)}`;

const groupOf = (apiVersion: string) => apiVersion.replace(/\/.*/, "");

/** Quotes a text for a shell, unless it is safe. */
export function shellWord(text: string): string {
  // zsh expands a leading = to the path of a command.
  return /^[\w.:/@][\w.:/@=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes the operands of a command. After `--`, a name such as --all is not an option. */
export function operands(...words: readonly string[]): string {
  const quoted = words.map(shellWord);
  return (words.some((word) => word.startsWith("-")) ? ["--", ...quoted] : quoted).join(" ");
}
