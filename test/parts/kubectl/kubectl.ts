import { spawn } from "node:child_process";
import { EventEmitter, on, once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { selfSigned } from "../../../emulator/http/certificate";
import type { RequestLogEntry } from "../../../emulator/http/server";
import { kinds } from "../../../emulator/kinds/kinds";
import type { PlatformOptions } from "../../../emulator/options";
import { type CommandResult, runCommand } from "../../support/command";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

interface StoredObject {
  metadata: { generation: number; managedFields?: { manager: string; operation: string }[] };
  spec: Record<string, unknown>;
}

/** kubectl with a home of its own, and the platform with TLS that it talks to. */
export class Kubectl {
  platform!: RecordedPlatform;
  readonly #folder = mkdtempSync(path.join(tmpdir(), "kubectl-"));
  readonly #received = new EventEmitter();

  constructor(
    readonly options: PlatformOptions,
    readonly root: string,
  ) {}

  async start(): Promise<void> {
    const { cert, key, ca } = await selfSigned();
    const onRequest = ({ method, path }: RequestLogEntry) => this.#received.emit("request", `${method} ${path}`);
    this.platform = await startRecorded({ ...this.options, tls: { cert, key }, onRequest });
    this.#file("ca.pem", ca);
  }

  async close(): Promise<void> {
    await this.platform.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Removes everything from the platform but its first project. */
  empty(): void {
    const { store, requests } = this.platform;
    for (const { plural } of kinds[3]) {
      for (const { metadata } of store.list(plural)) {
        if (plural !== "projects" || metadata.name !== "web") store.remove(plural, metadata.name, metadata.namespace);
      }
    }
    requests.length = 0;
  }

  /** Runs kubectl. Spaces separate arguments; `input` is what `-f -` reads. */
  run(args: string, input = ""): Promise<CommandResult> {
    return runCommand("kubectl", this.#arguments(args), { ...this.#options(), input });
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
    const child = spawn("kubectl", this.#arguments(args), this.#options());
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
    for await (const [request] of on(this.#received, "request")) if (/watch=true/.test(request)) return;
  }

  /** An object as the platform stores it, the template "dev" by default. */
  stored(plural = "spacetemplates", name = "dev", namespace = ""): StoredObject | undefined {
    const entry = this.platform.store.entry(plural, name, namespace);
    return entry && JSON.parse(entry.json);
  }

  /** The field managers of the template "dev". */
  managers(): string[] {
    const entries = this.stored()?.metadata.managedFields ?? [];
    return entries.map(({ manager, operation }) => `${manager} ${operation}`).sort();
  }

  /** Makes `kubectl edit` change the text by a script of sed. */
  editWith(script: string): void {
    chmodSync(this.#file("editor", `#!/bin/sh\nexec sed -i.before '${script}' "$1"\n`), 0o755);
  }

  #file(name: string, text: string): string {
    const file = path.join(this.#folder, name);
    writeFileSync(file, text);
    return file;
  }

  #arguments(args: string): string[] {
    const { baseUrl, accessKey } = this.platform;
    const server = [`--server=${baseUrl}${this.root}`, "--certificate-authority=ca.pem"];
    return [...args.split(" "), ...server, `--token=${accessKey}`];
  }

  #options() {
    const [cwd, PATH = ""] = [this.#folder, process.env.PATH];
    return { cwd, env: { PATH, HOME: cwd, TMPDIR: cwd, KUBE_EDITOR: path.join(cwd, "editor") } };
  }
}

/** kubectl for the tests of a file. */
export function useKubectl(
  options: PlatformOptions = { projects: ["default", "web"] },
  root = "/kubernetes/management",
): Kubectl {
  const kubectl = new Kubectl(options, root);
  beforeAll(() => kubectl.start());
  afterAll(() => kubectl.close());
  beforeEach(() => kubectl.empty());
  return kubectl;
}

const apiVersion = "management.loft.sh/v1";

/** A space template in YAML. */
export const template = (name: string, title: string, metadata = "") => `apiVersion: ${apiVersion}
kind: SpaceTemplate
metadata:
  name: ${name}
  labels: {team: web}
${metadata}spec:
  displayName: ${title}
  access: [{users: ["*"], verbs: [get]}]
`;

/** One object of each kind in YAML. */
export const everyKind = (title: string) => `apiVersion: ${apiVersion}
kind: Project
metadata: {name: shop}
spec: {displayName: ${title}}
---
${template("dev", title)}---
apiVersion: ${apiVersion}
kind: OwnedAccessKey
metadata: {name: ci}
spec:
  displayName: ${title}
  user: build
  key: fake-key-for-tests
  ttl: 9007199254740993
---
apiVersion: ${apiVersion}
kind: VirtualClusterInstance
metadata: {name: vc, namespace: p-web}
spec:
  displayName: ${title}
  clusterRef: {cluster: east, namespace: team, virtualCluster: vc}
`;
