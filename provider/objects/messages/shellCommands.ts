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

/** A text as one word of a shell: as it is where that is safe, else between single quotes. */
export function shellWord(text: string): string {
  // A leading = is a command's path to zsh.
  return /^[\w.:/@][\w.:/@=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The last words of a command as a shell takes them; quotes alone would leave a name such as --all an option. */
export function operands(...words: readonly string[]): string {
  const quoted = words.map(shellWord);
  return (words.some((word) => word.startsWith("-")) ? ["--", ...quoted] : quoted).join(" ");
}
