import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { programIn, root } from "../../../cli/doctor/examined";
import { createFor, type Printed, runOn } from "../../../cli/stackOfTest";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type Attack, answered, type HostileServer, startHostileServer } from "./startHostileServer";

const stack = ["web", "prod"] as const;

// Doctor asks a server no more that does not serve these.
const isDiscovery = (request: string): boolean => /^GET \S+\/apis\/[^/ ]+\/v1 /.test(request);
const resources = [{ name: "spacetemplates" }, { name: "ownedaccesskeys", verbs: ["get"] }];
const discovery = answered(JSON.stringify({ resources }));
// Keys have no list, so the keys of a user are asked for.
const user = ["--user", "ci"] as const;

/** Starts a hostile server for the tests of a file, and commands that use it. */
export function hostileCommands(accessKey: string) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-vcluster-platform-"));
  const before = process.env.PATH;
  let hostile: HostileServer;
  let labels: object;

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
  const attack = (next: Attack) => {
    hostile.attack = (socket, request) => (isDiscovery(request) ? socket.write(discovery) : next(socket, request));
  };
  const orphans = (...more: string[]) => run("orphans", "--made-by", stack.join("/"), ...user, ...more);
  const commands: [string, () => Promise<Printed>][] = [
    ["orphans", () => orphans()],
    ["orphans --json", () => orphans("--json")],
    ["import", () => run("import", "--all", "--managed", ...user, "--force", "--out", join(folder, "import.json"))],
    ["doctor", () => run("doctor")],
  ];
  return {
    commands,
    orphans,
    attack,
    /** Every response is this one. */
    respond: (response: Buffer) => attack((socket) => socket.write(response)),
    /** Lists have objects of the stack with these words, and so does every object. */
    show: (words: string) =>
      attack((socket, request) => {
        const name = /(?:spacetemplates|ownedaccesskeys)\/([^ ?/]+)/.exec(request)?.[1];
        const metadata = { name, uid: "u", labels, finalizers: [words] };
        const shown = name === undefined ? listOf(words, labels) : { metadata, spec: { displayName: words } };
        socket.write(answered(JSON.stringify(shown)));
      }),
  };
}

/** The labels of the stack's objects. */
async function labelsOfStack(): Promise<object> {
  const platform = await startRecorded();
  await createFor(platform, stack, "SpaceTemplate", { name: "a" });
  const { metadata } = platform.store.get("spacetemplates", "a") ?? {};
  await platform.close();
  return JSON.parse(JSON.stringify(metadata)).labels;
}

/** An object with these words as its name, and one with a safe name: as a list, and as keys. */
function listOf(words: string, labels: object) {
  const items = [words || "x", "safe"].map((name) => ({
    metadata: {
      ...{ name, uid: `${words}${name}`, labels, finalizers: [words] },
      ...{ creationTimestamp: words, deletionTimestamp: words },
      managedFields: [{ manager: words, operation: "Update", time: words, fieldsV1: { "f:spec": { "f:user": {} } } }],
    },
    spec: { user: words, displayName: words, description: words },
  }));
  return { metadata: {}, items, accessKeys: items };
}
