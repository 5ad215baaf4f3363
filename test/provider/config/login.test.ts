import { type ResolvedConfig, resolveConfig } from "../../../provider/config.js";
import { newAuthority } from "../../support/certificates";

const certificate = newAuthority().cert;
const certificateAuthorityData = Buffer.from(certificate).toString("base64");
const vcluster = (host: string, more: object = {}) => ({ platform: { host, accessKey: "k-vcluster", ...more } });

/** A machine with these login files; an Error is thrown when its file is opened. */
function machine(vclusterFile?: unknown, loftFile?: unknown) {
  const files: Record<string, unknown> = {
    "/home/me/.vcluster/config.json": vclusterFile,
    "/home/me/.loft/config.json": loftFile,
  };
  const readFile = jest.fn((path: string): string => {
    const file = files[path];
    if (file === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    if (file instanceof Error) throw file;
    return typeof file === "string" ? file : JSON.stringify(file);
  });
  return { homedir: "/home/me", readFile };
}

const problemsOf = (resolved: ResolvedConfig): Record<string, string> => {
  if (!("problems" in resolved)) throw new Error("expected problems");
  return Object.fromEntries(resolved.problems.map(({ property, reason }) => [property, reason]));
};

const [fromVcluster, fromLoft] = ["~/.vcluster/config.json", "~/.loft/config.json"];
const loft = (host: string) => ({ host, accesskey: "k-loft", insecure: true });
const url = "https://a.test";

test.each<[what: string, settings: object, files: unknown[], config: object, sources: object]>([
  [
    "host and key",
    {},
    [vcluster(`${url}/`)],
    { baseUrl: url, accessKey: "k-vcluster", insecureSkipTlsVerify: false },
    { baseUrl: fromVcluster, accessKey: fromVcluster },
  ],
  [
    "host, key and trust from the older file",
    {},
    [undefined, loft(url)],
    { baseUrl: url, accessKey: "k-loft", insecureSkipTlsVerify: true },
    { insecureSkipTlsVerify: fromLoft },
  ],
  [
    "the certificate authority",
    {},
    [vcluster(url, { certificateAuthorityData })],
    { certificateAuthority: certificate },
    {},
  ],
  [
    "the key of the same platform",
    { baseUrl: url },
    [vcluster("https://other.test"), loft("https://A.test/")],
    { baseUrl: url, accessKey: "k-loft" },
    { baseUrl: "program", accessKey: fromLoft },
  ],
  [
    "no trust if the program sets its own",
    { certificateAuthority: certificate },
    [vcluster(url, { insecure: true })],
    { insecureSkipTlsVerify: false, certificateAuthority: certificate },
    {},
  ],
])("a login file gives %s", (_what, settings, files, config, sources) => {
  expect(resolveConfig({ ...settings }, {}, machine(...files))).toMatchObject({ config, sources });
});

test("no login file is read if a key is set or not known yet", () => {
  const files = machine(vcluster(url, { insecure: true }));
  const settings = { baseUrl: url, accessKey: "k" };
  expect(resolveConfig(settings, {}, files)).toMatchObject({ config: { insecureSkipTlsVerify: false } });
  const unknown = ["baseUrl", "accessKey"];
  expect(resolveConfig({}, {}, files, new Set(unknown))).toEqual({ unknown });
  expect(files.readFile).not.toHaveBeenCalled();
});

const ignored = "~/.vcluster/config.json was ignored, because it";
const denied = Object.assign(new Error("denied"), { code: "EACCES" });
const both = ["baseUrl", "accessKey"];

test.each<[what: string, settings: object, file: unknown, missing: string[], note: string]>([
  ["another platform", { baseUrl: url }, vcluster("https://b.test"), ["accessKey"], "is for another platform"],
  ["another key", { accessKey: "mine" }, vcluster(url), ["baseUrl"], ""],
  ["broken JSON", {}, "{k-vcluster", both, `${ignored} is no login file`],
  ["another schema", {}, { platform: { host: 5 } }, both, `${ignored} is no login file`],
  ["no permission to open it", {}, denied, both, `${ignored} cannot be opened (EACCES)`],
  ["no platform", {}, {}, both, ""],
  ["no host", {}, { platform: {} }, both, ""],
  ["no key", {}, { platform: { host: url } }, both, ""],
])("a login file with %s gives nothing, and the error says why", (_what, settings, file, missing, note) => {
  const found = problemsOf(resolveConfig({ ...settings }, {}, machine(file)));
  expect(Object.keys(found)).toEqual(missing);
  for (const reason of Object.values(found)) expect(reason).toContain(note);
  expect(JSON.stringify(found)).not.toContain("k-vcluster");
});
