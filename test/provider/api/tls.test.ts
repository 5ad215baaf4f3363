import { once } from "node:events";
import { readFileSync } from "node:fs";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as tls from "node:tls";
import { authorities, trust } from "../../../provider/api/tls.js";
import { newAuthority } from "../../support/certificates";
import { closeAll, connect, rejection, serve } from "./scriptedServer.js";

afterEach(closeAll);

// Made with: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=platform
//   -addext subjectAltName=IP:127.0.0.1
const file = (name: string): string => readFileSync(join(__dirname, "tls", name), "utf8");
const pair = { key: file("loopback.key.pem"), cert: file("loopback.cert.pem") };

const dev = { metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];

test("a server that nobody vouches for is refused before anything is sent, and not asked again", async () => {
  const server = await serve([{ body: dev }], pair);
  const error = await rejection(connect(server.url).create(["spacetemplates"], dev));
  expect(error).toMatchObject({ name: "ConnectionError", kind: "tls", sent: false, ambiguous: false });
  expect(error.message).toMatch(
    /no secure connection \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*platform:certificateAuthority/,
  );
  expect(server.requests).toHaveLength(0);
});

test("a server that the given authority vouches for is trusted", async () => {
  const server = await serve([{ body: dev }], pair);
  expect(await connect(server.url, { certificateAuthority: pair.cert }).get(path)).toEqual(dev);
});

test("a certificate for another name is refused", async () => {
  const server = await serve([{ body: dev }], pair);
  const url = server.url.replace("127.0.0.1", "localhost");
  const error = await rejection(connect(url, { certificateAuthority: pair.cert }).get(path));
  expect(error).toMatchObject({ name: "ConnectionError", kind: "tlsName", sent: false });
  expect(error.message).toMatch(/for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Set platform:baseUrl to a name/);
  expect(server.requests).toHaveLength(0);
});

test("a certificate that has expired is refused, with the clock as the other suspect", async () => {
  const authority = newAuthority();
  const server = await serve([{ body: dev }], authority.issue({ names: ["127.0.0.1"], days: -1 }));
  const error = await rejection(connect(server.url, { certificateAuthority: authority.cert }).get(path));
  expect(error).toMatchObject({ name: "ConnectionError", kind: "tlsTime", sent: false });
  expect(error.message).toMatch(/has expired .*\(CERT_HAS_EXPIRED\)\. Have the platform's certificate renewed.* clock/);
  expect(server.requests).toHaveLength(0);
});

test("a server is trusted by any of several authorities", async () => {
  const [ours, other] = [newAuthority("ours"), newAuthority("other")];
  const server = await serve([{ body: dev }], ours.issue({ names: ["127.0.0.1"] }));
  const trusting = connect(server.url, { certificateAuthority: other.cert + ours.cert });
  expect(await trusting.get(path)).toEqual(dev);
});

describe("a server that asks for client certificates", () => {
  const authority = newAuthority();
  const client = authority.issue();
  const certificateAuthority = authority.cert;
  const asking = () => {
    const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
    return serve([{ body: dev }], { ...authority.issue({ names: ["127.0.0.1"] }), ...strict });
  };

  test("answers who shows one that it trusts", async () => {
    const server = await asking();
    const pair = { clientCertificate: client.cert, clientKey: client.key };
    expect(await connect(server.url, { certificateAuthority, ...pair }).get(path)).toEqual(dev);
    expect(await connect(server.url, { insecureSkipTlsVerify: true, ...pair }).get(path)).toEqual(dev);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)(
    "refuses who shows none: nothing has happened, and the settings are named (%s)",
    async (version) => {
      const strict = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
      const pair = authority.issue({ names: ["127.0.0.1"] });
      const server = await serve([{ body: dev }], { ...pair, ...strict, minVersion: version, maxVersion: version });
      const error = await rejection(connect(server.url, { certificateAuthority }).create(["spacetemplates"], dev));
      expect(error).toMatchObject({ name: "ConnectionError", kind: "tlsClient", sent: false, ambiguous: false });
      expect(error.message).toMatch(/a client certificate .*\. Set platform:clientCertificate and platform:clientKey/);
      expect(server.requests).toHaveLength(0);
    },
  );
});

test("HTTP/1.1 is spoken also to a server that would rather speak HTTP/2", async () => {
  const versions: string[] = [];
  const server = http2.createSecureServer({ ...pair, allowHTTP1: true }, ({ httpVersion }, response) => {
    versions.push(httpVersion);
    response.end(JSON.stringify(dev));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    insecureSkipTlsVerify: true,
  });
  expect(await client.get(path)).toEqual(dev);
  await client.close();
  await new Promise((done) => server.close(done));
  expect(versions).toEqual(["1.1"]);
});

test("any server is trusted if that is wanted", async () => {
  const server = await serve([{ body: dev }], pair);
  expect(await connect(server.url, { insecureSkipTlsVerify: true }).get(path)).toEqual(dev);
});

test("HTTP spoken to an HTTPS port, or HTTPS to an HTTP port, is told as a connection failure", async () => {
  const secure = await serve([{ body: dev }], pair);
  const plain = await serve([{ body: dev }]);
  const wrong = [secure.url.replace("https", "http"), plain.url.replace("http", "https")];
  const kinds = await Promise.all(wrong.map(async (url) => (await rejection(connect(url).get(path))).name));
  expect(kinds).toEqual(["ConnectionError", "ConnectionError"]);
});

test("the authority is added to the system's roots, not put in their place", () => {
  const all = authorities("ours", {});
  expect(all.at(-1)).toBe("ours");
  expect(all.length).toBeGreaterThan(50);
  expect(trust({}, {})).toEqual({ rejectUnauthorized: true });
});

describe("the roots that an authority is added to", () => {
  // Since Node 22.15 they are asked for, and Node itself has read the file of this process.
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  const roots = getCACertificates?.("default") ?? [...tls.rootCertificates];

  test.each([
    ["an extra authority", join(__dirname, "tls", "loopback.cert.pem"), [pair.cert]],
    ["no extra authority", "", []],
    ["an extra authority that cannot be read, of which Node warns", "/no/such/file", []],
  ])("are the system's and %s", (_what, file, extra) => {
    const expected = [...roots, ...(getCACertificates ? [] : extra), "ours"];
    expect(authorities("ours", { NODE_EXTRA_CA_CERTS: file })).toEqual(expected);
  });

  test("are the system's only where no file is named", () => {
    expect(authorities("ours", {})).toEqual([...roots, "ours"]);
  });
});
