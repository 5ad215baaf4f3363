/** The plugin's token of a resource or function. */
export const typeToken = (name: string): string => `platform:index:${name}`;
