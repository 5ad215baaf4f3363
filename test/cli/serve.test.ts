import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dial, head, readUntil, untilClosed } from "../support/rawClient";
import { firstOutput, start, startServe, stop } from "./program";

// A start from the sources may have the TypeScript compiler to load.
jest.setTimeout(30_000);

const projects = "/kubernetes/management/apis/management.example.org/v1/projects";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "serve --json prints where it listens and stops at once on %s",
  async (signal) => {
    const projectOptions = ["--project", "a", "--project", "b"];
    const program = start("serve", "--json", "--access-key", "k1", "--vendor", "example.org", ...projectOptions);
    const line = await firstOutput(program);
    const { baseUrl, ...others } = JSON.parse(line);
    expect(line).toMatch(/^\{.*\}\n$/);
    expect(others).toEqual({ accessKey: "k1", caFile: null, faultsUrl: `${baseUrl}/faults` });
    const response = await fetch(`${baseUrl}${projects}`, { headers: { authorization: "Bearer k1" } });
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    expect(await stop(program, signal)).toEqual({ code: 0, out: "", err: "" });
  },
);

test("serve stops at once while a request waits", async () => {
  const { program, ready } = await startServe("--latency", "60000");
  const socket = await dial(ready);
  socket.write(head(ready, "GET / HTTP/1.1", "expect: 100-continue"));
  expect(await readUntil(socket, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
  const rest = readUntil(socket, untilClosed);
  expect((await stop(program)).code).toBe(0);
  expect(await rest).toBe("");
});

test("open watches end, and do not break off, when serve is stopped", async () => {
  const { program, ready } = await startServe("--access-key", "k1", "--vendor", "example.org");
  const headers = { authorization: "Bearer k1" };
  const watch = await fetch(`${ready.baseUrl}${projects}?watch=1`, { headers });
  const text = watch.text();
  expect((await stop(program)).code).toBe(0);
  expect(await text).toMatch(/^\{"type":"ADDED".*\}\n$/);
});

test("serve prints lines to paste", async () => {
  const program = start("serve", "--access-key", "it's", "--vendor", "example.org");
  const text = await firstOutput(program);
  expect(text).toMatch(/^ {2}export PLATFORM_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_ACCESS_KEY='it'\\''s'$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_VENDOR=example\.org$/m);
  expect(text).toMatch(/^Faults are told to it at http:.*\/faults$/m);
  expect(text).toMatch(/kept in memory\. .*Ctrl-C/);
  await stop(program, "SIGINT");
});

test("the request log holds a line for each request and no body", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  const file = join(folder, "requests.jsonl");
  const { program, ready } = await startServe("--access-key", "k1", "--vendor", "example.org", "--request-log", file);
  const body = JSON.stringify({ spec: { key: "s3cret" } });
  const headers = { authorization: "Bearer k1", "content-type": "application/json" };
  await fetch(`${ready.baseUrl}${projects}`, { method: "POST", headers, body });
  await stop(program);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(folder, { recursive: true });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: "POST", path: projects, status: 400 }),
  ]);
  expect(lines.join()).not.toMatch(/s3cret|k1|"body"/);
});
