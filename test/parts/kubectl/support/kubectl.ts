import { spawn } from "node:child_process";
import { EventEmitter, on, once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { RequestLogEntry } from "../../../../emulator/http/requestLogEntry";
import { selfSigned } from "../../../../emulator/http/selfSigned";
import { kinds } from "../../../../emulator/kinds/kinds";
import type { PlatformOptions } from "../../../../emulator/platformOptions";
import { type CommandResult, runCommand } from "../../../support/command";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";

interface StoredObject {
  metadata: { name: string; generation: number; managedFields?: { manager: string; operation: string }[] };
  spec: Record<string, unknown>;
}

/** kubectl with a home of its own, and the platform with TLS that it talks to. */
export class Kubectl {
  platform!: RecordedPlatform;
  private readonly folder = mkdtempSync(path.join(tmpdir(), "kubectl-"));
  private readonly answered = new EventEmitter();

  async start(options: PlatformOptions): Promise<void> {
    const { cert, key, ca } = await selfSigned();
    const onRequest = ({ method, path }: RequestLogEntry) => this.answered.emit("request", `${method} ${path}`);
    this.platform = await startRecorded({ projects: ["web"], ...options, tls: { cert, key }, onRequest });
    this.file("config", kubeconfig(this.platform, this.file("ca.pem", ca)));
  }

  async close(): Promise<void> {
    await this.platform.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Removes everything from the platform but its first project. */
  empty(): void {
    const { store, requests } = this.platform;
    for (const { plural } of kinds) {
      for (const { metadata } of store.list(plural)) {
        if (plural !== "projects" || metadata.name !== "web") store.remove(plural, metadata.name, metadata.namespace);
      }
    }
    requests.length = 0;
  }

  /** Runs kubectl. Spaces separate arguments; `input` is what `-f -` reads. */
  run(args: string, input = ""): Promise<CommandResult> {
    return runCommand("kubectl", args.split(" "), { cwd: this.folder, env: this.environment(), input });
  }

  /** Runs kubectl, which must succeed, and returns its output. */
  async ok(args: string, input?: string): Promise<string> {
    const result = await this.run(args, input);
    expect({ args, ...result, stdout: "" }).toEqual({ args, exitCode: 0, stdout: "", stderr: "" });
    return result.stdout;
  }

  /** Runs kubectl, which must fail, and returns its error output. */
  async fails(args: string, input?: string): Promise<string> {
    const { exitCode, stderr } = await this.run(args, input);
    expect({ args, exitCode }).toEqual({ args, exitCode: 1 });
    return stderr;
  }

  /** Starts a kubectl that prints lines until it is stopped. */
  follow(args: string) {
    const child = spawn("kubectl", args.split(" "), { cwd: this.folder, env: this.environment() });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return {
      line: async () => String((await lines.next()).value),
      stop: async () => {
        const closed = once(child, "close");
        child.kill();
        await closed;
      },
    };
  }

  /** Waits for the next request that the platform begins to answer with a watch. */
  async watched(): Promise<void> {
    for await (const [request] of on(this.answered, "request")) if (/watch=true/.test(request)) return;
  }

  /** An object as the platform stores it. */
  stored(plural: string, name: string, namespace = ""): StoredObject | undefined {
    const entry = this.platform.store.entry(plural, name, namespace);
    return entry && JSON.parse(entry.json);
  }

  /** The template "dev" as the platform stores it. */
  dev(): StoredObject | undefined {
    return this.stored("spacetemplates", "dev");
  }

  /** The field managers of the template "dev". */
  managers(): string[] {
    const entries = this.dev()?.metadata.managedFields ?? [];
    return entries.map(({ manager, operation }) => `${manager} ${operation}`).sort();
  }

  /** The names of the stored objects of a kind. */
  names(plural: string): string[] {
    return this.platform.store.list(plural).map(({ metadata }) => metadata.name);
  }

  /** The answered writes, as `METHOD status`. */
  writes(): string[] {
    const writes = this.platform.requests.filter(({ method }) => method !== "GET");
    return writes.map(({ method, status }) => `${method} ${status}`);
  }

  /** Makes `kubectl edit` change the text by a script of sed. */
  editWith(script: string): void {
    chmodSync(this.file("editor", `#!/bin/sh\nexec sed -i.before '${script}' "$1"\n`), 0o755);
  }

  private file(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  private environment(): Record<string, string> {
    const file = (name: string) => path.join(this.folder, name);
    const home = { HOME: this.folder, TMPDIR: this.folder };
    return { PATH: process.env.PATH ?? "", ...home, KUBECONFIG: file("config"), KUBE_EDITOR: file("editor") };
  }
}

function kubeconfig({ baseUrl, accessKey }: RecordedPlatform, ca: string): string {
  const cluster = { server: `${baseUrl}/kubernetes/management`, "certificate-authority": ca };
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "platform", cluster }],
    users: [{ name: "platform", user: { token: accessKey } }],
    contexts: [{ name: "platform", context: { cluster: "platform", user: "platform" } }],
    "current-context": "platform",
  });
}

/** kubectl for the tests of a file or a block, on a server of custom resources unless the options differ. */
export function useKubectl(options: PlatformOptions = {}): Kubectl {
  const kubectl = new Kubectl();
  beforeAll(() => kubectl.start(options));
  afterAll(() => kubectl.close());
  beforeEach(() => kubectl.empty());
  return kubectl;
}
