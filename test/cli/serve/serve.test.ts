import { readFileSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { secretMode, writeOutput } from "../../../cli/output";
import { temporaryFolder } from "../../support/temporaryFolder";
import { type Ready, startAfter, startServe, stop } from "../program";

const path = temporaryFolder();

const projects = "/kubernetes/management/apis/management.example.org/v1/projects";
const [headers, settings] = [{ authorization: "Bearer k1" }, ["--access-key", "k1", "--vendor", "example.org"]];

test("serve --json prints where it listens, and stops at once", async () => {
  const program = await startServe([...settings, "--project", "a", "--project", "b"]);
  const { baseUrl, ...others } = program.ready;
  const line = program.stdout();
  expect(line).toMatch(/^\{.*\}\n$/);
  expect(others).toEqual({ accessKey: "k1", caFile: null, faultsUrl: `${baseUrl}/faults` });
  const response = await fetch(`${baseUrl}${projects}`, { headers });
  const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
  expect(items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
  expect(await stop(program, "SIGHUP")).toEqual({ exitCode: 0, stdout: line, stderr: "" });
});

test("serve --api 4 serves the API of vCluster Platform 4", async () => {
  const program = await startServe([...settings, "--api", "4"]);
  const response = await fetch(`${program.ready.baseUrl}/version`, { headers });
  expect(await response.json()).toMatchObject({ version: expect.stringMatching(/^v4\./) });
  await stop(program);
  const { exitCode, stderr } = await startAfter(":", "serve", "--api", "5").ended;
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--api must be one of 3, 4")]);
});

test("serve --seed demo starts with a small platform, with --api 4 only", async () => {
  const program = await startServe([...settings, "--api", "4", "--seed", "demo"]);
  const response = await fetch(`${program.ready.baseUrl}${projects}/shop`, { headers });
  expect(await response.json()).toMatchObject({ kind: "Project", spec: { displayName: "Shop" } });
  await stop(program);
  const { exitCode, stderr } = await startAfter(":", "serve", "--seed", "demo").ended;
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--seed demo needs --api 4.")]);
});

test("a file that holds a key is private, also if it existed before", () => {
  writeFileSync(path("ready.json"), "", { mode: 0o644 });
  writeOutput("{}", path("ready.json"), { mode: secretMode });
  expect(statSync(path("ready.json")).mode & 0o777).toBe(secretMode);
});

test("open watches end cleanly when serve is stopped", async () => {
  const program = await startServe(settings);
  const watch = await fetch(`${program.ready.baseUrl}${projects}?watch=1`, { headers });
  const text = watch.text();
  expect((await stop(program)).exitCode).toBe(0);
  expect(await text).toMatch(/^\{"type":"ADDED".*\}\n$/);
});

test("serve prints the settings of the provider as lines of a shell", async () => {
  const program = startAfter(":", "serve", "--access-key", "it's", "--vendor", "example.org", "--tls-self-signed");
  await program.said(/Ctrl-C/);
  const text = program.stdout();
  expect(text).toMatch(/^ {2}export VCLUSTER_PLATFORM_BASE_URL=https:\/\/127\.0\.0\.1:\d+$/m);
  expect(text).toMatch(/^ {2}export VCLUSTER_PLATFORM_ACCESS_KEY='it'\\''s'$/m);
  expect(text).toMatch(/^ {2}export VCLUSTER_PLATFORM_VENDOR=example\.org$/m);
  expect(text).toMatch(/^ {2}export VCLUSTER_PLATFORM_CERTIFICATE_AUTHORITY=\S+ca\.pem$/m);
  expect(text).toMatch(/^Inject faults at https:.*\/faults$/m);
  expect(text).toMatch(/kept in memory\. .*Ctrl-C/);
  await stop(program, "SIGINT");
});

const status = ({ baseUrl, accessKey }: Ready, ca: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const url = `${baseUrl}${projects.replace("example.org", "loft.sh")}`;
    const options = { ca, headers: { authorization: `Bearer ${accessKey}` }, agent: false };
    get(url, options, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });

test("--tls-self-signed serves HTTPS with the CA in caFile", async () => {
  const { ready } = await startServe(["--tls-self-signed", "--host", "0.0.0.0"]);
  expect(ready.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await status(ready, readFileSync(String(ready.caFile), "utf8"))).toBe(200);
});
