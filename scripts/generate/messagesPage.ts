// The page of the provider's messages.
import { catalog } from "../../provider/messages/catalog.js";
import { cell, code, header, table } from "./markdown.js";

export function messagesPage() {
  const sections = catalog.map(({ title, intro, messages }) => {
    const rows = Object.values(messages).map(({ text, cause, remedy }) => [
      cell(code(withGaps(text))),
      cell(cause),
      cell(withGaps(remedy ?? "")),
    ]);
    return [`## ${title}\n`, ...(intro ? [`${intro}\n`] : []), table(["message", "cause", "what to do"], rows)];
  });
  return [
    `${header}# Messages\n`,
    "What the provider can say, why, and what to do. Search this page for a part of the message; `…` stands for what differs.",
    "[Troubleshooting](../troubleshooting.md) has the messages of the command line and of Pulumi.\n",
    ...sections.flat(),
  ].join("\n");
}

const withGaps = (text: string) => text.replace(/\{\w+\}\.?/g, "…");
