import { generateKeyPairSync } from "node:crypto";
import { resolveConfig } from "../../../provider/config.js";
import { newAuthority } from "../../support/certificates";

const authority = newAuthority();
const pair = authority.issue();
const other = authority.issue({ ownKey: true });
const encrypted = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "hunter22" },
}).privateKey;

// Node.js takes it for the first request only, and then has no words but OpenSSL's for it.
const broken = "-----BEGIN CERTIFICATE-----\naHVudGVyMjI=\n-----END CERTIFICATE-----\n";
const chainProblem = "a certificate that follows its first one cannot be read";

const minimal = { baseUrl: "https://platform.test", accessKey: "k" };
const noFiles = {
  homedir: "/home/me",
  readFile: () => {
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  },
};

function resolve(settings: Record<string, string>, env: Record<string, string> = {}, unknown: string[] = []) {
  return resolveConfig({ ...minimal, ...settings }, env, noFiles, new Set(unknown));
}

function reasons(...given: Parameters<typeof resolve>): string[] {
  const resolved = resolve(...given);
  return "problems" in resolved ? resolved.problems.map(({ reason }) => reason) : [];
}

test("a client certificate and its key can come from the settings or the environment, and certificates between may follow it", () => {
  const chain = pair.cert + authority.cert;
  const settings = { clientCertificate: chain, clientKey: pair.key };
  expect(resolve(settings)).toMatchObject({ config: settings });
  const env = { PLATFORM_CLIENT_CERTIFICATE: chain, PLATFORM_CLIENT_KEY: pair.key };
  expect(resolve({}, env)).toMatchObject({ config: settings, sources: { clientKey: "environment" } });
});

test("one without the other is refused, with how to set the one that is missing", () => {
  expect(reasons({ clientCertificate: pair.cert })).toEqual([
    'clientKey is not set, though clientCertificate is. Run "pulumi config set --secret platform:clientKey …" or set PLATFORM_CLIENT_KEY.',
  ]);
  expect(reasons({}, { PLATFORM_CLIENT_KEY: pair.key })).toEqual([
    'clientCertificate is not set, though clientKey is. Run "pulumi config set platform:clientCertificate …" or set PLATFORM_CLIENT_CERTIFICATE.',
  ]);
});

test("a key of another certificate is refused", () => {
  expect(reasons({ clientCertificate: pair.cert, clientKey: other.key })).toEqual([
    expect.stringContaining("cannot be used: it is not the key of clientCertificate. "),
  ]);
});

test.each([
  ["clientCertificate", "hunter22", "it is no PEM certificate"],
  ["clientCertificate", pair.cert + broken, chainProblem],
  ["clientCertificate", pair.cert + authority.cert + broken, chainProblem],
  ["clientCertificate", `${pair.cert}-----BEGIN CERTIFICATE-----\nhunter22`, chainProblem],
  ["clientKey", "hunter22", "it is no private key in PEM form"],
  ["clientKey", pair.cert, "it is no private key in PEM form"],
  ["clientKey", encrypted, "it is encrypted: give it without a passphrase"],
])("%s that cannot be read is the only problem, and is not shown (%#)", (field, value, problem) => {
  const found = reasons({ clientCertificate: pair.cert, clientKey: pair.key, [field]: value });
  expect(found).toEqual([
    expect.stringContaining(`${field}, from the stack's configuration, cannot be used: ${problem}. `),
  ]);
  expect(found[0]).not.toMatch(/hunter22|BEGIN/);
});

test("what a preview does not know yet is not missing", () => {
  expect(resolve({ clientCertificate: pair.cert }, {}, ["clientKey"])).toEqual({ unknown: ["clientKey"] });
});

test("a proxy variable that cannot be used is a problem of the settings, unless it is for other platforms", () => {
  const env = { HTTPS_PROXY: "socks5://me:hunter22@proxy.test" };
  expect(reasons({}, env)).toEqual([
    "HTTPS_PROXY cannot be used: it names a kind of proxy other than http:// or https://. Set it to a URL such as http://proxy.example.com:3128, or unset it.",
  ]);
  expect(resolve({}, { ...env, NO_PROXY: "platform.test" })).toHaveProperty("config");
  expect(resolve({ baseUrl: "http://platform.test" }, env)).toHaveProperty("config");
});
