import { keyMessages } from "./accessKeys.js";
import { connectionMessages, requestMessages } from "./connection.js";
import { inputMessages } from "./inputs.js";
import { responseMessages } from "./invalidResponses.js";
import type { Message } from "./message.js";
import { previewMessages, protocolMessages } from "./pulumi.js";
import { changeMessages, readMessages } from "./reads.js";
import { settingMessages } from "./settings.js";
import { checkAddress, refusalMessages, statusMessages } from "./statuses.js";
import { virtualClusterMessages } from "./virtualClusters.js";
import { createMessages, deleteMessages, updateMessages } from "./writes.js";

/** Messages of one subject, as the reference page shows them. */
export interface Section {
  readonly title: string;
  /** Markdown before the table. */
  readonly intro?: string;
  readonly messages: Readonly<Record<string, Message>>;
}

/** Every message of the provider. */
export const catalog: readonly Section[] = [
  { title: "Settings", messages: settingMessages },
  {
    title: "Connections",
    intro:
      "Nothing counts as gone after such a failure, and the state stays as it was. Failures that may pass were repeated already. See also [certificates and proxies](../network.md#errors).",
    messages: connectionMessages,
  },
  { title: "Requests", messages: requestMessages },
  { title: "Statuses of responses", messages: { ...refusalMessages, ...statusMessages } },
  {
    title: "Invalid responses",
    intro: `${checkAddress} The state stays as it was.`,
    messages: responseMessages,
  },
  {
    title: "Inputs",
    intro: "A preview finds these, before anything is sent. Most follow the name of the property.",
    messages: inputMessages,
  },
  { title: "Previews", messages: previewMessages },
  { title: "Create", messages: createMessages },
  { title: "Update", messages: updateMessages },
  { title: "Delete", messages: deleteMessages },
  { title: "Refresh, import and lookups", messages: readMessages },
  { title: "Changes by others, in the output `externalChange`", messages: changeMessages },
  { title: "Access keys", messages: keyMessages },
  { title: "Virtual clusters", messages: virtualClusterMessages },
  { title: "The protocol of Pulumi", messages: protocolMessages },
];
