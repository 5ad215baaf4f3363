import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { programIn, root } from "../../../cli/doctor/examined";
import { createFor, type Printed, runOn } from "../../../cli/stackOfTest";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { startRecorded } from "../../../support/startRecorded";
import { listOf } from "./answersOfWords";
import { answered, type HostileServer, startHostileServer } from "./startHostileServer";

const stack = ["web", "prod"] as const;

/** The commands that ask a platform, on a server that answers what a test says. */
export interface HostileCommands {
  readonly commands: Readonly<
    Record<"orphans" | "orphans --json" | "import" | "doctor" | "doctor --json", () => Promise<Printed>>
  >;
  /** From now on every request is answered so. */
  answer(with_: Buffer): void;
  /** From now on lists hold objects of the stack with these words, and every object has them. */
  show(words: string): void;
}

/** Starts the server before the tests of the file that this is called in, and ends it after them. */
export function hostileCommands(accessKey: string): HostileCommands {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  const before = process.env.PATH;
  let hostile: HostileServer;
  let labels: Record<string, string>;

  beforeAll(async () => {
    process.env.PATH = [programIn(join(folder, "bin"), "pulumi", "v3.259.0"), join(root, "bin")].join(delimiter);
    hostile = await startHostileServer();
    labels = await labelsOfStack();
  }, 60_000);
  afterAll(async () => {
    process.env.PATH = before;
    await hostile?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => runOn({ baseUrl: hostile.baseUrl, accessKey } as RecordedPlatform, ...args);
  return {
    commands: {
      orphans: () => run("orphans", "--stack", stack.join("/")),
      "orphans --json": () => run("orphans", "--stack", stack.join("/"), "--json"),
      import: () => run("import", "--all", "--managed", "--force", "--out", join(folder, "import.json")),
      doctor: () => run("doctor"),
      "doctor --json": () => run("doctor", "--json"),
    },
    answer: (answer) => {
      hostile.attack = (socket, request) => socket.write(isDiscovery(request) ? offers : answer);
    },
    show: (words) => {
      hostile.attack = (socket, request) => {
        if (isDiscovery(request)) return void socket.write(offers);
        const name = /(?:spacetemplates|ownedaccesskeys)\/([^ ?/]+)/.exec(request)?.[1];
        const one = () =>
          JSON.stringify({ metadata: { name, uid: "u", labels, finalizers: [words] }, spec: { displayName: words } });
        socket.write(name === undefined ? listOf(words, labels) : answered(one()));
      };
    },
  };
}

// Doctor asks nothing more of a server that does not say what it serves.
const isDiscovery = (request: string): boolean => /^GET \S+\/apis\/[^/ ]+\/v1 /.test(request);
const offers = answered(JSON.stringify({ resources: [{ name: "spacetemplates" }, { name: "ownedaccesskeys" }] }));

/** The labels of what the stack makes. */
async function labelsOfStack(): Promise<Record<string, string>> {
  const platform = await startRecorded();
  await createFor(platform, stack, "SpaceTemplate", { name: "a" });
  const { metadata } = platform.store.get("spacetemplates", "a") ?? {};
  await platform.close();
  return JSON.parse(JSON.stringify(metadata)).labels;
}
