import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

type Program = ChildProcessByStdio<null, Readable, Readable>;

interface Result {
  code: number | null;
  out: string;
  err: string;
}

function start(...args: string[]): Program {
  return spawn(process.execPath, [join(__dirname, "fromSource.js"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

async function finish(program: Program): Promise<Result> {
  const result: Result = { code: null, out: "", err: "" };
  program.stdout.on("data", (chunk) => {
    result.out += chunk;
  });
  program.stderr.on("data", (chunk) => {
    result.err += chunk;
  });
  result.code = await new Promise((resolve) => program.once("close", resolve));
  return result;
}

async function firstOutput(program: Program): Promise<string> {
  return new Promise((resolve) => program.stdout.once("data", (chunk) => resolve(String(chunk))));
}

// A start from the sources has the TypeScript compiler to load.
jest.setTimeout(30_000);

const projects = "/kubernetes/management/apis/management.example.org/v1/projects";

test.each(["SIGINT", "SIGTERM"] as const)(
  "serve --json prints where it listens and stops at once on %s",
  async (signal) => {
    const program = start(
      "serve",
      "--json",
      "--access-key",
      "k1",
      "--vendor",
      "example.org",
      "--project",
      "a",
      "--project",
      "b",
    );
    const { baseUrl, accessKey } = JSON.parse(await firstOutput(program));
    expect(accessKey).toBe("k1");
    const response = await fetch(`${baseUrl}${projects}`, { headers: { authorization: "Bearer k1" } });
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    const finished = finish(program);
    program.kill(signal);
    expect((await finished).code).toBe(0);
  },
);

test("serve stops at once while a request waits", async () => {
  const program = start("serve", "--json", "--latency", "60000");
  const { baseUrl } = JSON.parse(await firstOutput(program));
  const pending = fetch(baseUrl).catch(() => "cut");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const finished = finish(program);
  program.kill("SIGTERM");
  expect((await finished).code).toBe(0);
  expect(await pending).toBe("cut");
});

test("serve prints two lines to paste", async () => {
  const program = start("serve", "--access-key", "k1");
  const text = await firstOutput(program);
  expect(text).toMatch(/^ {2}export PLATFORM_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
  expect(text).toMatch(/^ {2}export PLATFORM_ACCESS_KEY=k1$/m);
  expect(text).toContain("Ctrl-C");
  const finished = finish(program);
  program.kill("SIGINT");
  await finished;
});

test("the request log holds a line for each request and no body", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  const file = join(folder, "requests.jsonl");
  const program = start("serve", "--json", "--access-key", "k1", "--vendor", "example.org", "--request-log", file);
  const { baseUrl } = JSON.parse(await firstOutput(program));
  const body = JSON.stringify({ spec: { key: "s3cret" } });
  const headers = { authorization: "Bearer k1", "content-type": "application/json" };
  await fetch(`${baseUrl}${projects}`, { method: "POST", headers, body });
  const finished = finish(program);
  program.kill("SIGTERM");
  await finished;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(folder, { recursive: true });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: "POST", path: projects, status: 400 }),
  ]);
  expect(lines.join()).not.toMatch(/s3cret|k1|"body"/);
});
