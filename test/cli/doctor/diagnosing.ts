import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { exitCodeOf } from "../../../cli/doctor/doctor";
import type { Machine } from "../../../cli/doctor/machine";
import type { PlatformOptions } from "../../../emulator/options";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { examined, noFiles, programIn, root } from "./examined";

/** The text of each line of doctor, or a pattern of it, by check and subject. */
export type Lines = Record<string, string | RegExp>;

interface More extends Partial<Machine> {
  options?: Record<string, string>;
}

/** A PATH with a program `pulumi`, which is written into this folder, and the plugin. */
export const pathWithPulumi = (folder: string) =>
  [programIn(folder, "pulumi", "v3.259.0"), join(root, "bin")].join(delimiter);

/** Starts servers that end with their test, and runs doctor for them. */
export function diagnosing() {
  const path = temporaryFolder();
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function diagnose(env: NodeJS.ProcessEnv, { options = {}, ...more }: More = {}) {
    const home = path("bin");
    const variables = { PATH: pathWithPulumi(home), HOME: home, VCLUSTER_PLATFORM_ACCESS_KEY: "key-1", ...env };
    const common = { files: noFiles, nodeVersion: "22.1.0", cwd: root, timeoutMs: 10_000, now: Date.now };
    const { lines, said } = await examined({ ...common, env: variables, ...more }, options);
    return { said, code: exitCodeOf(lines) };
  }

  return {
    path,
    closers,
    ...serversThat(closers),
    async start(options: PlatformOptions = {}): Promise<RecordedPlatform> {
      const platform = await startRecorded(options);
      closers.push(() => platform.close());
      return platform;
    },
    diagnose,
    /** Runs doctor and compares these lines and the exit code; no line may have a canary. */
    async expectDiagnosis(env: NodeJS.ProcessEnv, lines: Lines, exitCode: number, more: More = {}) {
      const { said, code } = await diagnose(env, more);
      const matcher = (line: string | RegExp) => (line instanceof RegExp ? expect.stringMatching(line) : line);
      const expected = Object.entries(lines).map(([name, line]) => [name, matcher(line)]);
      expect(said).toMatchObject(Object.fromEntries(expected));
      expect(code).toBe(exitCode);
      expect(JSON.stringify(said)).not.toContain("canary");
    },
  };
}

function serversThat(closers: (() => unknown)[]) {
  async function onSocket(handle: (socket: net.Socket) => void, server = net.createServer(handle)): Promise<string> {
    server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const handling = (handle: http.RequestListener) => onSocket(() => {}, http.createServer(handle));
  const discovery = "/kubernetes/management/apis/management.loft.sh/v1";
  const offers = JSON.stringify({ resources: [{ name: "spacetemplates" }] });
  return {
    handling,
    onSocket,
    answering: (status: number, body: string, headers: http.OutgoingHttpHeaders = {}) =>
      handling((_, response) => response.writeHead(status, headers).end(body)),
    hanging: () => onSocket((socket) => closers.push(() => socket.destroy())),
    /** A platform that serves discovery only. */
    behindDiscovery: (handle: http.RequestListener) =>
      handling((...given) => (given[0].url === discovery ? given[1].end(offers) : handle(...given))),
  };
}

export const envOf = ({ baseUrl, accessKey }: RecordedPlatform) => ({
  VCLUSTER_PLATFORM_BASE_URL: baseUrl,
  VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
});

/** The lines of all checks that need the platform, after a problem of this check. */
export function skippedBehind(cause: string): Lines {
  const names = ["kinds", "key", "rights", "identity"];
  return Object.fromEntries(names.map((name) => [name, `skipped: because of "${cause}"`]));
}
