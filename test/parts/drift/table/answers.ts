import type { Colleague, LiveObject } from "./colleague";
import type { Happening } from "./driftRow";

type Action = Parameters<Colleague["platform"]["faults"]["add"]>[0]["action"];

/** The next read of the object meets a fault; the one after is answered. */
export const firstRead =
  (action: Action): Happening =>
  async ({ platform, name }) => {
    platform.faults.add({ method: "GET", name, times: 1, action });
  };

/** The object reads like this from now on, whatever is stored. */
export const reads =
  (change: (live: LiveObject) => object, headers: Record<string, string> = {}): Happening =>
  async ({ platform, name, live }) => {
    const body = JSON.stringify(change(await live()));
    const action = { status: 200, headers: { "content-type": "application/json", ...headers }, body };
    platform.faults.add({ method: "GET", name, action });
  };
