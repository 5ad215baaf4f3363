import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { selfSigned } from "../../emulator/http/selfSigned";
import { temporaryFolder } from "../emulator/temporaryFolder";
import { dial, head, readUntil, untilClosed } from "../support/rawClient";
import { finish, firstOutput, type Ready, start, startServe, stop } from "./program";

// A start from the sources may have the TypeScript compiler to load.
jest.setTimeout(60_000);

const path = temporaryFolder();

const projects = "/kubernetes/management/apis/management.example.org/v1/projects";

test("serve --json prints where it listens, and stops at once", async () => {
  const projectOptions = ["--project", "a", "--project", "b"];
  const program = start("serve", "--json", "--access-key", "k1", "--vendor", "example.org", ...projectOptions);
  const line = await firstOutput(program);
  const { baseUrl, ...others } = JSON.parse(line);
  expect(line).toMatch(/^\{.*\}\n$/);
  expect(others).toEqual({ accessKey: "k1", caFile: null, faultsUrl: `${baseUrl}/faults` });
  const response = await fetch(`${baseUrl}${projects}`, { headers: { authorization: "Bearer k1" } });
  const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
  expect(items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
  expect(await stop(program, "SIGHUP")).toEqual({ code: 0, out: "", err: "" });
});

test("serve stops at once while a request waits", async () => {
  const { program, ready } = await startServe("--latency", "60000");
  const socket = await dial(ready);
  socket.write(head(ready, "GET / HTTP/1.1", "expect: 100-continue"));
  expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
  const rest = readUntil(socket, untilClosed);
  expect((await stop(program)).code).toBe(0);
  expect(await rest).toBe("");
});

test("open watches end cleanly when serve is stopped", async () => {
  const { program, ready } = await startServe("--access-key", "k1", "--vendor", "example.org");
  const headers = { authorization: "Bearer k1" };
  const watch = await fetch(`${ready.baseUrl}${projects}?watch=1`, { headers });
  const text = watch.text();
  expect((await stop(program)).code).toBe(0);
  expect(await text).toMatch(/^\{"type":"ADDED".*\}\n$/);
});

test("serve prints the settings of the provider as lines of a shell", async () => {
  const program = start("serve", "--access-key", "it's", "--vendor", "example.org", "--tls-self-signed");
  const text = await firstOutput(program);
  expect(text).toMatch(/^ {2}export PLATFORM_BASE_URL=https:\/\/127\.0\.0\.1:\d+$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_ACCESS_KEY='it'\\''s'$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_VENDOR=example\.org$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_CERTIFICATE_AUTHORITY="\$\(cat \S+ca\.pem\)"$/m);
  expect(text).toMatch(/^Faults are told to it at https:.*\/faults$/m);
  expect(text).toMatch(/kept in memory\. .*Ctrl-C/);
  await stop(program, "SIGINT");
});

test("the request log holds a line for each request and no body", async () => {
  const file = path("requests.jsonl");
  const { program, ready } = await startServe("--access-key", "k1", "--vendor", "example.org", "--request-log", file);
  const body = JSON.stringify({ spec: { key: "s3cret" } });
  const headers = { authorization: "Bearer k1", "content-type": "application/json" };
  await fetch(`${ready.baseUrl}${projects}`, { method: "POST", headers, body });
  await stop(program);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ method: "POST", path: projects, status: 400 }]);
  expect(lines.join()).not.toMatch(/s3cret|k1|"body"/);
});

const status = ({ baseUrl, accessKey }: Ready, ca: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessKey}` };
    const url = `${baseUrl}${projects.replace("example.org", "loft.sh")}`;
    const request = get(url, { ca, headers, agent: false }, (response) => resolve(response.resume().statusCode));
    request.once("error", reject);
  });

test("--tls-self-signed serves HTTPS with the CA in caFile, which is removed at the end", async () => {
  const { program, ready } = await startServe("--tls-self-signed", "--host", "0.0.0.0");
  expect(ready.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const caFile = String(ready.caFile);
  expect(await status(ready, readFileSync(caFile, "utf8"))).toBe(200);
  expect(await stop(program)).toEqual({ code: 0, out: "", err: "" });
  expect(existsSync(caFile)).toBe(false);
});

test("--tls-cert and --tls-key serve HTTPS, and a key of another certificate is refused", async () => {
  const [own, other] = await Promise.all([selfSigned(), selfSigned()]);
  writeFileSync(path("cert.pem"), own.cert);
  writeFileSync(path("key.pem"), own.key);
  writeFileSync(path("other.pem"), other.key);
  const { program, ready } = await startServe("--tls-cert", path("cert.pem"), "--tls-key", path("key.pem"));
  expect(ready.caFile).toBeNull();
  expect(await status(ready, own.ca)).toBe(200);
  await stop(program);
  const wrong = await finish(start("serve", "--tls-cert", path("cert.pem"), "--tls-key", path("other.pem")));
  const problem = `the key in ${path("other.pem")} is not that of the certificate in ${path("cert.pem")}`;
  const err = `pulumi-platform serve: ${problem}. Give the two that belong together.\n`;
  expect(wrong).toEqual({ code: 1, out: "", err });
});
