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

/** A stored object as tests look at it. */
export interface StoredObject {
  metadata: { name: string; generation: number; labels?: object; annotations?: object; managedFields?: object[] };
  spec: Record<string, unknown>;
}

/** A kubectl that goes on until it is stopped. */
export interface Following {
  /** The next line that it prints. */
  line(): Promise<string>;
  stop(): Promise<void>;
}

/** kubectl with a home of its own, and the platform with TLS that it talks to. */
export class Kubectl {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "kubectl-"));
  private readonly answered = new EventEmitter();
  private running: RecordedPlatform | undefined;

  constructor(private readonly options: PlatformOptions) {}

  /** Says whether the platform plays a server of Go types. */
  get hasGoTypes(): boolean {
    return this.options.omitEmpty === true;
  }

  get platform(): RecordedPlatform {
    if (this.running === undefined) throw new Error("The platform has not been started");
    return this.running;
  }

  async start(): Promise<void> {
    const { cert, key, ca } = await selfSigned();
    const onRequest = ({ method, path }: RequestLogEntry) => this.answered.emit("request", `${method} ${path}`);
    this.running = await startRecorded({ projects: ["web"], ...this.options, tls: { cert, key }, onRequest });
    writeFileSync(path.join(this.folder, "config"), kubeconfig(this.running, this.file("ca.pem", ca)));
  }

  async close(): Promise<void> {
    await this.running?.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Takes everything out of the platform but its first project. */
  empty(): void {
    const { store, requests } = this.platform;
    for (const { plural } of kinds) {
      for (const { metadata } of store.list(plural)) {
        if (plural !== "projects" || metadata.name !== "web") store.remove(plural, metadata.name, metadata.namespace);
      }
    }
    requests.length = 0;
  }

  /** Writes a file for kubectl and returns its path. */
  file(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** Arguments are parted by spaces; `input` is what `-f -` reads. */
  run(args: string, input = ""): Promise<CommandResult> {
    return runCommand("kubectl", args.split(" "), { cwd: this.folder, env: this.environment(), input });
  }

  /** What kubectl prints when it succeeds, which it has to. */
  async ok(args: string, input?: string): Promise<string> {
    const result = await this.run(args, input);
    expect({ args, ...result, stdout: "" }).toEqual({ args, exitCode: 0, stdout: "", stderr: "" });
    return result.stdout;
  }

  /** What kubectl complains about when it fails, which it has to. */
  async fails(args: string, input?: string): Promise<string> {
    const { exitCode, stderr } = await this.run(args, input);
    expect({ args, exitCode }).toEqual({ args, exitCode: 1 });
    return stderr;
  }

  /** Starts a kubectl that prints until it is stopped. */
  follow(args: string): Following {
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

  /** An object as the platform holds it. */
  stored(plural: string, name: string, namespace = ""): StoredObject | undefined {
    const entry = this.platform.store.entry(plural, name, namespace);
    return entry && JSON.parse(entry.json);
  }

  /** The writes that the platform answered since it was emptied, as `METHOD status`. */
  writes(): string[] {
    const writes = this.platform.requests.filter(({ method }) => method !== "GET");
    return writes.map(({ method, status }) => `${method} ${status}`);
  }

  /** The environment of kubectl: nothing of whoever runs the tests, and an editor that runs a line of sed. */
  environment(): Record<string, string> {
    const editor = path.join(this.folder, "editor");
    return {
      PATH: process.env.PATH ?? "",
      HOME: this.folder,
      TMPDIR: this.folder,
      KUBECONFIG: path.join(this.folder, "config"),
      KUBE_EDITOR: editor,
    };
  }

  /** Makes `kubectl edit` change the text by a script of sed. */
  editWith(script: string): void {
    chmodSync(this.file("editor", `#!/bin/sh\nexec sed -i.before '${script}' "$1"\n`), 0o755);
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

/** Runs the same tests with kubectl on a server of custom resources and on one of Go types; each starts with one project, web. */
export function withKubectl(define: (kubectl: Kubectl) => void): void {
  describe.each([{ omitEmpty: false }, { omitEmpty: true }])("kubectl, on a server with %p,", (options) => {
    const kubectl = new Kubectl(options);
    beforeAll(() => kubectl.start());
    afterAll(() => kubectl.close());
    beforeEach(() => kubectl.empty());
    define(kubectl);
  });
}
