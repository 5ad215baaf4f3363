/** A value that a setting cannot have, as text, and what the error says of it. */
export interface BadSetting {
  readonly field: string;
  readonly value: string;
  /** Name of the environment variable. */
  readonly variable: string;
  readonly problem: string;
  /** What sets it in the stack's configuration. */
  readonly command: string;
}

/** Stands in each value, and must stand in no message. */
export const neverShown = "hunter22";

/** Every setting but ownerId, which takes any text. */
export const badSettings: readonly BadSetting[] = [
  {
    field: "baseUrl",
    value: `https://me:${neverShown}@platform.test`,
    variable: "PLATFORM_BASE_URL",
    problem: "the URL holds credentials",
    command: "pulumi config set platform:baseUrl https://…",
  },
  {
    field: "accessKey",
    value: `${neverShown} and more`,
    variable: "PLATFORM_ACCESS_KEY",
    problem: "it has characters that no access key has, such as a space or a line break",
    command: "pulumi config set --secret platform:accessKey …",
  },
  {
    field: "vendor",
    value: `https://${neverShown}`,
    variable: "PLATFORM_VENDOR",
    problem: "it is no DNS domain in lower case",
    command: "pulumi config set platform:vendor …",
  },
  {
    field: "cliScopeField",
    value: `allow-${neverShown}`,
    variable: "PLATFORM_CLI_SCOPE_FIELD",
    problem: "it is no field name",
    command: "pulumi config set platform:cliScopeField …",
  },
  {
    field: "conflictPolicy",
    value: neverShown,
    variable: "PLATFORM_CONFLICT_POLICY",
    problem: "it must be one of merge, overwrite, fail",
    command: "pulumi config set platform:conflictPolicy …",
  },
  {
    field: "serverSideDryRun",
    value: neverShown,
    variable: "PLATFORM_SERVER_SIDE_DRY_RUN",
    problem: "it must be true or false",
    command: "pulumi config set platform:serverSideDryRun …",
  },
  {
    field: "refreshKeys",
    value: neverShown,
    variable: "PLATFORM_REFRESH_KEYS",
    problem: "it must be true or false",
    command: "pulumi config set platform:refreshKeys …",
  },
  {
    field: "insecureSkipTlsVerify",
    value: neverShown,
    variable: "PLATFORM_INSECURE_SKIP_TLS_VERIFY",
    problem: "it must be true or false",
    command: "pulumi config set platform:insecureSkipTlsVerify …",
  },
  {
    field: "certificateAuthority",
    value: `/etc/${neverShown}.pem`,
    variable: "PLATFORM_CERTIFICATE_AUTHORITY",
    problem: "it is no PEM certificate",
    command: "pulumi config set platform:certificateAuthority …",
  },
  {
    field: "clientCertificate",
    value: `/etc/${neverShown}.pem`,
    variable: "PLATFORM_CLIENT_CERTIFICATE",
    problem: "it is no PEM certificate",
    command: "pulumi config set platform:clientCertificate …",
  },
  {
    field: "clientKey",
    value: `/etc/${neverShown}.pem`,
    variable: "PLATFORM_CLIENT_KEY",
    problem: "it is no private key in PEM form",
    command: "pulumi config set --secret platform:clientKey …",
  },
  {
    field: "projectNamespacePrefixes",
    value: `p-,${neverShown}_`,
    variable: "PLATFORM_PROJECT_NAMESPACE_PREFIXES",
    problem: "entry 2 is no beginning of a namespace's name",
    command: "pulumi config set platform:projectNamespacePrefixes …",
  },
];
