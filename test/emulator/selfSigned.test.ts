import { X509Certificate } from "node:crypto";
import { request } from "node:https";
import { type SelfSigned, selfSigned } from "../../emulator/http/selfSigned";
import { startPlatform } from "../../emulator/platform";

const dayMs = 24 * 60 * 60 * 1000;
let made: SelfSigned;
let other: SelfSigned;
let leaf: X509Certificate;

beforeAll(async () => {
  [made, other] = await Promise.all([selfSigned(["platform.test", "192.0.2.7", "localhost"]), selfSigned()]);
  leaf = new X509Certificate(made.cert);
});

test("the certificate names this machine and the given hosts, each once", () => {
  expect(leaf.subjectAltName?.split(", ")).toEqual([
    "DNS:localhost",
    "IP Address:127.0.0.1",
    "IP Address:0:0:0:0:0:0:0:1",
    "DNS:platform.test",
    "IP Address:192.0.2.7",
  ]);
});

test("the certificate is signed by the CA, and is none itself", () => {
  const ca = new X509Certificate(made.ca);
  expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true);
  expect([ca.ca, leaf.ca]).toEqual([true, false]);
});

test("the certificate holds from before now for a year, and for servers only", () => {
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  expect(from).toBeLessThan(Date.now() - dayMs / 2);
  expect((to - Date.now()) / dayMs).toBeGreaterThan(364);
  expect((to - Date.now()) / dayMs).toBeLessThan(366);
  expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
});

test("each certificate has keys and numbers of its own", () => {
  expect(other.key).not.toBe(made.key);
  expect(other.ca).not.toBe(made.ca);
  expect(new X509Certificate(other.cert).serialNumber).not.toBe(leaf.serialNumber);
});

describe("a platform with it", () => {
  test.each(["127.0.0.1", "localhost"])("serves HTTPS on %s to who trusts the CA, and to nobody else", async (host) => {
    const platform = await startPlatform({ host, tls: made });
    try {
      expect(platform.baseUrl).toMatch(/^https:\/\//);
      expect(await statusOf(platform.baseUrl, made.ca)).toBe(401);
      await expect(statusOf(platform.baseUrl, undefined)).rejects.toThrow(/certificate/);
      await expect(statusOf(platform.baseUrl, other.ca)).rejects.toThrow(/certificate/);
    } finally {
      await platform.close();
    }
  });
});

function statusOf(baseUrl: string, ca: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/version`, { agent: false, ...(ca !== undefined && { ca }) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}
