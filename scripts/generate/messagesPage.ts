// The page of the provider's messages.
import { catalog } from "../../provider/messages/catalog.js";
import type { Message } from "../../provider/messages/message.js";
import { cell, code, header, table } from "./markdown.js";

export function messagesPage() {
  const sections = catalog.map(({ title, intro, messages }) => [
    `## ${title}\n`,
    ...(intro ? [`${intro}\n`] : []),
    table(["message", "cause"], causesOf(Object.values(messages))),
  ]);
  return [
    `${header}# Messages\n`,
    "What the provider can say, and why. The message itself says what to do. Search this page for a part of it; `…` stands for what differs.",
    "[Troubleshooting](../troubleshooting.md) has the messages of the command line and of Pulumi.\n",
    ...sections.flat(),
  ].join("\n");
}

/** Causes that explain no message by themselves. */
const omitted = new Set([
  "Part of the message above.",
  "Part of the message below.",
  "What a wait is for.",
  "The value breaks a rule of Kubernetes for this field.",
  "The value has another type. See the [reference](README.md).",
]);

/** One row for each cause, with the first sentence of each message. */
function causesOf(messages: readonly Message[]) {
  const causes = new Map<string, string[]>();
  for (const { text, cause } of messages)
    causes.set(cause, [...(causes.get(cause) ?? []), firstSentence(withGaps(text))]);
  const shown = [...causes].filter(([cause]) => !omitted.has(cause));
  return shown.map(([cause, texts]) => [[...new Set(texts)].map((text) => cell(code(text))).join("<br>"), cell(cause)]);
}

const withGaps = (text: string) => text.replace(/\{\w+\}\.?/g, "…");

const firstSentence = (text: string) => /^.{25,}?[.:](?= )/.exec(text)?.[0] ?? text;
