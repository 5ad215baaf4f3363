import { hasPassed } from "../../provider/cliFacade";
import { envName, settingKey } from "../../provider/settingNames.js";
import { counted, oneLine } from "../words";
import type { Found, Unsearched } from "./findOrphans";
import type { Orphan } from "./orphan";
import type { HeldObject } from "./states";

/** The report as text, with commands to paste. */
export function reportText({ platforms, orphans, kept, held, unseen }: Found): string {
  const sections = [
    ...(orphans.length + kept.length === 0 ? [oneLine(`No orphans found on ${platforms.join(", ")}.`)] : []),
    ...(orphans.length > 0
      ? [
          `Orphans, which no given state has: ${counted(orphans.length, "object")}.\n${question}`,
          ...orphans.map(paragraph),
        ]
      : []),
    ...(kept.length > 0 ? [`${keptWords}: ${counted(kept.length, "object")}.`, ...kept.map(paragraph)] : []),
    ...(held.length > 0
      ? [`In the state of another stack, so no orphan: ${counted(held.length, "object")}.`, heldLines(held)]
      : []),
    ...unseen.map(oneLine),
  ];
  return `${sections.join("\n\n")}\n`;
}

// Before the commands, since an object keeps the label of a stack that no longer has it.
const question =
  "Does another stack hold any of them, after pulumi stack rename or pulumi state move, or one of the same project and name in another " +
  "organization or backend? Then run no command for it, and give that stack's state, too: --state. pulumi up of that stack with --refresh " +
  `corrects the owner label. For equal names, set ${settingKey("ownerId")} in both stacks first. ` +
  "kubectl delete also deletes an object that has the name by then; the other command does not. " +
  `That one sends ${envName("accessKey")}: set it to a key of the object's platform.`;

const heldLines = (held: readonly HeldObject[]): string => held.map(heldWords).map(oneLine).join("\n");

/** Which stack holds an object with the label of another one. */
export const heldWords = ({ kind, name, platform, project, stack, heldBy }: HeldObject): string =>
  `${kind} "${name}" on ${platform} has the owner label of ${project}/${stack}, and the state of the stack ${heldBy} holds it`;

/** Which platform could not be searched, and why. */
export const unsearchedWords = ({ platform, provider, reason }: Unsearched): string =>
  oneLine(`${platform ?? "A platform"}${provider ? ` of ${provider}` : ""} was not searched: ${reason}`);

const keptWords = "Replaced keys that no given state has; replacedKey: expire leaves such keys until their end";

const titleOf = ({ kind, name, platform }: Orphan): string => `${kind} "${name}" on ${platform}`;

function paragraph(orphan: Orphan): string {
  const { importCommand, deleteCommand, deleteByUidCommand } = orphan;
  return [
    titleOf(orphan),
    `  ${originOf(orphan)}`,
    `  keep it:    ${importCommand ?? "the stack has dynamic resources only, which cannot be imported"}`,
    `  delete it:  ${deleteByUidCommand}`,
    `  by name:    ${deleteCommand}`,
  ]
    .map(oneLine)
    .join("\n");
}

/** Stack, age, field managers and user of an object, and whether a key grants access. */
export function originOf(orphan: Orphan): string {
  const { kind, project, stack, creationTimestamp, deletionTimestamp, managers, actsFor } = orphan;
  return [
    `made by the stack ${project}/${stack}`,
    ageInWords(creationTimestamp, new Date()) + (creationTimestamp ? ` (${creationTimestamp})` : ""),
    ...(managers.length > 0 ? [`written by ${managers.join(", ")}`] : []),
    ...(actsFor ? [`acts for ${actsFor}`] : []),
    ...(kind === "OwnedAccessKey" ? [accessOf(orphan)] : []),
    ...(orphan.replaced ? [orphan.lastActivity ? `last used at ${orphan.lastActivity}` : "not used"] : []),
    ...(deletionTimestamp ? [`being deleted since ${deletionTimestamp}`] : []),
  ].join(", ");
}

function accessOf({ disabled, expiresAt }: Orphan): string {
  if (disabled) return "disabled";
  if (expiresAt === null) return "grants access without an end";
  return hasPassed(expiresAt, new Date()) ? `expired at ${expiresAt}` : `grants access until ${expiresAt}`;
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Age in its largest unit: `3 days ago`. */
function ageInWords(timestamp: string | null, now: Date): string {
  const time = Date.parse(timestamp ?? "");
  if (Number.isNaN(time)) return "unknown age";
  const seconds = Math.max(0, Math.floor((now.getTime() - time) / 1000));
  const [word, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? "" : "s"} ago`;
}
