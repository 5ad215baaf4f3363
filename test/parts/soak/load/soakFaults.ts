import type { Fault, FaultAction } from "../../../../emulator/faults/fault";

const bigText = "a big body ".repeat(100_000);
const bigObject = { kind: "Status", message: bigText, details: { causes: [{ message: bigText }] } };

const actions: readonly FaultAction[] = [
  "conflict",
  "html",
  "reset-before",
  "reset-after",
  "truncate",
  { status: 401 },
  { status: 403 },
  { status: 404 },
  { status: 409 },
  { status: 410 },
  { status: 422, body: bigObject },
  { status: 429, retryAfter: 1 },
  // Beyond what any operation here has left.
  { status: 429, retryAfter: 120 },
  { status: 500, body: bigText },
  { status: 502, body: bigText },
  { status: 503 },
  { status: 504 },
  { status: 307, headers: { location: "https://elsewhere.example/" } },
  // Answers that stall: the operation's time is over before.
  { delayMs: 5000 },
  { delayMs: 5000 },
];

const methods = ["GET", "POST", "PATCH", "DELETE"] as const;
const pick = <T>(all: readonly T[], random: () => number) => all[Math.floor(random() * all.length)] as T;

/** One thing that goes wrong: mostly with requests about an object of this name, at times with a list, which names none. */
export function anyFault(name: string, random: () => number): Fault {
  const action = pick(actions, random);
  const isAnyWrite = action === "conflict";
  if (!isAnyWrite && random() < 0.2) return { verb: "list", action };
  const times = 1 + Math.floor(random() * 2);
  return { name, times, action, ...(!isAnyWrite && { method: pick(methods, random) }) };
}
