/** What the blocks of a page are, and who runs them. */
export interface DocumentedPage {
  /** How many there are of each language, "" where the fence says none. */
  readonly blocks: Readonly<Record<string, number>>;
  /** The scenarios that ask for blocks of the page by their words. */
  readonly scenarios?: readonly string[];
  /** A test that reads all blocks of the page, whatever they are. */
  readonly allRunBy?: string;
  /** Words of the blocks that nobody can run, and why. Keep it short. */
  readonly notRun?: Readonly<Record<string, string>>;
}

/** The example in every language, and the command that imports one. */
const resourcePage: DocumentedPage = {
  blocks: { typescript: 2, python: 1, go: 1, yaml: 1, bash: 1 },
  allRunBy: "test/docs/referenceBlocks.test.ts",
};

/** The example in every language. */
const functionPage: DocumentedPage = {
  blocks: { typescript: 2, python: 1, go: 1, yaml: 1 },
  allRunBy: "test/docs/referenceBlocks.test.ts",
};

/** Every page, by its path in this repo; written by hand. A page that is not here fails a test. */
export const documentedPages: Readonly<Record<string, DocumentedPage>> = {
  "CONTRIBUTING.md": {
    blocks: { bash: 1 },
    // Their names and options are held by inlineCommands.test.ts.
    notRun: { "npm run test:full": "these are what runs the tests, or take many minutes" },
  },
  "README.md": { blocks: { bash: 6, ts: 1 }, scenarios: ["test/e2e/docs/readme.test.ts"] },
  "SECURITY.md": { blocks: {} },
  "docs/README.md": { blocks: {} },
  "docs/access-keys.md": { blocks: { "": 2, ts: 1 }, scenarios: ["test/e2e/docs/accessKeys.test.ts"] },
  "docs/architecture.md": { blocks: { "": 2 }, scenarios: ["test/docs/architecture.test.ts"] },
  "docs/ci-keys.md": {
    blocks: { typescript: 1 },
    notRun: { "new k8s.core.v1.Secret": "needs three providers of others, as the page says" },
  },
  "docs/compatibility.md": { blocks: {} },
  "docs/conformance.md": { blocks: { "": 1 }, scenarios: ["test/e2e/docs/conformance.test.ts"] },
  "docs/deletion.md": { blocks: { "": 2 }, scenarios: ["test/e2e/docs/deletion.test.ts"] },
  "docs/doctor.md": { blocks: { sh: 1, "": 2 }, scenarios: ["test/e2e/docs/doctor.test.ts"] },
  "docs/drift.md": { blocks: { sh: 2 }, scenarios: ["test/e2e/docs/drift.test.ts"] },
  "docs/embedded-platform.md": { blocks: { sh: 7, yaml: 2 }, scenarios: ["test/e2e/docs/embeddedPlatform.test.ts"] },
  "docs/faces.md": { blocks: {} },
  "docs/from-dynamic-to-plugin.md": {
    blocks: { bash: 2, ts: 2 },
    scenarios: ["test/e2e/docs/fromDynamicToPlugin.test.ts"],
  },
  "docs/import-a-platform.md": { blocks: { sh: 4 }, scenarios: ["test/e2e/docs/importAPlatform.test.ts"] },
  "docs/imports.md": { blocks: { bash: 1 }, scenarios: ["test/e2e/docs/imports.test.ts"] },
  "docs/lookups.md": { blocks: { ts: 2, yaml: 1, sh: 1 }, scenarios: ["test/e2e/docs/lookups.test.ts"] },
  "docs/migrate-from-customresource.md": {
    blocks: { sh: 8, yaml: 1 },
    scenarios: ["test/e2e/docs/migrateFromCustomresource.test.ts"],
  },
  "docs/migrate-from-terraform.md": {
    blocks: { sh: 5, hcl: 1 },
    scenarios: ["test/e2e/docs/migrateFromTerraform.test.ts"],
    notRun: {
      "terraform state list": "needs Terraform and a state of it",
      "removed {": "needs Terraform and a state of it",
      "terraform state rm kubernetes_manifest.dev": "needs Terraform and a state of it",
    },
  },
  "docs/network.md": { blocks: { sh: 2 }, scenarios: ["test/e2e/docs/network.test.ts"] },
  "docs/orphans.md": { blocks: { sh: 2 }, scenarios: ["test/e2e/docs/orphans.test.ts"] },
  "docs/performance.md": { blocks: {} },
  "docs/previews.md": { blocks: { bash: 1 }, scenarios: ["test/e2e/docs/previews.test.ts"] },
  "docs/providers.md": { blocks: { yaml: 1 }, scenarios: ["test/e2e/docs/providers.test.ts"] },
  "docs/reference/OwnedAccessKey.md": resourcePage,
  "docs/reference/README.md": { blocks: {} },
  "docs/reference/SpaceTemplate.md": resourcePage,
  "docs/reference/VirtualClusterImport.md": resourcePage,
  "docs/reference/configuration.md": { blocks: {} },
  "docs/reference/getOwnedAccessKey.md": functionPage,
  "docs/reference/getSpaceTemplate.md": functionPage,
  "docs/reference/getVirtualCluster.md": functionPage,
  "docs/reference/listOwnedAccessKeys.md": functionPage,
  "docs/reference/listSpaceTemplates.md": functionPage,
  "docs/reference/pulumi-platform-doctor.md": { blocks: {} },
  "docs/reference/pulumi-platform-drift.md": { blocks: {} },
  "docs/reference/pulumi-platform-import.md": { blocks: {} },
  "docs/reference/pulumi-platform-orphans.md": { blocks: {} },
  "docs/reference/pulumi-platform-serve.md": { blocks: {} },
  // Its table is read and run by test/reliability/matrix.
  "docs/reliability.md": { blocks: {} },
  "docs/releasing.md": {
    blocks: { sh: 7 },
    scenarios: ["test/e2e/docs/releasing.test.ts"],
    notRun: {
      "gh attestation verify": "needs a release that GitHub attested to",
      "npm audit signatures": "needs a package that was published with its provenance",
    },
  },
  "docs/secrets.md": { blocks: {} },
  "docs/security.md": { blocks: {} },
  "docs/source-plugin.md": {
    blocks: { sh: 3, yaml: 2, ts: 1, python: 1, go: 1 },
    scenarios: ["test/e2e/sourcePlugin.test.ts"],
  },
  "docs/troubleshooting.md": { blocks: {} },
  "docs/updates.md": { blocks: {} },
  "examples/pipelines/README.md": { blocks: { "": 1 }, scenarios: ["test/e2e/docs/pipelines.test.ts"] },
};
