import { readFileSync } from "node:fs";
import { join } from "node:path";
import { authorities, trust } from "../../../provider/api/tls.js";
import { closeAll, connect, rejection, serve } from "./scriptedServer.js";

afterEach(closeAll);

// Made with: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=platform
//   -addext subjectAltName=IP:127.0.0.1
const file = (name: string): string => readFileSync(join(__dirname, "tls", name), "utf8");
const pair = { key: file("loopback.key.pem"), cert: file("loopback.cert.pem") };

const dev = { metadata: { name: "dev" } };
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
  expect(error).toMatchObject({ name: "ConnectionError", kind: "tls", sent: false });
  expect(error.message).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
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

test("an extra authority file that cannot be read is left out, as Node does", () => {
  expect(authorities("ours", { NODE_EXTRA_CA_CERTS: "/no/such/file" }).at(-1)).toBe("ours");
});
