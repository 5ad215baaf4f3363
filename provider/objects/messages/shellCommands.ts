import { apiGroupOf, managementRoot } from "../../api/transport/urls.js";
import type { Config } from "../../config/config.js";

/**
 * The command that imports an object as the resource of this name. `provider` is `name=URN` of a
 * provider other than the default one.
 */
export function pulumiImport(type: string, name: string, id: string, provider?: string): string {
  const option = provider === undefined ? "" : ` --provider ${shellWord(provider)}`;
  return `pulumi import ${type}${option} ${operands(name, id)}`;
}

/** The objects of a kind, or those in one namespace. */
interface KubectlTarget {
  readonly plural: string;
  readonly namespace?: string | undefined;
}

interface NamedTarget extends KubectlTarget {
  readonly name: string;
}

/** The command that deletes an object. Names the server: kubectl's context may have another. */
export function kubectlDelete(object: NamedTarget, config: Pick<Config, "baseUrl" | "vendor">): string {
  const server = `--server ${shellWord(config.baseUrl + managementRoot)}`;
  return `kubectl delete ${kindOf(object, config)} ${server}${inNamespace(object)} ${operands(object.name)}`;
}

/** The command that sets or, with a final "-", removes an annotation of an object. */
export const kubectlAnnotate = (object: NamedTarget, config: Pick<Config, "vendor">, annotation: string): string =>
  `kubectl annotate ${kindOf(object, config)}${inNamespace(object)} ${operands(object.name, annotation)}`;

/** The command that lists the objects of a kind. */
export const kubectlGet = (objects: KubectlTarget, config: Pick<Config, "vendor">): string =>
  `kubectl get ${kindOf(objects, config)}${inNamespace(objects)}`;

// With the API group, since other groups may have the same plural.
const kindOf = ({ plural }: KubectlTarget, { vendor }: Pick<Config, "vendor">) => `${plural}.${apiGroupOf(vendor)}`;

const inNamespace = ({ namespace }: KubectlTarget) =>
  namespace === undefined ? "" : ` --namespace ${operands(namespace)}`;

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
