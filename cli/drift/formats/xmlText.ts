import { escapeText } from "../../../provider/api/output/escape";

/** Text that XML 1.0 can hold: a character that it cannot, or that a terminal obeys, is written as an escape. */
export function xmlText(text: string): string {
  return escapeText(text)
    .replace(/[\p{Cs}\ufffe\uffff]/gu, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(attachments, " [");
}

// CI servers attach the file that [[ATTACHMENT|path]] in a report names.
const attachments = /(?<=\[)\[/g;
