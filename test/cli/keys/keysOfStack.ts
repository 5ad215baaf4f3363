import { writeFileSync } from "node:fs";
import type { PlatformOptions } from "../../../emulator/options";
import type { Properties } from "../../../provider/objects/values.js";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { createFor, exported, type Printed, runOn, type StateEntry } from "../stackOfTest";

/** A part of every key value. No output may have it. */
export const canary = "key-canary-0123456789";
/** The stack of the keys. */
export const prod = ["web", "prod"] as const;

/** A platform for each test, with keys of a stack, and `pulumi-vcluster-platform keys` on it. */
export function keysOfStack(options: PlatformOptions = {}) {
  const file = temporaryFolder();
  let platform: RecordedPlatform;
  beforeEach(async () => {
    platform = await startRecorded(options);
  });
  afterEach(() => platform.close());
  const make = (name: string, inputs: Properties = {}) =>
    createFor(platform, prod, "OwnedAccessKey", { name, user: "ci", key: `${canary}-${name}`, ...inputs });
  /** Runs a command of keys with an access key. The entries are the state. No value is printed. */
  async function keysAs(accessKey: string, entries: readonly StateEntry[], args: readonly string[]): Promise<Printed> {
    writeFileSync(file("state.json"), exported([...entries]));
    const printed = await runOn({ ...platform, accessKey }, "keys", ...args, "--state", file("state.json"));
    expect(JSON.stringify(printed)).not.toMatch(new RegExp(`${canary}|${platform.accessKey}`));
    return printed;
  }
  const keys = (entries: readonly StateEntry[], ...args: string[]) => keysAs(platform.accessKey, entries, args);
  const listed = async (entries: readonly StateEntry[], ...args: string[]) =>
    JSON.parse((await keys(entries, "list", "--json", ...args)).out);
  return { platform: () => platform, make, keysAs, keys, listed };
}

/** A state entry as the engine keeps it until the delete at the end of a replacement. */
export const waitingForDelete = (entry: StateEntry): StateEntry => Object.assign({ ...entry }, { delete: true });

const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** The state entry of a provider for a platform, and entries of its resources. */
export function onProvider({ baseUrl, accessKey }: RecordedPlatform, ...entries: StateEntry[]): StateEntry[] {
  const type = "pulumi:providers:vcluster-platform";
  const urn = `urn:pulumi:prod::web::${type}::west`;
  const inputs = { baseUrl, accessKey: { ...signature, plaintext: JSON.stringify(accessKey) } };
  return [{ urn, type, id: "1", inputs }, ...entries.map((each) => ({ ...each, provider: `${urn}::1` }))];
}
