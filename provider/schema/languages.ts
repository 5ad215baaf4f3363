/** What the SDKs that Pulumi generates from the schema are called. */
export const languages = {
  // The package with the dynamic resources has the plain name, and a project may use both.
  nodejs: { packageName: "pulumi-platform-plugin", respectSchemaVersion: true },
  python: { packageName: "pulumi_platform", pyproject: { enabled: true }, respectSchemaVersion: true },
  // No address on the internet is ours: a project says with `replace` where its SDK is, and the path claims nothing.
  go: { importBasePath: "example.com/pulumi-platform/sdk/go/platform", respectSchemaVersion: true },
};
