import { once } from "node:events";
import { readFileSync } from "node:fs";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as tls from "node:tls";
import type { ClientOptions } from "../../../../provider/api/client.js";
import { authorities, trustOptions } from "../../../../provider/api/transport/pool.js";
import { newAuthority } from "../../../support/certificates";
import { closeAll, connect, rejection, serve } from "../scriptedServer.js";

afterEach(closeAll);

// Made with: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes
//   -days 36500 -subj /CN=platform -addext subjectAltName=IP:127.0.0.1
const file = (name: string): string => readFileSync(join(__dirname, "tls", name), "utf8");
const pair = { key: file("loopback.key.pem"), cert: file("loopback.cert.pem") };

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const [ours, other] = [newAuthority("ours"), newAuthority("other")];
const issued = (name: string, days?: number) => ours.issue({ names: [name], ...(days && { days }) });
const trustsPair = { certificateAuthority: pair.cert };
const trustsOurs = { certificateAuthority: ours.cert };

test.each<[what: string, certificate: { cert: string; key: string }, host: string, options: Partial<ClientOptions>]>([
  ["its own certificate", pair, "127.0.0.1", trustsPair],
  ["one of several authorities", issued("127.0.0.1"), "127.0.0.1", { certificateAuthority: other.cert + ours.cert }],
  ["an authority, for an IPv6 address", issued("::1"), "::1", trustsOurs],
  ["insecureSkipTlsVerify", pair, "127.0.0.1", { insecureSkipTlsVerify: true }],
])("a server is trusted by %s", async (_what, certificate, host, options) => {
  const server = await serve([{ body: dev }], certificate, host);
  expect(await connect(server.url, options).get(path)).toEqual(dev);
});

const noAuthority = /no secure connection \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*vcluster-platform:certificateAuthority/;
const anotherName = /for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Set vcluster-platform:baseUrl to a name/;
const expired = /has expired .*\(CERT_HAS_EXPIRED\)\. Have the platform's certificate renewed.* clock/;

test.each([
  ["has no authority", pair, "127.0.0.1", {}, "tls", noAuthority],
  ["is for another name", pair, "localhost", trustsPair, "tlsName", anotherName],
  ["is for an IPv4 address, not for IPv6", issued("127.0.0.1"), "::1", trustsOurs, "tlsName", anotherName],
  ["has expired", issued("127.0.0.1", -1), "127.0.0.1", trustsOurs, "tlsTime", expired],
])("a server is rejected if its certificate %s", async (_, certificate, host, options, failure, message) => {
  const server = await serve([{ body: dev }], certificate, host === "::1" ? host : "127.0.0.1");
  const client = connect(server.url.replace("127.0.0.1", host), options);
  const error = await rejection(client.create(["spacetemplates"], dev));
  expect(error).toMatchObject({ name: "ConnectionError", failure, sent: false, ambiguous: false });
  expect(error.message).toMatch(message);
  expect(server.requests).toHaveLength(0);
});

describe("a server that asks for client certificates", () => {
  const strict = { requestCert: true, rejectUnauthorized: true, ca: ours.cert };

  test("accepts a client with a trusted one", async () => {
    const [server, { cert, key }] = [await serve([{ body: dev }], { ...issued("127.0.0.1"), ...strict }), ours.issue()];
    const client = { clientCertificate: cert, clientKey: key };
    expect(await connect(server.url, { ...trustsOurs, ...client }).get(path)).toEqual(dev);
    expect(await connect(server.url, { insecureSkipTlsVerify: true, ...client }).get(path)).toEqual(dev);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)("rejects a client without one over %s", async (version) => {
    const versions = { minVersion: version, maxVersion: version };
    const server = await serve([{ body: dev }], { ...issued("127.0.0.1"), ...strict, ...versions });
    const error = await rejection(connect(server.url, trustsOurs).create(["spacetemplates"], dev));
    expect(error).toMatchObject({ name: "ConnectionError", failure: "tlsClient", sent: false, ambiguous: false });
    expect(error.message).toMatch(
      /a client certificate .*\. Set vcluster-platform:clientCertificate and vcluster-platform:clientKey/,
    );
    expect(server.requests).toHaveLength(0);
  });
});

test("HTTP/1.1 is used even if the server prefers HTTP/2", async () => {
  const versions: string[] = [];
  const server = http2.createSecureServer({ ...pair, allowHTTP1: true }, ({ httpVersion }, response) => {
    versions.push(httpVersion);
    response.end(JSON.stringify(dev));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(`https://127.0.0.1:${port}`, { insecureSkipTlsVerify: true });
  expect(await client.get(path)).toEqual(dev);
  await client.close();
  await new Promise((done) => server.close(done));
  expect(versions).toEqual(["1.1"]);
});

test("the given authority is added to the system's roots and a readable extra authority", () => {
  // Since 22.15, Node.js returns the default roots, including those of NODE_EXTRA_CA_CERTS.
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  const roots = getCACertificates?.("default") ?? [...tls.rootCertificates];
  expect(roots.length).toBeGreaterThan(50);
  for (const env of [{}, { NODE_EXTRA_CA_CERTS: "" }, { NODE_EXTRA_CA_CERTS: "/no/such/file" }])
    expect(authorities("ours", env)).toEqual([...roots, "ours"]);
  const extra = { NODE_EXTRA_CA_CERTS: join(__dirname, "tls", "loopback.cert.pem") };
  expect(authorities("ours", extra)).toEqual([...roots, ...(getCACertificates ? [] : [pair.cert]), "ours"]);
});

test("without an authority and a client certificate, Node.js uses its default roots", () => {
  expect(trustOptions({}, {})).toEqual({ rejectUnauthorized: true });
});
