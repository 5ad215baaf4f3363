import { readFileSync } from "node:fs";
import { join } from "node:path";
import { otherScopeFields } from "../../../provider/config/scopeFields";
import { envName } from "../../../provider/config/settingWords.js";
import { cliScopeFieldOf, providerConfig, type ResolvedConfig, resolveConfig } from "../../../provider/config.js";
import { accessScope } from "../../../provider/resources/accessScope";

const pem = (name: string) => readFileSync(join(__dirname, "..", "api", "tls", name), "utf8");
const certificate = pem("loopback.cert.pem");
const clientKey = pem("loopback.key.pem");
const minimal = { baseUrl: "https://platform.test", accessKey: "the-access-key" };

/** A machine with these login files; a value that is an Error is what opening the file throws. */
function machine(vcluster?: unknown, loft?: unknown) {
  const files: Record<string, unknown> = {
    "/home/me/.vcluster/config.json": vcluster,
    "/home/me/.loft/config.json": loft,
  };
  const read: string[] = [];
  const readFile = (path: string): string => {
    read.push(path);
    const file = files[path];
    if (file === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    if (file instanceof Error) throw file;
    return typeof file === "string" ? file : JSON.stringify(file);
  };
  return { homedir: "/home/me", readFile, read };
}

const settings = (resolved: ResolvedConfig) => {
  if (!("config" in resolved)) throw new Error(`expected settings: ${JSON.stringify(resolved)}`);
  return resolved;
};

const problems = (resolved: ResolvedConfig): Record<string, string> => {
  if (!("problems" in resolved)) throw new Error("expected problems");
  return Object.fromEntries(resolved.problems.map(({ property, reason }) => [property, reason]));
};

test("a base URL and a key are all that is needed", () => {
  const { config, sources } = settings(resolveConfig(minimal, {}, machine()));
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

test("all settings can come from the environment, as text", () => {
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
    PLATFORM_CERTIFICATE_AUTHORITY: certificate,
    PLATFORM_CLIENT_CERTIFICATE: certificate,
    PLATFORM_CLIENT_KEY: clientKey,
    PLATFORM_PROJECT_NAMESPACE_PREFIXES: "a-, b-",
  };
  const { config, sources } = settings(resolveConfig({}, env, machine()));
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
    certificateAuthority: certificate,
    clientCertificate: certificate,
    clientKey,
    projectNamespacePrefixes: ["a-", "b-"],
  });
  expect(new Set(Object.values(sources))).toEqual(new Set(["environment"]));
});

test("the environment's name of a setting derives from its own", () => {
  expect(Object.keys(providerConfig.shape).map(envName)).toEqual([
    "PLATFORM_BASE_URL",
    "PLATFORM_ACCESS_KEY",
    "PLATFORM_VENDOR",
    "PLATFORM_CLI_SCOPE_FIELD",
    "PLATFORM_OWNER_ID",
    "PLATFORM_CONFLICT_POLICY",
    "PLATFORM_SERVER_SIDE_DRY_RUN",
    "PLATFORM_REFRESH_KEYS",
    "PLATFORM_INSECURE_SKIP_TLS_VERIFY",
    "PLATFORM_CERTIFICATE_AUTHORITY",
    "PLATFORM_CLIENT_CERTIFICATE",
    "PLATFORM_CLIENT_KEY",
    "PLATFORM_PROJECT_NAMESPACE_PREFIXES",
  ]);
});

test("what the program says comes before the environment, and an empty text is no value", () => {
  const env = { PLATFORM_BASE_URL: "https://other.test", PLATFORM_ACCESS_KEY: "other", PLATFORM_VENDOR: "" };
  const { config, sources } = settings(resolveConfig({ ...minimal, accessKey: "" }, env, machine()));
  expect(config).toMatchObject({ baseUrl: "https://platform.test", accessKey: "other", vendor: "loft.sh" });
  expect(sources).toMatchObject({ baseUrl: "program", accessKey: "environment", vendor: "default" });
});

test.each<[unknown, unknown]>([
  ["true", true],
  ["FALSE", false],
  ["1", true],
  ["0", false],
  [true, true],
])("insecureSkipTlsVerify %j is %j", (given, read) => {
  expect(settings(resolveConfig({ ...minimal, insecureSkipTlsVerify: given }, {}, machine())).config).toMatchObject({
    insecureSkipTlsVerify: read,
  });
});

test.each<[unknown]>([['["x-","y-"]'], [["x-", "y-"]], ["x-,y-"]])("a list may be given as %j", (given) => {
  const { config } = settings(resolveConfig({ ...minimal, projectNamespacePrefixes: given }, {}, machine()));
  expect(config.projectNamespacePrefixes).toEqual(["x-", "y-"]);
});

test("what is missing is named with every way to set it", () => {
  expect(problems(resolveConfig({}, {}, machine()))).toEqual({
    baseUrl: 'baseUrl is not set. Run "pulumi config set platform:baseUrl https://…" or set PLATFORM_BASE_URL.',
    accessKey:
      'accessKey is not set. Run "pulumi config set --secret platform:accessKey …" or set PLATFORM_ACCESS_KEY.',
  });
});

test.each<[string, unknown, RegExp]>([
  ["baseUrl", "platform.test", /the URL is no URL|is no URL/],
  ["baseUrl", "https://me:s3cr3t@platform.test", /the URL holds credentials/],
  ["baseUrl", 5, /it must be a string/],
  ["accessKey", "s3cr3t with spaces", /characters that no access key has/],
  ["accessKey", "s3cr3t\r\nx: y", /characters that no access key has/],
  ["vendor", "Not a domain", /it is no DNS domain/],
  ["vendor", "a/../b", /it is no DNS domain/],
  ["cliScopeField", "a.b", /it is no field name/],
  ["cliScopeField", "projects", /it is another field of the scope/],
  ["insecureSkipTlsVerify", "maybe", /it must be true or false/],
  ["certificateAuthority", "s3cr3t, but no PEM", /it is no PEM certificate/],
  ["projectNamespacePrefixes", "[broken", /it must be a list/],
  ["projectNamespacePrefixes", [], /it names no prefix/],
  ["projectNamespacePrefixes", ["../"], /entry 1 is no beginning of a namespace's name/],
])("%s cannot be %j, and the reason tells where it came from but not the value", (field, value, reason) => {
  const found = problems(resolveConfig({ ...minimal, [field]: value }, {}, machine()));
  expect(Object.keys(found)).toEqual([field]);
  expect(found[field]).toMatch(reason);
  expect(found[field]).toContain("from the stack's configuration");
  expect(found[field]).toContain(envName(field));
  expect(JSON.stringify(found)).not.toContain("s3cr3t");
});

test("a bad value from the environment is blamed on its variable", () => {
  const found = problems(resolveConfig(minimal, { PLATFORM_VENDOR: "No!" }, machine()));
  expect(found.vendor).toMatch(
    /^vendor, from PLATFORM_VENDOR, cannot be used: it is no DNS domain in lower case\. Run /,
  );
});

test("a setting that does not exist is refused, except what the engine adds for itself", () => {
  const found = problems(resolveConfig({ ...minimal, baseURL: "x", version: "1.0.0" }, {}, machine()));
  expect(Object.keys(found)).toEqual(["baseURL"]);
  expect(found.baseURL).toMatch(/no setting of this provider\. The provider's settings are baseUrl, accessKey, /);
});

test.each([
  ["loft.sh", "allowLoftCli"],
  ["example.com", "allowExampleCli"],
  ["my-co.io", "allowMycoCli"],
])("the scope field of %s is %s", (vendor, field) => {
  expect(cliScopeFieldOf(vendor)).toBe(field);
});

describe("values that a preview does not know", () => {
  test("count as set, so nothing is missing and no login is looked for", () => {
    const files = machine({ platform: { host: "https://a.test", accessKey: "k-from-file" } });
    expect(resolveConfig({}, {}, files, new Set(["baseUrl", "accessKey"]))).toEqual({
      unknown: ["baseUrl", "accessKey"],
    });
    expect(files.read).toEqual([]);
  });

  test("hide no other field's error", () => {
    const resolved = resolveConfig({ ...minimal, vendor: "No!" }, {}, machine(), new Set(["baseUrl"]));
    expect(Object.keys(problems(resolved))).toEqual(["vendor"]);
  });

  test("keep the environment from taking their place", () => {
    const env = { PLATFORM_BASE_URL: "not a url", PLATFORM_ACCESS_KEY: "k-from-env" };
    expect(resolveConfig({}, env, machine(), new Set(["baseUrl"]))).toEqual({ unknown: ["baseUrl"] });
  });
});

describe("the login of the platform's own command line", () => {
  const vcluster = (host: string, more: object = {}) => ({ platform: { host, accessKey: "k-vcluster", ...more } });

  test("gives host and key, where neither is set", () => {
    const { config, sources } = settings(resolveConfig({}, {}, machine(vcluster("https://a.test/"))));
    expect(config).toMatchObject({ baseUrl: "https://a.test", accessKey: "k-vcluster" });
    expect(sources).toMatchObject({ baseUrl: "~/.vcluster/config.json", accessKey: "~/.vcluster/config.json" });
  });

  test("may be the older file", () => {
    const loft = { host: "https://b.test", accesskey: "k-loft", insecure: true };
    const { config, sources } = settings(resolveConfig({}, {}, machine(undefined, loft)));
    expect(config).toMatchObject({ baseUrl: "https://b.test", accessKey: "k-loft", insecureSkipTlsVerify: true });
    expect(sources.insecureSkipTlsVerify).toBe("~/.loft/config.json");
  });

  test("gives its certificate authority with it", () => {
    const data = Buffer.from(certificate).toString("base64");
    const files = machine(vcluster("https://a.test", { certificateAuthorityData: data }));
    expect(settings(resolveConfig({}, {}, files)).config.certificateAuthority).toBe(certificate);
  });

  test("is not looked for when a key is set", () => {
    const files = machine(vcluster("https://platform.test", { insecure: true }));
    expect(settings(resolveConfig(minimal, {}, files)).config.insecureSkipTlsVerify).toBe(false);
    expect(files.read).toEqual([]);
  });

  test("gives its key for the very platform it was made for", () => {
    const files = machine(vcluster("https://other.test"), { host: "https://Platform.test/", accesskey: "k-loft" });
    const { config } = settings(resolveConfig({ baseUrl: "https://platform.test" }, {}, files));
    expect(config).toMatchObject({ baseUrl: "https://platform.test", accessKey: "k-loft" });
  });

  test("never gives its key to another platform, and the reason says so", () => {
    const found = problems(
      resolveConfig({ baseUrl: "https://platform.test" }, {}, machine(vcluster("https://a.test"))),
    );
    expect(Object.keys(found)).toEqual(["accessKey"]);
    expect(found.accessKey).toContain("The login in ~/.vcluster/config.json is for another platform");
    expect(JSON.stringify(found)).not.toContain("k-vcluster");
  });

  test("never gets a configured key for its host", () => {
    const found = problems(resolveConfig({ accessKey: "mine" }, {}, machine(vcluster("https://a.test"))));
    expect(Object.keys(found)).toEqual(["baseUrl"]);
  });

  test("has no say in trust that the program decided", () => {
    const files = machine(vcluster("https://a.test", { insecure: true }));
    const { config } = settings(resolveConfig({ certificateAuthority: certificate }, {}, files));
    expect(config).toMatchObject({ insecureSkipTlsVerify: false, certificateAuthority: certificate });
  });

  test.each<[string, unknown, RegExp]>([
    ["is broken", "{k-vcluster", /~\/\.vcluster\/config\.json was ignored, because it is no login file/],
    [
      "has another shape",
      { platform: { host: 5 } },
      /~\/\.vcluster\/config\.json was ignored, because it is no login file/,
    ],
    [
      "cannot be opened",
      Object.assign(new Error("denied"), { code: "EACCES" }),
      /~\/\.vcluster\/config\.json was ignored, because it cannot be opened \(EACCES\)/,
    ],
  ])("that %s is ignored, and the reason of what is then missing says so", (_what, file, reason) => {
    const found = problems(resolveConfig({}, {}, machine(file)));
    expect(found.baseUrl).toMatch(reason);
    expect(JSON.stringify(found)).not.toContain("k-vcluster");
  });

  test.each([{}, { platform: {} }, { platform: { host: "https://a.test" } }])(
    "without a key is no login: %j",
    (file) => {
      expect(Object.keys(problems(resolveConfig({}, {}, machine(file))))).toEqual(["baseUrl", "accessKey"]);
    },
  );
});

test("every setting is described, and the access key is marked as a secret", () => {
  for (const field of Object.values(providerConfig.shape)) expect(field.meta()?.description).toMatch(/\.$/);
  expect(providerConfig.shape.accessKey.meta()).toMatchObject({ secret: true });
});

test("a scope has no other fields than those that cliScopeField cannot name", () => {
  const fields = Object.keys(accessScope.shape).filter((field) => field !== "allowCli");
  expect([...otherScopeFields].sort()).toEqual(fields.sort());
});
