import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { exitCodeOf } from "../../../cli/doctor/report";
import type { PlatformOptions } from "../../../emulator/platformOptions";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { examined, healthyMachine } from "./examined";

/** Starts servers that end with their test, and runs doctor for them. */
export function diagnosing() {
  const path = temporaryFolder();
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  return {
    closers,
    ...serversThat(closers),
    async start(options: PlatformOptions = {}): Promise<RecordedPlatform> {
      const platform = await startRecorded(options);
      closers.push(() => platform.close());
      return platform;
    },
    async diagnose(env: NodeJS.ProcessEnv, more = {}) {
      const machine = healthyMachine(path("bin"), { PLATFORM_ACCESS_KEY: "key-1", ...env }, more);
      const { lines, said } = await examined(machine);
      return { said, code: exitCodeOf(lines) };
    },
  };
}

/** Servers that are no complete platforms. */
function serversThat(closers: (() => unknown)[]) {
  async function listening(server: net.Server): Promise<string> {
    server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const offers = JSON.stringify({ resources: [{ name: "spacetemplates" }] });
  return {
    listening,
    answering: (status: number, body: string, headers: http.OutgoingHttpHeaders = {}) =>
      listening(http.createServer((_, response) => response.writeHead(status, headers).end(body))),
    hanging: () => listening(net.createServer((socket) => closers.push(() => socket.destroy()))),
    /** A platform that serves discovery only. */
    behindDiscovery: (handle: http.RequestListener) =>
      listening(
        http.createServer((request, response) => {
          if (request.url === "/kubernetes/management/apis/management.loft.sh/v1") response.end(offers);
          else handle(request, response);
        }),
      ),
  };
}

/** The environment of a user of a platform. */
export const envOf = ({ baseUrl, accessKey }: RecordedPlatform) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_ACCESS_KEY: accessKey,
});

/** The lines of all checks that need the platform, after a problem of this check. */
export const skippedBehind = (cause: string) =>
  Object.fromEntries(
    ["kinds", "key", "dryRun", "rights", "identity"].map((name) => [name, `skipped: because of "${cause}"`]),
  );
