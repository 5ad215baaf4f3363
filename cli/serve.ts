import { startPlatform } from "../emulator/platform";
import { defaultOptions, type PlatformOptions } from "../emulator/platformOptions";
import type { Command, CommandOptions, CommandValues } from "./command";
import { certificateOf } from "./serve/certificateOf";
import { platformOptions } from "./serve/platformOptions";
import { readyJson, readyText } from "./serve/ready";
import { openRequestLog } from "./serve/requestLogFile";
import { textValue } from "./values";

const options: CommandOptions = {
  host: { type: "string", value: "address", help: `Address to listen on (${defaultOptions.host})` },
  port: { type: "string", value: "number", help: `Port to listen on; 0 is a free one (${defaultOptions.port})` },
  "access-key": { type: "string", value: "key", help: "Key that opens everything (a random one)" },
  vendor: { type: "string", value: "domain", help: `Domain in the API group (${defaultOptions.vendor})` },
  project: {
    type: "string",
    multiple: true,
    value: "name",
    help: `Project that exists from the start; may be repeated (${defaultOptions.projects.join()})`,
  },
  data: { type: "string", value: "file", help: "Keep everything in this file, over restarts and crashes" },
  seed: { type: "string", value: "objects.yaml", help: "Objects that exist from the start; may hold many documents" },
  "tls-cert": { type: "string", value: "file", help: "Serve HTTPS with this certificate (PEM); needs --tls-key" },
  "tls-key": { type: "string", value: "file", help: "The private key of the certificate (PEM)" },
  "tls-self-signed": { type: "boolean", help: "Serve HTTPS with a new certificate; its CA is written to a file" },
  latency: { type: "string", value: "ms", help: "Milliseconds that every request waits (0)" },
  "hide-keys": { type: "boolean", help: "Show the value of a key only when it is created" },
  "omit-empty": {
    type: "boolean",
    help: "Play a server of Go types, which drops false, empty and zero fields and words errors otherwise",
  },
  anonymous: { type: "boolean", help: "Let requests without a key in as a user who may do nothing: 403, not 401" },
  "request-log": { type: "string", value: "file", help: "Append one JSON line for each request, without bodies" },
  json: { type: "boolean", help: "Print baseUrl, accessKey, caFile and faultsUrl as one line of JSON when ready" },
};

/** `pulumi-platform serve`: runs the embedded platform until it is interrupted. */
export const serve: Command = {
  name: "serve",
  summary: "Run an embedded Management API to try things out against",
  options,
  exitCodes: {
    0: "interrupted (SIGINT, SIGTERM, SIGHUP), and everything is written",
    1: "could not start, or went wrong",
  },
  run: async (values) => {
    const asked = platformOptions(values);
    const log = openRequestLog(textValue(values, "request-log"));
    try {
      await serveUntilInterrupted(values, { ...asked, ...(log && { onRequest: log.add }) });
    } finally {
      await log?.close();
    }
    return 0;
  },
};

async function serveUntilInterrupted(values: CommandValues, asked: PlatformOptions): Promise<void> {
  const stop = interruption();
  const { tls, caFile, remove } = await certificateOf(values, asked.host);
  try {
    const platform = await startPlatform({ ...asked, ...(tls && { tls }) });
    const ready = { ...platform, caFile, vendor: asked.vendor, dataFile: asked.dataFile };
    process.stdout.write(values.json === true ? readyJson(ready) : readyText(ready));
    await stop;
    await platform.close();
  } finally {
    remove();
  }
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    // Heard to the end: npx passes on what a terminal has sent already, and the second one must not cut the end off.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}
