import path from "node:path";
import { runCommand } from "../command";
import { root } from "../environment";
import { statusWithKey } from "../http";
import type { Stack } from "../stack";
import type { RecordedPlatform } from "../startRecorded";

/** A key as the platform stores it. */
export interface StoredKey {
  name: string;
  uid: string;
  user: string;
  displayName: string;
}

/** A key in the state; `status` is the response to a request with its value. */
export interface StateKey {
  name: string;
  id: string;
  uid: unknown;
  status: number;
}

/** Platform and state after a `pulumi up`. */
export interface Aftermath {
  exitCode: number;
  said: string;
  onPlatform: StoredKey[];
  inState: StateKey[];
  /** Names of the objects that `pulumi-vcluster-platform orphans` lists. */
  orphans: string[];
}

/** Runs `pulumi up` and reads the platform, the state and the orphans. */
export async function upAndLook(stack: Stack, platform: RecordedPlatform): Promise<Aftermath> {
  // The first failure must not stop the other creates.
  const args = ["--skip-preview", "--continue-on-error", "--parallel", "64"];
  const { exitCode, stdout, stderr } = await stack.up(args, { expectSuccess: false });
  const state = await stateOf(stack);
  const found = { onPlatform: keysOn(platform), inState: await keysIn(state, platform) };
  return { exitCode, said: stdout + stderr, ...found, orphans: await orphansOf(stack, state) };
}

/** The keys that the state holds now. */
export async function lookAtState(stack: Stack, platform: RecordedPlatform): Promise<StateKey[]> {
  return keysIn(await stateOf(stack), platform);
}

const stateOf = async (stack: Stack) => (await stack.pulumi(["stack", "export", "--show-secrets"])).stdout;

function keysOn(platform: RecordedPlatform): StoredKey[] {
  const objects = JSON.parse(JSON.stringify(platform.store.list("ownedaccesskeys")));
  return objects.map(({ metadata, spec }: { metadata: { name: string; uid: string }; spec: StoredKey }) => {
    return { name: metadata.name, uid: metadata.uid, user: spec.user, displayName: spec.displayName };
  });
}

interface Entry {
  urn: string;
  type: string;
  id: string;
  delete?: boolean;
  pendingReplacement?: boolean;
  outputs: { uid?: unknown; key?: { plaintext?: string } };
}

async function keysIn(state: string, platform: RecordedPlatform): Promise<StateKey[]> {
  const resources: Entry[] = JSON.parse(state).deployment.resources ?? [];
  // Entries that are pending deletion or replacement do not count.
  const isCurrent = (each: Entry) => !each.delete && !each.pendingReplacement;
  const keys = resources.filter((each) => each.type.endsWith(":OwnedAccessKey") && isCurrent(each));
  return Promise.all(
    keys.map(async ({ urn, id, outputs }) => {
      const value = String(JSON.parse(outputs.key?.plaintext ?? '""'));
      return { name: urn.split("::").at(-1) ?? "", id, uid: outputs.uid, status: await statusWithKey(platform, value) };
    }),
  );
}

async function orphansOf(stack: Stack, input: string): Promise<string[]> {
  const args = [path.join(root, "bin", "pulumi-vcluster-platform"), "orphans", "--state", "-", "--json"];
  const { exitCode, stdout, stderr } = await runCommand(process.execPath, args, { cwd: root, env: stack.env, input });
  const names = stdout === "" ? [] : JSON.parse(stdout).orphans.map(({ name }: { name: string }) => name);
  if (exitCode !== (names.length > 0 ? 7 : 0)) throw new Error(`orphans ended with ${exitCode}: ${stderr}`);
  return names;
}
