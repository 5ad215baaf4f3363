import { createAsColleague, deleteAsColleague, editAsColleague } from "../../../support/http";
import type { Kept } from "../../../support/pluginDriver";
import type { Fault } from "../network/relay";
import { statusAnswer } from "../network/relay";
import type { Adapter } from "./startAdapter";
import type { World } from "./world";

/** A state in which an operation waits and can be cancelled. */
export interface WaitingState {
  readonly name: string;
  readonly does: "create" | "update" | "delete";
  /** The fault of one of its requests. */
  readonly fault?: { readonly method: string; readonly fault: Fault };
  prepare?(world: World, name: string): Promise<void>;
  /** Number of requests before the wait. */
  readonly requests: number;
  /** The message to the engine when the wait starts, if any. */
  readonly tells?: string;
  readonly says: RegExp;
  /** Ends the cause of the wait. */
  release?(world: World, name: string): Promise<void>;
}

const busy: Fault = {
  answer: () => {
    const answer = statusAnswer(429, "TooManyRequests", "too many requests");
    return { ...answer, headers: { ...answer.headers, "retry-after": "30" } };
  },
};

const holdBy = (finalizers: string[]) => (world: World, name: string) =>
  editAsColleague(world.platform, `spacetemplates/${name}`, { metadata: { finalizers } });

/** Another client's object whose deletion a finalizer blocks. */
async function leaveTerminating(world: World, name: string): Promise<void> {
  const { platform } = world;
  const metadata = { name, finalizers: ["example.com/backup"] };
  await createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata, spec: {} });
  await deleteAsColleague(platform, `spacetemplates/${name}`);
}

const writes = { create: "POST", update: "PATCH", delete: "DELETE" } as const;

const faulty = (what: string, fault: Fault, tells?: string): WaitingState[] =>
  (["create", "update", "delete"] as const).map((does) => ({
    name: `${does}, ${what}`,
    does,
    fault: { method: writes[does], fault },
    requests: 1,
    says: /was canceled/,
    ...(tells && { tells }),
  }));

/** All states in which an operation waits, written by hand. */
export const waitingStates: readonly WaitingState[] = [
  ...faulty("no answer comes", { isDone: true, way: "stall" }),
  ...faulty("the answer stops inside its body", { isDone: true, way: "stallBody" }),
  ...faulty("the platform asks to wait for 30 s", busy, "Trying again in 30"),
  {
    name: "delete, a finalizer holds the object",
    does: "delete",
    prepare: holdBy(["example.com/backup"]),
    requests: 2,
    tells: "waiting for example.com/backup",
    says: /The wait for the end of .* was canceled: waiting for example\.com\/backup/,
    release: holdBy([]),
  },
  {
    name: "create, the name is still being deleted",
    does: "create",
    prepare: leaveTerminating,
    requests: 2,
    tells: "waiting for example.com/backup",
    says: /The wait for the end of .* was canceled: waiting for example\.com\/backup/,
    release: holdBy([]),
  },
];

/** Runs the operation of a state on an object of the given name. */
export async function operate({ driver }: Adapter, does: WaitingState["does"], name: string, kept: Kept | undefined) {
  const inputs = { name, displayName: does === "update" ? "two" : "one" };
  if (kept === undefined) return driver.create("SpaceTemplate", (await driver.check("SpaceTemplate", inputs)).inputs);
  if (does === "delete") return driver.delete("SpaceTemplate", kept).then(() => kept);
  return driver.update("SpaceTemplate", kept, inputs);
}

/** Prepares the wait of an operation; returns the state of its object before. */
export async function arm(
  adapter: Adapter,
  world: World,
  state: WaitingState,
  name: string,
): Promise<Kept | undefined> {
  const { does, fault, prepare } = state;
  const before = does === "create" ? undefined : await operate(adapter, "create", name, undefined);
  await prepare?.(world, name);
  const { traps, arrivals } = world.relay;
  if (fault) {
    traps.set(name, {
      fault: fault.fault,
      hits: ({ method }) => method === fault.method,
      times: Number.POSITIVE_INFINITY,
    });
  }
  arrivals.delete(name);
  return before;
}
