import { npmName } from "../../provider/packageNames.js";

/** By default `error` and `warning` fail a run, `note` does not. */
export type Level = "error" | "warning" | "note";

interface FindingKind {
  /** Heading. */
  readonly title: string;
  readonly description: string;
  readonly remedy: string;
  readonly level: Level;
  /** A resource of the stack, another object, or something unreadable. */
  readonly about: "resource" | "object" | "gap";
  /** Whether `pulumi up --refresh` reverts it; `declared`: only if the expected value is known. */
  readonly revertedByUp: boolean | "declared";
}

const upReverts = "Run pulumi up --refresh to set it back, or change the program to match.";

/** All kinds of findings. */
export const findingKinds = {
  changed: {
    title: "Changed field",
    description: "A field that the program declares has another value on the platform.",
    remedy: upReverts,
    level: "error",
    about: "resource",
    revertedByUp: true,
  },
  deleted: {
    title: "Deleted object",
    description: "The object is not on the platform any more.",
    remedy: "Run pulumi up --refresh to create it again, or take it out of the program.",
    level: "error",
    about: "resource",
    revertedByUp: true,
  },
  recreated: {
    title: "Recreated object",
    description: "Somebody deleted the object and created another one of its name.",
    remedy: "Run pulumi up --refresh to take the new object over.",
    level: "error",
    about: "resource",
    revertedByUp: true,
  },
  terminating: {
    title: "Terminating object",
    description: "The object is being deleted, and finalizers hold it.",
    remedy: "Wait until it is gone or see why its finalizers stay, then run pulumi up --refresh.",
    level: "error",
    about: "resource",
    revertedByUp: false,
  },
  rotated: {
    title: "Rotated key",
    description: "Somebody gave the access key another value, so whoever holds the recorded one is locked out.",
    remedy: "Run pulumi up --refresh to hand the new value to its consumers, or rotate the key with rotationTriggers.",
    level: "error",
    about: "resource",
    revertedByUp: true,
  },
  disabled: {
    title: "Disabled key",
    description: "Somebody disabled the access key, or enabled it again.",
    remedy: "Find out why. Then declare `disabled`, or rotate the key with rotationTriggers.",
    level: "error",
    about: "resource",
    revertedByUp: "declared",
  },
  expired: {
    title: "Expired key",
    description: "The access key grants no access any more.",
    remedy: "Rotate it with rotationTriggers, or set rotateBeforeExpiry.",
    level: "error",
    about: "resource",
    revertedByUp: false,
  },
  expiring: {
    title: "Expiring key",
    description: "The access key expires within the time that --expiring-within asks for.",
    remedy: "Rotate it with rotationTriggers, or set rotateBeforeExpiry and run pulumi up in time.",
    level: "warning",
    about: "resource",
    revertedByUp: false,
  },
  due: {
    title: "Due rotation",
    description:
      "The access key is so near its end, or so old, that the program has it replaced (rotateBeforeExpiry, rotateEvery).",
    remedy: "Run pulumi up.",
    level: "warning",
    about: "resource",
    revertedByUp: true,
  },
  unfinished: {
    title: "Unfinished resource",
    description: "The last pulumi up did not finish the resource.",
    remedy: "Run pulumi up: it goes on where it stopped.",
    level: "error",
    about: "resource",
    revertedByUp: true,
  },
  orphan: {
    title: "Orphan",
    description: "An object has the owner label of the stack, and the stack's state does not hold it.",
    remedy:
      "See whether another stack holds it, after pulumi stack rename or pulumi state move, or one of the same project and name in another organization or backend: then leave it. If none does, " +
      `import it or delete it: ${npmName} orphans prints the commands.`,
    level: "error",
    about: "object",
    revertedByUp: false,
  },
  retired: {
    title: "Retired key",
    description: "A replaced access key is kept until its end, as replacedKey asks for.",
    remedy: "Nothing is to be done: it is deleted later.",
    level: "note",
    about: "object",
    revertedByUp: false,
  },
  unknown: {
    title: "Unknown",
    description: "It could not be read, so nothing can be said about it.",
    remedy: "Mend what the message names and run this again.",
    level: "error",
    about: "gap",
    revertedByUp: false,
  },
} as const satisfies Record<string, FindingKind>;

/** Name of a kind of finding. */
export type FindingKindName = keyof typeof findingKinds;

/** The names in the order of a report. */
export const findingKindNames = Object.keys(findingKinds) as [FindingKindName, ...FindingKindName[]];
