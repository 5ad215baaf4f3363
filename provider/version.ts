/** Version of this package, told to the engine and in the User-Agent of every request. */
export const { version } = require("pulumi-platform/package.json") as { version: string };
