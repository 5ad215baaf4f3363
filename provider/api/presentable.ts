import { mask, redact } from "./redact.js";
import { visible } from "./visible.js";

// An answer may be 32 MiB, and masking all of it would keep everybody waiting.
const longestMasked = 256 * 1024;

// More than a part of a secret that is looked for at once takes in its longest spelling.
const unsure = 16 * 1024;

// Much more than any one message needs, and little enough for a terminal.
const longestText = 32 * 1024;

/** Words of others as a message may hold them: masked, of bounded length, with nothing in them that a terminal would obey. */
export function presentable(text: string, secrets: readonly string[], longest = longestText): string {
  const masked = visible(maskedStart(text, secrets));
  const left = Math.max(0, text.length - longestMasked) + Math.max(0, masked.length - longest);
  // Cut after masking, or half a secret could stay.
  return left > 0 ? `${start(masked, longest)}… (${left} more characters)` : masked;
}

/** The first characters, and no half of one: such a text cannot be sent. */
const start = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}/u, "");

function maskedStart(text: string, secrets: readonly string[]): string {
  if (text.length <= longestMasked) return redact(text, secrets);
  const masked = redact(text.slice(0, longestMasked), secrets);
  return masked.slice(0, sureEnd(masked));
}

/** How much of a masked text that was cut before can hold no half of a secret. */
function sureEnd(masked: string): number {
  // So little is left only of large secrets, and what stands before the first one is far from the cut.
  if (masked.length <= unsure) return masked.indexOf(mask) + mask.length;
  return Math.min(masked.length - unsure, startOfLastRun(masked));
}

/** Where a run of base64 or hex at the end begins: it may be half of an encoded secret of any length. */
function startOfLastRun(text: string): number {
  let start = text.length;
  while (/[\w+/=.-]/.test(text.charAt(start - 1))) start--;
  return start;
}
