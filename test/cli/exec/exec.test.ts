import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../../emulator/faults/fault";
import { testWith } from "../../support/needs";
import { program } from "../program";
import { executing } from "./executing";

const { file, keys, platform, run, settings, start, texts } = executing();

const scoped = ["--user", "ci-bot", "--virtual-cluster", "web/dev"];

// It needs processes.
jest.setTimeout(30_000);

test("a command gets a key that works, its output and exit code are passed on, and the key ends with it", async () => {
  const asks = `curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $VCLUSTER_PLATFORM_ACCESS_KEY" ${platform().baseUrl}/kubernetes/management/apis/management.loft.sh/v1`;
  const { exitCode, stdout, stderr } = await run(scoped, `${asks}; exit 7`);
  expect([exitCode, stdout, stderr]).toEqual([7, "200", ""]);
  expect(keys()).toEqual([]);
});

test("the key has the declared scope and time, and a name without the arguments", async () => {
  const more = ["--project", "web", "--space", "web/s", "--role", "vcluster", "--ttl", "90s"];
  const started = start([...scoped, ...more], `sleep 60 # canary-of-an-argument`);
  while (keys().length === 0) await sleep(10);
  expect(keys()).toMatchObject([
    {
      spec: {
        displayName: `exec sh on ${hostname()}`,
        user: "ci-bot",
        ttl: 90,
        scope: {
          projects: [{ project: "web" }],
          spaces: [{ project: "web", space: "s" }],
          virtualClusters: [{ project: "web", virtualCluster: "dev" }],
          roles: [{ role: "vcluster" }],
        },
      },
    },
  ]);
  expect(JSON.stringify(keys())).not.toContain("canary");
  started.send("SIGTERM", "itself");
  expect((await started.ended).exitCode).toBe(143);
  expect(keys()).toEqual([]);
});

test("without --user, the key acts for the user of the own key", async () => {
  const { exitCode } = await run(["--project", "web"], ":");
  expect(exitCode).toBe(0);
  const created = platform().requests.filter(({ method }) => method === "POST");
  expect(JSON.stringify(created)).toContain("admin");
});

test("--env names the variable, and the command does not get the key of this process", async () => {
  const { stdout } = await run([...scoped, "--env", "MY_KEY"], 'echo "$MY_KEY/$VCLUSTER_PLATFORM_ACCESS_KEY/"');
  expect(stdout).toMatch(/^.{20,}\/\/\n$/);
  expect(stdout).not.toContain(platform().accessKey);
});

test("a kubeconfig is in a file that only its owner can read, and is gone afterwards", async () => {
  const script =
    'stat -c %a "$KUBECONFIG"; cat "$KUBECONFIG"; echo; echo "$KUBECONFIG"; echo "$VCLUSTER_PLATFORM_ACCESS_KEY"';
  const { stdout } = await run([...scoped, "--kubeconfig"], script);
  const [mode, content = "", name = "", key] = stdout.split("\n");
  const { clusters, users } = JSON.parse(content);
  expect(mode).toBe("600");
  expect(users[0].user.token).toBe(key);
  expect(clusters[0].cluster.server).toBe(`${platform().baseUrl}/kubernetes/project/web/virtualcluster/dev`);
  expect(() => readFileSync(name)).toThrow("ENOENT");
});

test("while the command runs, only the kubeconfig has the key, no file and no argument", async () => {
  const started = start([...scoped, "--kubeconfig"], "echo started; sleep 60");
  await started.said(/started/);
  const key = String(keys()[0]?.spec.key);
  expect(texts().filter((text) => text.includes(key))).toHaveLength(1);
  const processes = argumentsOfAll();
  expect(processes.length).toBeGreaterThan(2);
  expect(processes.filter((text) => text.includes(key))).toEqual([]);
  started.send("SIGINT", "itself");
  const { stdout, stderr } = await started.ended;
  expect(stdout + stderr).not.toContain(key);
  expect(texts().filter((text) => text.includes(key))).toEqual([]);
});

testWith("script")("on a terminal, Ctrl-C reaches the command once, and the key ends", async () => {
  const { log, script } = recorder("SIGINT");
  // Ctrl-C would also end a shell that waits, and its exit code would hide that of exec.
  const words = ["exec", process.execPath, program, "exec", ...scoped, "--", process.execPath, script];
  const env = { ...process.env, ...settings(), SHELL: "/bin/sh" };
  const terminal = spawn("script", ["-qec", words.join(" "), "/dev/null"], { env });
  const ended = new Promise<number | null>((resolve) => terminal.once("exit", resolve));
  while (log() === "") await sleep(20);
  terminal.stdin.write("\u0003");
  expect(await ended).toBe(5);
  expect(log()).toBe("ready got ");
  expect(keys()).toEqual([]);
});

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", (signal) => {
  test.each(["itself", "all"] as const)("sent to %s reaches the command once, and the key ends", async (to) => {
    const { log, script } = recorder(signal);
    const started = start(scoped, [process.execPath, script]);
    await started.until(() => log() !== "");
    started.send(signal, to);
    expect((await started.ended).exitCode).toBe(5);
    expect(log()).toBe("ready got ");
    expect(keys()).toEqual([]);
  });
});

test("a command that ignores a signal keeps its key until it ends", async () => {
  const started = start(scoped, "trap '' INT; echo ready; sleep 1; exit 3");
  await started.said(/ready/);
  started.send("SIGINT", "itself");
  await sleep(200);
  expect(keys()).toHaveLength(1);
  expect((await started.ended).exitCode).toBe(3);
  expect(keys()).toEqual([]);
});

test.each([
  ["/no/such/program", 127, "there is no such program"],
  ["/etc/passwd", 126, "EACCES"],
])("the command %s cannot be started, and the key ends", async (program, code, message) => {
  const { exitCode, stderr } = await run(scoped, [program]);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
  expect(keys()).toEqual([]);
});

test("a command that runs for three quarters of the time gets a warning", async () => {
  const { stderr } = await run([...scoped, "--ttl", "2s"], "sleep 1.8");
  expect(stderr).toMatch(/^note: The command still runs, and its access key expires at \d{4}-.* --ttl\.\n$/);
});

const faults: [string, Omit<Fault, "kind">, number][] = [
  ["a lost response of the create", { verb: "create", times: 1, action: "reset-after" }, 0],
  ["a create that never reaches the platform", { verb: "create", times: 1, action: "reset-before" }, 0],
  ["a lost response of the delete", { verb: "delete", times: 1, action: "reset-after" }, 0],
  ["a refused create", { verb: "create", action: { status: 403 } }, 1],
  ["a refused key", { verb: "create", action: { status: 401 } }, 3],
];

test.each(faults)("%s leaves no key", async (_, fault, expected) => {
  platform().faults.add({ kind: "ownedaccesskeys", ...fault });
  const { exitCode } = await run(scoped, "exit 0");
  platform().faults.clear();
  expect([exitCode, keys()]).toEqual([expected, []]);
});

test("a failed delete names the key and its end, and the exit code of the command stays", async () => {
  platform().faults.add({ verb: "delete", kind: "ownedaccesskeys", action: { status: 403 } });
  const { exitCode, stderr } = await run(scoped, "exit 4");
  const [key] = keys();
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/^exec: the access key "exec-\w+" could not be deleted\. It works until \d{4}-\S+Z\. .*403/);
  expect(stderr).toContain(String(key?.metadata.name));
  expect(stderr).not.toContain(String(key?.spec.key));
});

test("after kill -9 the key ends by its ttl, and the next exec of the user deletes it", async () => {
  const killed = start([...scoped, "--ttl", "1s"], "echo ready; sleep 2");
  await killed.said(/ready/);
  killed.send("SIGKILL", "itself");
  const other = start(scoped, "echo ready; sleep 60");
  await other.said(/ready/);
  expect(keys()).toHaveLength(2);
  await sleep(1100);
  await run(scoped, ":");
  // That of the exec that still runs stays.
  expect(keys()).toHaveLength(1);
  other.send("SIGTERM", "itself");
  await other.ended;
  expect(keys()).toEqual([]);
});

test.each([
  [["--user", "ci"], "Set the scope of the key"],
  [["--user", "ci", "--unscoped", "--project", "web"], "--unscoped cannot be combined"],
  [["--user", "ci", "--team", "a", "--unscoped"], "--user cannot be combined with --team"],
  [[...scoped, "--ttl", "25h"], "--ttl must be a time such as 90s, 15m or 2h, at most 24h"],
  [["--project", "web", "--kubeconfig"], "--kubeconfig needs exactly one --virtual-cluster"],
  [["--virtual-cluster", "web"], "--virtual-cluster must be <project>/<name>"],
  [[...scoped, "--env", "A-B"], "--env must be the name of a variable"],
  [["--user", "ci", "--project", ""], "--project must not be empty"],
])("%j is a usage error, and no request is sent", async (args, message) => {
  const { exitCode, stderr } = await run(args, ":");
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(platform().requests).toEqual([]);
});

/** A program that writes each signal of a kind to a log, and ends with 5 after the first. */
function recorder(signal: NodeJS.Signals) {
  const log = file("signals.log");
  const script = file("recorder.js");
  writeFileSync(log, "");
  writeFileSync(
    script,
    `const { appendFileSync } = require("node:fs");
    const write = (text) => appendFileSync(${JSON.stringify(log)}, text);
    process.on("${signal}", () => { write("got "); setTimeout(() => process.exit(5), 300); });
    setInterval(() => {}, 1000);
    write("ready ");`,
  );
  return { log: () => readFileSync(log, "utf8"), script };
}

/** The arguments of every process. */
function argumentsOfAll(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "latin1")];
      } catch {
        return [];
      }
    });
}
