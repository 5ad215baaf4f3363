import { envName } from "../../provider/identity.js";

/** Connection data of a running platform. */
interface Ready {
  baseUrl: string;
  accessKey: string;
  caFile: string | null;
  faultsUrl: string;
  vendor: string | undefined;
  dataFile: string | undefined;
}

const plainWord = /^[\w@%+=:,./-]+$/;

/** Connection data as JSON. */
export const readyJson = ({ baseUrl, accessKey, caFile, faultsUrl }: Ready) => ({
  baseUrl,
  accessKey,
  caFile,
  faultsUrl,
});

/** Connection data as text, with commands to paste. */
export function readyText({ baseUrl, accessKey, caFile, faultsUrl, vendor, dataFile }: Ready): string {
  const exports = {
    [envName("baseUrl")]: quoted(baseUrl),
    [envName("accessKey")]: quoted(accessKey),
    ...(vendor !== undefined && { [envName("vendor")]: quoted(vendor) }),
    ...(caFile !== null && { [envName("certificateAuthority")]: quoted(caFile) }),
  };
  return [
    `The embedded platform listens on ${baseUrl}`,
    "",
    "To use it, paste this into your shell:",
    "",
    ...Object.entries(exports).map(([name, value]) => `  export ${name}=${value}`),
    "",
    ...(caFile === null ? [] : [`Its CA is in ${caFile} until it stops.`]),
    `Inject faults at ${faultsUrl}`,
    `Everything is kept in ${dataFile ?? "memory"}. Press Ctrl-C to stop.`,
    "",
  ].join("\n");
}

function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
