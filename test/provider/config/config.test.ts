import { generateKeyPairSync } from "node:crypto";
import { cliScopeFieldOf, otherScopeFields, providerConfig } from "../../../provider/config/config.js";
import { type ResolvedConfig, resolveConfig, type SettingOrigin } from "../../../provider/config/resolveConfig.js";
import { accessScope } from "../../../provider/resources/ownedAccessKey/accessKeyFields";
import { envName } from "../../../provider/settingNames.js";
import { newAuthority } from "../../support/certificates";

const authority = newAuthority();
const pair = authority.issue();
const minimal = { baseUrl: "https://platform.test", accessKey: "the-access-key" };

type Settings = Record<string, unknown>;
type Environment = Record<string, string>;

/** A machine with these login files; an Error is thrown when its file is opened. */
function machine(vclusterFile?: unknown, loftFile?: unknown) {
  const files: Record<string, unknown> = {
    "/home/me/.vcluster/config.json": vclusterFile,
    "/home/me/.loft/config.json": loftFile,
    "/etc/ca.pem": authority.cert,
  };
  const readFile = jest.fn((path: string) => {
    const file = files[path];
    if (file === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    if (file instanceof Error) throw file;
    return { text: typeof file === "string" ? file : JSON.stringify(file), isWritableByOthers: false };
  });
  return { homedir: "/home/me", readFile };
}

const resolve = (settings: Settings, env: Environment = {}, unknown: string[] = [], by: SettingOrigin = "stack") =>
  resolveConfig(settings, { env, files: machine() }, { unknownSettings: new Set(unknown), origin: by });

const configOf = (resolved: ResolvedConfig) => {
  if (!("config" in resolved)) throw new Error(`expected settings: ${JSON.stringify(resolved)}`);
  return resolved;
};

const problemsOf = (resolved: ResolvedConfig): Record<string, string> => {
  if (!("problems" in resolved)) throw new Error("expected problems");
  return Object.fromEntries(resolved.problems.map(({ property, reason }) => [property, reason]));
};

test.each(["version", "pluginDownloadURL", "pluginChecksums", "parameterization", "__internal"])(
  "%s, which the engine adds to a provider's inputs, is no setting",
  (key) => {
    expect(configOf(resolve({ ...minimal, [key]: { any: "value" } }))).toEqual(configOf(resolve(minimal)));
  },
);

describe("a setting's value", () => {
  test("may be the default, except of baseUrl and accessKey", () => {
    const { config, sources } = configOf(resolve(minimal));
    expect(config).toEqual({
      ...minimal,
      vendor: "loft.sh",
      cliScopeField: "allowLoftCli",
      ownerId: "",
      conflictPolicy: "merge",
      refreshKeys: false,
      insecureSkipTlsVerify: false,
      projectNamespacePrefixes: ["p-", "loft-p-"],
    });
    expect(sources).toMatchObject({ baseUrl: "program", accessKey: "program", vendor: "default" });
  });

  test("may come from the environment, as text", () => {
    const rows: [setting: string, text: string, value: unknown][] = [
      ["baseUrl", "https://Platform.test/prefix/", "https://platform.test/prefix"],
      ["accessKey", "the-access-key\n", "the-access-key"],
      ["platformId", "the-platform\n", "the-platform"],
      ["vendor", "example.com", "example.com"],
      ["cliScopeField", "allowOther", "allowOther"],
      ["ownerId", "west", "west"],
      ["conflictPolicy", "fail", "fail"],
      ["refreshKeys", "true", true],
      ["insecureSkipTlsVerify", "true", true],
      ["certificateAuthority", "/etc/ca.pem\n", authority.cert],
      ["clientCertificate", pair.cert, pair.cert],
      ["clientKey", pair.key, pair.key],
      ["projectNamespacePrefixes", "a-, b-", ["a-", "b-"]],
    ];
    const env = Object.fromEntries(rows.map(([setting, text]) => [envName(setting), text]));
    const { config, sources } = configOf(resolve({}, env));
    expect(config).toEqual(Object.fromEntries(rows.map(([setting, , value]) => [setting, value])));
    expect(new Set(Object.values(sources))).toEqual(new Set(["environment"]));
    expect(rows.map(([setting]) => setting)).toEqual(Object.keys(providerConfig.shape));
    expect(envName("insecureSkipTlsVerify")).toBe("VCLUSTER_PLATFORM_INSECURE_SKIP_TLS_VERIFY");
  });

  test("comes from the program before the environment, and an empty text is none", () => {
    const env = {
      VCLUSTER_PLATFORM_BASE_URL: "https://other.test",
      VCLUSTER_PLATFORM_ACCESS_KEY: "other",
      VCLUSTER_PLATFORM_VENDOR: "",
    };
    const { config, sources } = configOf(resolve({ ...minimal, accessKey: "" }, env));
    expect(config).toMatchObject({ baseUrl: "https://platform.test", accessKey: "other", vendor: "loft.sh" });
    expect(sources).toMatchObject({ baseUrl: "program", accessKey: "environment", vendor: "default" });
  });

  test.each<[field: string, given: unknown, value: unknown]>([
    ["insecureSkipTlsVerify", "true", true],
    ["insecureSkipTlsVerify", "FALSE", false],
    ["insecureSkipTlsVerify", "1", true],
    ["insecureSkipTlsVerify", "0", false],
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
  const pairProblem = "it must make a pair with clientCertificate: both in PEM form, and the key without a passphrase";
  const keyProblem = "it has characters that no access key has, such as a space or a line break";
  const booleanProblem = "it must be true or false, not a string";

  const remedyOf = (field: string) => {
    const secret = ["accessKey", "clientKey"].includes(field) ? "--secret " : "";
    const command = `pulumi config set ${secret}vcluster-platform:${field} ${field === "baseUrl" ? "https://…" : "…"}`;
    return `Run "${command}" or set ${envName(field)}.`;
  };

  const bad: [field: string, value: unknown, problem: string][] = [
    ["baseUrl", "platform.s3cr3t", "it is not a URL"],
    ["baseUrl", "https://me:s3cr3t@platform.test", "it holds credentials"],
    [
      "baseUrl",
      "https://s3cr3t.test/kubernetes/management",
      "it holds a part of the API's own path, which begins at /kubernetes",
    ],
    ["baseUrl", 5, "it must be a string, not a number"],
    ["accessKey", "s3cr3t with spaces", keyProblem],
    ["platformId", "s3cr3t id", "it is not an identifier, or has white space"],
    ["vendor", "Not s3cr3t", "it is not a DNS domain in lower case"],
    ["cliScopeField", "s3cr3t.b", "it is not a field name"],
    ["cliScopeField", "projects", "it is another field of the scope"],
    ["conflictPolicy", "s3cr3t", 'it must be one of "merge", "overwrite", "fail"'],
    ["refreshKeys", "s3cr3t", booleanProblem],
    ["insecureSkipTlsVerify", "s3cr3t", booleanProblem],
    ["certificateAuthority", "/etc/s3cr3t.pem", "it is neither a PEM certificate nor a file that has one"],
    ["clientKey", pair.cert, pairProblem],
    ["clientKey", encrypted, pairProblem],
    ["clientKey", authority.issue({ ownKey: true }).key, pairProblem],
    ["projectNamespacePrefixes", "[s3cr3t", "it must be a list, not a string"],
    ["projectNamespacePrefixes", [], "it names no prefix"],
    ["projectNamespacePrefixes", ["p-", "../s3cr3t"], "entry 2 is not the beginning of a namespace name"],
  ];

  test.each(bad)("of %s shows origin, problem and remedy, but no value (%#)", (field, value, problem) => {
    const pairOfClient = { clientCertificate: pair.cert, clientKey: pair.key };
    const found = problemsOf(resolve({ ...minimal, ...pairOfClient, [field]: value }));
    const origin = `${field}, from the stack's configuration, cannot be used`;
    expect(found).toEqual({ [field]: `${origin}: ${problem}. ${remedyOf(field)}` });
  });

  test("exists for every setting but ownerId, which may be any text", () => {
    const fields = new Set([...bad.map(([field]) => field), "ownerId", "clientCertificate"]);
    expect([...fields].sort()).toEqual(Object.keys(providerConfig.shape).sort());
  });

  test.each<[by: SettingOrigin, settings: Settings, env: Environment, origin: string, remedy: string]>([
    [
      "stack",
      {},
      { VCLUSTER_PLATFORM_VENDOR: "No!" },
      "VCLUSTER_PLATFORM_VENDOR",
      'Run "pulumi config set vcluster-platform:vendor …" or set',
    ],
    ["provider", { vendor: "No!" }, {}, "the Provider in the program", "Set vendor of the Provider in the program, or"],
    ["options", { vendor: "No!" }, {}, "an option", "Set"],
  ])("of %s settings names their origin", (by, settings, env, origin, remedy) => {
    const reason = `vendor, from ${origin}, cannot be used: it is not a DNS domain in lower case. ${remedy} VCLUSTER_PLATFORM_VENDOR.`;
    expect(problemsOf(resolve({ ...minimal, ...settings }, env, [], by))).toEqual({ vendor: reason });
  });

  test.each([
    [{}, ["baseUrl", "accessKey"], "is not set"],
    [{ ...minimal, clientCertificate: pair.cert }, ["clientKey"], "must make a pair with clientCertificate"],
    [{ ...minimal, clientKey: pair.key }, ["clientCertificate"], "must make a pair with clientKey"],
  ])("of a missing setting shows every way to set it (%#)", (settings, missing, why) => {
    const found = Object.entries(problemsOf(resolve(settings)));
    expect(found.map(([field]) => field)).toEqual(missing);
    for (const [field, reason] of found) {
      expect(reason).toContain(`${field} ${why}`);
      expect(reason).toContain(remedyOf(field));
    }
  });

  test("of a broken certificate names the pair", () => {
    const cutOff = `${pair.cert}-----BEGIN CERTIFICATE-----\ns3cr3t`;
    const found = problemsOf(resolve({ ...minimal, clientCertificate: cutOff, clientKey: pair.key }));
    expect(found.clientKey).toContain("must make a pair with clientCertificate");
  });

  test("of an unknown setting lists the settings, and the engine's own inputs are none", () => {
    const found = problemsOf(resolve({ ...minimal, baseURL: "x", version: "1.0.0" }));
    expect(Object.keys(found)).toEqual(["baseURL"]);
    expect(found.baseURL).toMatch(/not a setting of this provider\. The provider's settings are baseUrl, accessKey, /);
  });

  test("of a proxy variable exists only if the platform uses that proxy", () => {
    const env = { HTTPS_PROXY: "socks5://me:s3cr3t@proxy.test" };
    const problem = "HTTPS_PROXY cannot be used: it names a kind of proxy other than http:// or https://.";
    const remedy = "Set it to a URL such as http://proxy.example.com:3128, or unset it.";
    expect(problemsOf(resolve(minimal, env))).toEqual({ HTTPS_PROXY: `${problem} ${remedy}` });
    expect(resolve(minimal, { ...env, NO_PROXY: "platform.test" })).toHaveProperty("config");
    expect(resolve({ ...minimal, baseUrl: "http://platform.test" }, env)).toHaveProperty("config");
  });
});

test("a setting that a preview does not know yet is not missing, nor taken from the environment", () => {
  const unknown = ["clientKey"];
  const settings = { ...minimal, clientCertificate: pair.cert };
  expect(resolve(settings, { VCLUSTER_PLATFORM_CLIENT_KEY: "not a key" }, unknown)).toEqual({ unknown });
  expect(Object.keys(problemsOf(resolve({ ...minimal, vendor: "No!" }, {}, unknown)))).toEqual(["vendor"]);
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

describe("a login file", () => {
  const url = "https://a.test";
  const [inVcluster, inLoft] = ["~/.vcluster/config.json", "~/.loft/config.json"];
  const vcluster = (host: string, more: object = {}) => ({ platform: { host, accessKey: "k-vcluster", ...more } });
  const loft = (host: string) => ({ host, accesskey: "k-loft", insecure: true });
  const certificateAuthority = authority.cert;
  const certificateAuthorityData = Buffer.from(authority.cert).toString("base64");
  const newer = { baseUrl: url, accessKey: "k-vcluster", insecureSkipTlsVerify: false };
  const older = { baseUrl: url, accessKey: "k-loft", insecureSkipTlsVerify: true };
  const both = [vcluster("https://other.test"), loft("https://A.test/")];

  test.each<[what: string, settings: Settings, files: unknown[], config: object, sources: object]>([
    ["host and key", {}, [vcluster(`${url}/`)], newer, { baseUrl: inVcluster, accessKey: inVcluster }],
    ["host, key and trust", {}, [undefined, loft(url)], older, { insecureSkipTlsVerify: inLoft }],
    ["the authority", {}, [vcluster(url, { certificateAuthorityData })], { ...newer, certificateAuthority }, {}],
    ["the key of this platform", { baseUrl: url }, both, older, { baseUrl: "program", accessKey: inLoft }],
    ["no trust beside an own one", { certificateAuthority }, [vcluster(url, { insecure: true })], newer, {}],
  ])("gives %s", (_what, settings, files, config, sources) => {
    expect(resolveConfig(settings, { env: {}, files: machine(...files) })).toMatchObject({ config, sources });
  });

  test("is not read if a key is set or not known yet", () => {
    const files = machine(vcluster(url, { insecure: true }));
    const settings = { baseUrl: url, accessKey: "k" };
    expect(resolveConfig(settings, { env: {}, files })).toMatchObject({ config: { insecureSkipTlsVerify: false } });
    const unknown = ["baseUrl", "accessKey"];
    expect(resolveConfig({}, { env: {}, files }, { unknownSettings: new Set(unknown) })).toEqual({ unknown });
    expect(files.readFile).not.toHaveBeenCalled();
  });

  const ignored = "~/.vcluster/config.json was ignored, because it";
  const denied = Object.assign(new Error("denied"), { code: "EACCES" });

  test.each<[what: string, settings: Settings, file: unknown, missing: string, note: string]>([
    ["another platform", { baseUrl: url }, vcluster("https://b.test"), "accessKey", "is for another platform"],
    ["another key", { accessKey: "mine" }, vcluster(url), "baseUrl", ""],
    ["broken JSON", {}, "{k-vcluster", "baseUrl accessKey", `${ignored} is not a readable login file`],
    ["another schema", {}, { platform: { host: 5 } }, "baseUrl accessKey", `${ignored} is not a readable login file`],
    ["no permission to open it", {}, denied, "baseUrl accessKey", `${ignored} cannot be opened (EACCES)`],
    ["no platform", {}, {}, "baseUrl accessKey", ""],
    ["no host", {}, { platform: { accessKey: "k-vcluster" } }, "baseUrl accessKey", ""],
    ["no key", {}, { platform: { host: url } }, "baseUrl accessKey", ""],
  ])("with %s gives nothing, and the error says why", (_what, settings, file, missing, note) => {
    const found = problemsOf(resolveConfig(settings, { env: {}, files: machine(file) }));
    expect(Object.keys(found)).toEqual(missing.split(" "));
    for (const reason of Object.values(found)) expect(reason).toContain(note);
    expect(JSON.stringify(found)).not.toContain("k-vcluster");
  });
});

test.each<[string, Settings, Environment, SettingOrigin, boolean]>([
  ["a Provider in the program", minimal, {}, "provider", true],
  ["the stack's configuration", minimal, {}, "stack", false],
  [
    "the environment of a program with a Provider",
    { baseUrl: minimal.baseUrl },
    { VCLUSTER_PLATFORM_ACCESS_KEY: "the-access-key" },
    "provider",
    false,
  ],
])("an access key of %s has its own remedy: it is refused", (_, settings, env, by, isOwn) => {
  const { config } = configOf(resolve(settings, env, [], by));
  if (isOwn) expect(config.keyRemedy).toMatch(/accessKey of a Provider in the program.*rotationTriggers/);
  else expect(config.keyRemedy).toBeUndefined();
});
