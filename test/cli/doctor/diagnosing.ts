import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { exitCodeOf } from "../../../cli/doctor/report";
import type { PlatformOptions } from "../../../emulator/platformOptions";
import { temporaryFolder } from "../../emulator/temporaryFolder";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { examined, healthyMachine } from "./examined";

/** What doctor says of servers that last as long as a test: how to start them, and how to ask. */
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

/** Servers that are no platforms, or not quite; each ends with the test. */
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
    /** A platform that tells what it serves, and does this with everything else. */
    behindDiscovery: (handle: http.RequestListener) =>
      listening(
        http.createServer((request, response) => {
          if (request.url === "/kubernetes/management/apis/management.loft.sh/v1") response.end(offers);
          else handle(request, response);
        }),
      ),
  };
}

/** The environment of whoever uses a platform. */
export const envOf = ({ baseUrl, accessKey }: RecordedPlatform) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_ACCESS_KEY: accessKey,
});

/** What is said of everything that needs the platform, behind a problem of this check. */
export const skippedBehind = (cause: string) => ({
  kinds: `skipped: because of "${cause}"`,
  key: `skipped: because of "${cause}"`,
  dryRun: `skipped: because of "${cause}"`,
  rights: `skipped: because of "${cause}"`,
  identity: `skipped: because of "${cause}"`,
});
