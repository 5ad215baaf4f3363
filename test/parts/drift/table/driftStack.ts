import type { ApiObject } from "../../../../emulator/kinds/apiObject";
import { type DriftRun, driftCommand } from "../../../support/driftCommand";
import type { ProgramKind } from "../../../support/project";
import { createStack, type Stack } from "../../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../../support/startRecorded";
import { type Colleague, colleagueAt } from "./colleague";
import { type Declared, driftResource, noiseResource, programText } from "./driftPrograms";
import { driftTable } from "./driftTable";
import { noiseTable } from "./noiseTable";

/** What a search for drift came to. */
export interface Found {
  readonly exitCode: number;
  /** Names of the resources that it names as changed, in alphabetical order. */
  readonly changed: string[];
  /** What it printed, for a failure to show. */
  readonly output: string;
}

/** A stack with a resource for every row of both tables, all of them created. */
export interface DriftStack {
  readonly platform: RecordedPlatform;
  readonly stack: Stack;
  /** Somebody else who works on the object of a row. */
  colleague(row: { id: string; type: string }): Colleague;
  /** The object of a row as the platform holds it. */
  stored(row: { id: string; type: string }): ApiObject | undefined;
  /** Looks for drift, in the resources of these rows only or in all. */
  findDrift(rows?: readonly { id: string }[]): Promise<Found>;
  /** Looks for drift by the command of this package. */
  search(args?: readonly string[]): Promise<DriftRun>;
  close(): Promise<void>;
}

/** Creates the stack on a platform of one flavour. */
export async function createDriftStack(kind: ProgramKind, mode: { omitEmpty: boolean }): Promise<DriftStack> {
  const platform = await startRecorded({ ...mode, projects: ["web"] });
  const resources = [...driftTable.map(driftResource), ...noiseTable.map(noiseResource)];
  const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program: kind, source: programText[kind](resources), env, typecheck: false });
  const close = async () => {
    stack.dispose();
    await platform.close();
  };
  try {
    await stack.up(["--skip-preview", "--suppress-outputs", "--suppress-progress"]);
    return {
      ...(await lookingInto(stack, resources)),
      platform,
      stack,
      search: (args) => driftCommand(stack, args),
      colleague: (row) => colleagueAt(platform, placeOf(row)),
      stored: (row) => storedAt(platform, placeOf(row)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function placeOf({ id, type }: { id: string; type: string }): string {
  const collections: Record<string, string> = {
    SpaceTemplate: "spacetemplates",
    OwnedAccessKey: "ownedaccesskeys",
    VirtualClusterImport: "namespaces/p-web/virtualclusterinstances",
  };
  return `${collections[type]}/${id}`;
}

function storedAt({ store }: RecordedPlatform, place: string) {
  const [name = "", plural = "", namespace = ""] = place.split("/").reverse();
  return store.get(plural, name, namespace);
}

async function lookingInto(stack: Stack, resources: readonly Declared[]): Promise<Pick<DriftStack, "findDrift">> {
  const { deployment } = await stack.exportState();
  const ids = new Set(resources.map(({ id }) => id));
  const urns = new Map((deployment.resources ?? []).map(({ urn }) => [nameIn(urn), urn]));
  return {
    findDrift: async (rows) => {
      const targets = (rows ?? []).flatMap(({ id }) => ["--target", urns.get(id) ?? id]);
      const args = ["refresh", "--preview-only", "--expect-no-changes", "--diff", ...targets];
      const { exitCode, stdout, stderr } = await stack.pulumi(args, { expectSuccess: false });
      const named = [...stdout.matchAll(/\[urn=([^\]]+)\]/g)].map(([, urn = ""]) => nameIn(urn));
      return { exitCode, changed: [...new Set(named)].filter((name) => ids.has(name)).sort(), output: stdout + stderr };
    },
  };
}

const nameIn = (urn: string) => urn.split("::").at(-1) ?? "";
