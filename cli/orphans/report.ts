import { visible } from "../../provider/api/visible";
import { ageInWords } from "./ageInWords";
import type { Found } from "./findOrphans";
import { oneLine } from "./oneLine";
import type { Orphan } from "./orphan";

/** What was found, as one line of JSON, in which a terminal finds nothing to obey and a parser finds the very same values. */
export function reportJson(found: Found): string {
  return `${visible(JSON.stringify(found))}\n`;
}

/** What was found, in words, with the commands to paste. */
export function reportText({ orphans, kept }: Found): string {
  if (orphans.length + kept.length === 0) return "No object of these stacks is missing in their states.\n";
  const sections = [
    ...(orphans.length > 0 ? [`In no given state: ${counted(orphans)}.`, ...orphans.map(paragraph)] : []),
    ...(kept.length > 0 ? [`${keptWords}: ${counted(kept)}.`, ...kept.map(paragraph)] : []),
  ];
  return `${sections.join("\n\n")}\n`;
}

const keptWords = "Disabled and in no given state, as replacedKey: disable keeps old keys; they grant no access";

const counted = ({ length }: readonly Orphan[]): string => (length === 1 ? "1 object" : `${length} objects`);

function paragraph(orphan: Orphan): string {
  const { kind, name, importCommand, deleteCommand, deleteByUidCommand } = orphan;
  return [
    `${kind} "${name}"`,
    `  ${originOf(orphan)}`,
    `  keep it:    ${importCommand ?? "the stack has dynamic resources only, which cannot be imported"}`,
    `  delete it:  ${deleteCommand}`,
    `  by its uid: ${deleteByUidCommand}`,
  ]
    .map(oneLine)
    .join("\n");
}

/** Who made an object, when, who has written it and whom it acts for. */
export function originOf({ project, stack, creationTimestamp, deletionTimestamp, managers, actsFor }: Orphan): string {
  return [
    `made by the stack ${project}/${stack}`,
    ageInWords(creationTimestamp, new Date()) + (creationTimestamp ? ` (${creationTimestamp})` : ""),
    ...(managers.length > 0 ? [`written by ${managers.join(", ")}`] : []),
    ...(actsFor ? [`acts for ${actsFor}`] : []),
    ...(deletionTimestamp ? [`being deleted since ${deletionTimestamp}`] : []),
  ].join(", ");
}
