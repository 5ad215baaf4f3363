import { createWriteStream, openSync, type WriteStream } from "node:fs";
import { type RunningPlatform, startPlatform } from "../emulator/platform";
import type { PlatformOptions } from "../emulator/platformOptions";
import type { RequestLogEntry } from "../emulator/requestLog";
import { type Command, type CommandOptions, type CommandValues, UsageError } from "./command";

const options: CommandOptions = {
  host: { type: "string", value: "address", help: "Address to listen on (127.0.0.1)" },
  port: { type: "string", value: "number", help: "Port to listen on (a free one)" },
  "access-key": { type: "string", value: "key", help: "Key that opens everything (a random one)" },
  vendor: { type: "string", value: "domain", help: "Domain in the API group (loft.sh)" },
  project: {
    type: "string",
    multiple: true,
    value: "name",
    help: "Project that exists from the start; may be repeated (default)",
  },
  latency: { type: "string", value: "ms", help: "Milliseconds that every request waits (0)" },
  "hide-keys": { type: "boolean", help: "Show the value of a key only when it is created" },
  "omit-empty": { type: "boolean", help: "Play a server that drops false, empty and zero fields" },
  "request-log": { type: "string", value: "file", help: "Append one JSON line for each request, without bodies" },
  json: { type: "boolean", help: "Print baseUrl and accessKey as one line of JSON when ready" },
};

/** `pulumi-platform serve`: runs the embedded platform until it is interrupted. */
export const serve: Command = {
  name: "serve",
  summary: "Run an embedded Management API to try things out against; it keeps everything in memory",
  options,
  run: async (values) => {
    const log = openLog(text(values, "request-log"));
    const platform = await startPlatform({ ...platformOptions(values), ...(log && { onRequest: logTo(log) }) });
    process.stdout.write(values.json === true ? readyJson(platform) : readyText(platform));
    await interrupted();
    await platform.close();
    await closeLog(log);
    return 0;
  },
};

function platformOptions(values: CommandValues): PlatformOptions {
  const host = text(values, "host");
  const port = wholeNumber(values, "port", 65_535);
  const accessKey = text(values, "access-key");
  const vendor = text(values, "vendor");
  const latencyMs = wholeNumber(values, "latency", 600_000);
  const projects = Array.isArray(values.project) ? values.project.map(String) : undefined;
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(accessKey !== undefined && { accessKey }),
    ...(vendor !== undefined && { vendor }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(projects !== undefined && { projects }),
    hideKeys: values["hide-keys"] === true,
    omitEmpty: values["omit-empty"] === true,
  };
}

function text(values: CommandValues, name: string): string | undefined {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} must not be empty`);
  return typeof value === "string" ? value : undefined;
}

function wholeNumber(values: CommandValues, name: string, max: number): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > max) {
    throw new UsageError(`--${name} must be a whole number from 0 to ${max}, not "${value}"`);
  }
  return Number(value);
}

function readyJson({ baseUrl, accessKey }: RunningPlatform): string {
  return `${JSON.stringify({ baseUrl, accessKey })}\n`;
}

function readyText({ baseUrl, accessKey }: RunningPlatform): string {
  return [
    `The embedded platform listens on ${baseUrl}`,
    "",
    "To use it, paste this into your shell:",
    "",
    `  export PLATFORM_BASE_URL=${baseUrl}`,
    `  export PLATFORM_ACCESS_KEY=${accessKey}`,
    "",
    "Everything is kept in memory. Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

function openLog(file: string | undefined): WriteStream | undefined {
  return file === undefined ? undefined : createWriteStream(file, { fd: openSync(file, "a", 0o600) });
}

// Bodies can hold keys, so they never reach the file.
function logTo(log: WriteStream): (entry: RequestLogEntry) => void {
  return ({ body, ...entry }) => {
    log.write(`${JSON.stringify(entry)}\n`);
  };
}

function closeLog(log: WriteStream | undefined): Promise<void> {
  return new Promise((resolve) => (log === undefined ? resolve() : log.end(resolve)));
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
