/** What the SDKs that Pulumi generates from the schema are called. */
export const languages = {
  // The package on the dynamic face has the plain name, and a project may use both.
  nodejs: { packageName: "pulumi-platform-plugin", respectSchemaVersion: true },
  python: { packageName: "pulumi_platform", respectSchemaVersion: true },
  go: { respectSchemaVersion: true },
};
