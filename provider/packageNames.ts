/** The name of the Pulumi package. All other names follow from it. */
export const packageName = "vcluster-platform";

/** The npm package, the command, the field manager, and the prefix of labels and annotations. */
export const npmName = `pulumi-${packageName}` as const;

/** The Pulumi-generated TypeScript SDK. Not npmName: a project may use both packages. */
export const pluginNpmName = `${npmName}-plugin`;

/** The executable of the plugin. */
export const pluginName = `pulumi-resource-${packageName}`;

// Required by name, because the compiled file in dist/ has another relative path.
/** The version of the package, for the engine and the User-Agent. */
export const { version } = require(`${npmName}/package.json`) as { version: string };

/** The token of a resource, a function or a type. */
export const typeToken = (name: string): string => `${packageName}:index:${name}`;
