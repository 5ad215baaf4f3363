import { generateKeyPairSync } from "node:crypto";
import { otherScopeFields } from "../../../provider/config/scopeFields";
import { envName, type GivenBy } from "../../../provider/config/settingWords.js";
import { cliScopeFieldOf, providerConfig, type ResolvedConfig, resolveConfig } from "../../../provider/config.js";
import { accessScope } from "../../../provider/resources/accessScope";
import { newAuthority } from "../../support/certificates";

const authority = newAuthority();
const pair = authority.issue();
const minimal = { baseUrl: "https://platform.test", accessKey: "the-access-key" };
const noFiles = {
  homedir: "/home/me",
  readFile: () => {
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  },
};

type Settings = Record<string, unknown>;
type Environment = Record<string, string>;

const resolve = (settings: Settings, env: Environment = {}, unknown: string[] = [], by: GivenBy = "stack") =>
  resolveConfig(settings, env, noFiles, new Set(unknown), by);

const configOf = (resolved: ResolvedConfig) => {
  if (!("config" in resolved)) throw new Error(`expected settings: ${JSON.stringify(resolved)}`);
  return resolved;
};

const problemsOf = (resolved: ResolvedConfig): Record<string, string> => {
  if (!("problems" in resolved)) throw new Error("expected problems");
  return Object.fromEntries(resolved.problems.map(({ property, reason }) => [property, reason]));
};

describe("a setting's value", () => {
  test("may be the default, except of baseUrl and accessKey", () => {
    const { config, sources } = configOf(resolve(minimal));
    expect(config).toEqual({
      ...minimal,
      vendor: "loft.sh",
      cliScopeField: "allowLoftCli",
      ownerId: "",
      conflictPolicy: "merge",
      serverSideDryRun: false,
      refreshKeys: false,
      insecureSkipTlsVerify: false,
      projectNamespacePrefixes: ["p-", "loft-p-"],
    });
    expect(sources).toMatchObject({ baseUrl: "program", accessKey: "program", vendor: "default" });
  });

  test("may come from the environment, as text", () => {
    const env = {
      PLATFORM_BASE_URL: "https://Platform.test/prefix/",
      PLATFORM_ACCESS_KEY: "the-access-key\n",
      PLATFORM_VENDOR: "example.com",
      PLATFORM_CLI_SCOPE_FIELD: "allowOther",
      PLATFORM_OWNER_ID: "west",
      PLATFORM_CONFLICT_POLICY: "fail",
      PLATFORM_SERVER_SIDE_DRY_RUN: "true",
      PLATFORM_REFRESH_KEYS: "true",
      PLATFORM_INSECURE_SKIP_TLS_VERIFY: "true",
      PLATFORM_CERTIFICATE_AUTHORITY: authority.cert,
      PLATFORM_CLIENT_CERTIFICATE: pair.cert,
      PLATFORM_CLIENT_KEY: pair.key,
      PLATFORM_PROJECT_NAMESPACE_PREFIXES: "a-, b-",
    };
    const { config, sources } = configOf(resolve({}, env));
    expect(config).toEqual({
      baseUrl: "https://platform.test/prefix",
      accessKey: "the-access-key",
      vendor: "example.com",
      cliScopeField: "allowOther",
      ownerId: "west",
      conflictPolicy: "fail",
      serverSideDryRun: true,
      refreshKeys: true,
      insecureSkipTlsVerify: true,
      certificateAuthority: authority.cert,
      clientCertificate: pair.cert,
      clientKey: pair.key,
      projectNamespacePrefixes: ["a-", "b-"],
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(["environment"]));
    expect(Object.keys(env)).toEqual(Object.keys(providerConfig.shape).map(envName));
  });

  test("comes from the program before the environment, and an empty text is none", () => {
    const env = { PLATFORM_BASE_URL: "https://other.test", PLATFORM_ACCESS_KEY: "other", PLATFORM_VENDOR: "" };
    const { config, sources } = configOf(resolve({ ...minimal, accessKey: "" }, env));
    expect(config).toMatchObject({ baseUrl: "https://platform.test", accessKey: "other", vendor: "loft.sh" });
    expect(sources).toMatchObject({ baseUrl: "program", accessKey: "environment", vendor: "default" });
  });

  test.each<[field: string, given: unknown, value: unknown]>([
    ["insecureSkipTlsVerify", "true", true],
    ["insecureSkipTlsVerify", "FALSE", false],
    ["insecureSkipTlsVerify", "1", true],
    ["insecureSkipTlsVerify", "0", false],
    ["insecureSkipTlsVerify", true, true],
    ["projectNamespacePrefixes", '["x-","y-"]', ["x-", "y-"]],
    ["projectNamespacePrefixes", ["x-", "y-"], ["x-", "y-"]],
    ["projectNamespacePrefixes", "x-,y-", ["x-", "y-"]],
    ["clientCertificate", pair.cert + authority.cert, pair.cert + authority.cert],
  ])("of %s is parsed: %j (%#)", (field, given, value) => {
    const settings = { ...minimal, clientCertificate: pair.cert, clientKey: pair.key, [field]: given };
    expect(configOf(resolve(settings)).config).toMatchObject({ [field]: value });
  });
});

describe("an error", () => {
  const encrypted = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "s3cr3t" },
  }).privateKey;
  // Node.js reads it at the first request only, and reports it in OpenSSL's words.
  const broken = "-----BEGIN CERTIFICATE-----\nczNjcjN0\n-----END CERTIFICATE-----\n";
  const cutOff = `${pair.cert}-----BEGIN CERTIFICATE-----\ns3cr3t`;
  const chainProblem = "a certificate that follows its first one cannot be read";
  const keyProblem = "it has characters that no access key has, such as a space or a line break";
  const booleanProblem = "it must be true or false";

  const bad: [field: string, value: unknown, problem: string][] = [
    ["baseUrl", "platform.s3cr3t", "the URL is no URL"],
    ["baseUrl", "https://me:s3cr3t@platform.test", "the URL holds credentials"],
    ["baseUrl", 5, "it must be a string"],
    ["accessKey", "s3cr3t with spaces", keyProblem],
    ["accessKey", "s3cr3t\r\nx: y", keyProblem],
    ["vendor", "Not s3cr3t", "it is no DNS domain in lower case"],
    ["vendor", "a/../s3cr3t", "it is no DNS domain in lower case"],
    ["cliScopeField", "s3cr3t.b", "it is no field name"],
    ["cliScopeField", "projects", "it is another field of the scope"],
    ["conflictPolicy", "s3cr3t", "it must be one of merge, overwrite, fail"],
    ["serverSideDryRun", "s3cr3t", booleanProblem],
    ["refreshKeys", "s3cr3t", booleanProblem],
    ["insecureSkipTlsVerify", "s3cr3t", booleanProblem],
    ["certificateAuthority", "/etc/s3cr3t.pem", "it is no PEM certificate"],
    ["clientCertificate", "/etc/s3cr3t.pem", "it is no PEM certificate"],
    ["clientCertificate", pair.cert + broken, chainProblem],
    ["clientCertificate", pair.cert + authority.cert + broken, chainProblem],
    ["clientCertificate", cutOff, chainProblem],
    ["clientKey", "/etc/s3cr3t.pem", "it is no private key in PEM form"],
    ["clientKey", pair.cert, "it is no private key in PEM form"],
    ["clientKey", encrypted, "it is encrypted: give it without a passphrase"],
    ["clientKey", authority.issue({ ownKey: true }).key, "it is not the key of clientCertificate"],
    ["projectNamespacePrefixes", "[s3cr3t", "it must be a list"],
    ["projectNamespacePrefixes", [], "it names no prefix"],
    ["projectNamespacePrefixes", ["p-", "../s3cr3t"], "entry 2 is no beginning of a namespace's name"],
  ];

  test.each(bad)("of %s shows origin, problem and remedy, but no value (%#)", (field, value, problem) => {
    const pairOfClient = { clientCertificate: pair.cert, clientKey: pair.key };
    const found = problemsOf(resolve({ ...minimal, ...pairOfClient, [field]: value }));
    const secret = ["accessKey", "clientKey"].includes(field) ? "--secret " : "";
    const command = `pulumi config set ${secret}platform:${field} ${field === "baseUrl" ? "https://…" : "…"}`;
    const origin = `${field}, from the stack's configuration, cannot be used`;
    expect(found).toEqual({ [field]: `${origin}: ${problem}. Run "${command}" or set ${envName(field)}.` });
  });

  test("exists for every setting but ownerId, which may be any text", () => {
    const fields = new Set([...bad.map(([field]) => field), "ownerId"]);
    expect([...fields].sort()).toEqual(Object.keys(providerConfig.shape).sort());
  });

  test.each<[by: GivenBy, settings: Settings, env: Environment, origin: string, remedy: string]>([
    ["stack", {}, { PLATFORM_VENDOR: "No!" }, "PLATFORM_VENDOR", 'Run "pulumi config set platform:vendor …" or set'],
    ["provider", { vendor: "No!" }, {}, "the Provider in the program", "Set vendor of the Provider in the program, or"],
    ["options", { vendor: "No!" }, {}, "an option", "Set"],
  ])("of %s settings names their origin", (by, settings, env, origin, remedy) => {
    const reason = `vendor, from ${origin}, cannot be used: it is no DNS domain in lower case. ${remedy} PLATFORM_VENDOR.`;
    expect(problemsOf(resolve({ ...minimal, ...settings }, env, [], by))).toEqual({ vendor: reason });
  });

  test.each<[settings: Settings, missing: Record<string, string>]>([
    [
      {},
      {
        baseUrl: 'baseUrl is not set. Run "pulumi config set platform:baseUrl https://…" or set PLATFORM_BASE_URL.',
        accessKey:
          'accessKey is not set. Run "pulumi config set --secret platform:accessKey …" or set PLATFORM_ACCESS_KEY.',
      },
    ],
    [
      { ...minimal, clientCertificate: pair.cert },
      {
        clientKey:
          'clientKey is not set, though clientCertificate is. Run "pulumi config set --secret platform:clientKey …" or set PLATFORM_CLIENT_KEY.',
      },
    ],
    [
      { ...minimal, clientKey: pair.key },
      {
        clientCertificate:
          'clientCertificate is not set, though clientKey is. Run "pulumi config set platform:clientCertificate …" or set PLATFORM_CLIENT_CERTIFICATE.',
      },
    ],
  ])("of a missing setting shows every way to set it (%#)", (settings, missing) => {
    expect(problemsOf(resolve(settings))).toEqual(missing);
  });

  test("of an unknown setting lists the settings, and the engine's own inputs are none", () => {
    const found = problemsOf(resolve({ ...minimal, baseURL: "x", version: "1.0.0" }));
    expect(Object.keys(found)).toEqual(["baseURL"]);
    expect(found.baseURL).toMatch(/no setting of this provider\. The provider's settings are baseUrl, accessKey, /);
  });

  test("of a proxy variable exists only if the platform uses that proxy", () => {
    const env = { HTTPS_PROXY: "socks5://me:s3cr3t@proxy.test" };
    expect(problemsOf(resolve(minimal, env))).toEqual({
      HTTPS_PROXY:
        "HTTPS_PROXY cannot be used: it names a kind of proxy other than http:// or https://. Set it to a URL such as http://proxy.example.com:3128, or unset it.",
    });
    expect(resolve(minimal, { ...env, NO_PROXY: "platform.test" })).toHaveProperty("config");
    expect(resolve({ ...minimal, baseUrl: "http://platform.test" }, env)).toHaveProperty("config");
  });
});

describe("a setting that a preview does not know yet", () => {
  test("is not missing", () => {
    const settings = { ...minimal, clientCertificate: pair.cert };
    expect(resolve(settings, {}, ["clientKey"])).toEqual({ unknown: ["clientKey"] });
  });

  test("hides no error of another setting", () => {
    expect(Object.keys(problemsOf(resolve({ ...minimal, vendor: "No!" }, {}, ["baseUrl"])))).toEqual(["vendor"]);
  });

  test("is not taken from the environment", () => {
    const env = { PLATFORM_BASE_URL: "not a url", PLATFORM_ACCESS_KEY: "k-from-env" };
    expect(resolve({}, env, ["baseUrl"])).toEqual({ unknown: ["baseUrl"] });
  });
});

test.each([
  ["loft.sh", "allowLoftCli"],
  ["example.com", "allowExampleCli"],
  ["my-co.io", "allowMycoCli"],
])("the scope field of %s is %s", (vendor, field) => {
  expect(cliScopeFieldOf(vendor)).toBe(field);
});

test("cliScopeField may not name another field of a scope", () => {
  const fields = Object.keys(accessScope.shape).filter((field) => field !== "allowCli");
  expect([...otherScopeFields].sort()).toEqual(fields.sort());
});

test("every setting has a description, and the access key is marked as a secret", () => {
  for (const field of Object.values(providerConfig.shape)) expect(field.meta()?.description).toMatch(/\.$/);
  expect(providerConfig.shape.accessKey.meta()).toMatchObject({ secret: true });
});
