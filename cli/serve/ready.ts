import { shellWord } from "../../provider/objects/messages/shellCommands";
import { envName } from "../../provider/settingNames.js";

/** Connection data of a running platform. */
interface Ready {
  baseUrl: string;
  accessKey: string;
  caFile: string | null;
  faultsUrl: string;
  vendor: string | undefined;
  dataFile: string | undefined;
}

/** Connection data as JSON. */
export const readyJson = ({ baseUrl, accessKey, caFile, faultsUrl }: Ready) => ({
  baseUrl,
  accessKey,
  caFile,
  faultsUrl,
});

/** Connection data as text, with commands to paste. */
export function readyText({ baseUrl, accessKey, caFile, faultsUrl, vendor, dataFile }: Ready): string {
  const settings = Object.entries({ baseUrl, accessKey, vendor, certificateAuthority: caFile });
  return [
    `The embedded platform listens on ${baseUrl}`,
    "",
    "To use it, paste this into your shell:",
    "",
    ...settings.flatMap(([name, value]) => (value ? `  export ${envName(name)}=${shellWord(value)}` : [])),
    "",
    ...(caFile === null ? [] : [`Its CA is in ${caFile} until it stops.`]),
    `Inject faults at ${faultsUrl}`,
    `Everything is kept in ${dataFile ?? "memory"}. Press Ctrl-C to stop.`,
    "",
  ].join("\n");
}
