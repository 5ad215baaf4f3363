import { createWriteStream, openSync } from "node:fs";
import { maxDelayMs } from "../../emulator/faults/fault";
import type { RequestLogEntry } from "../../emulator/http/server";
import type { Api } from "../../emulator/kinds/kinds";
import { defaultApi, defaultOptions, type PlatformOptions } from "../../emulator/options";
import { startPlatform } from "../../emulator/platform";
import { providerConfig, shellWord } from "../../provider/cliFacade";
import { envName } from "../../provider/settingNames.js";
import { thisMachine } from "../doctor/machine";
import { configurationOf } from "../doctor/stack";
import { jsonOption, type StackValues, stackOptions } from "../options";
import { accessFile, isStdout, refuseSamePlace, secretMode, writeOutput, writeReport } from "../output";
import { type CliCommand, oneOf, option, repeated, UsageError, wholeNumber } from "../program";
import { certificateOf, type TlsValues, tlsOptions } from "./certificate";

/** Validates a value as the provider does. */
const setting = (field: "accessKey" | "vendor") => (text: string, name: string) => {
  const read = providerConfig.shape[field].safeParse(text);
  if (read.success) return read.data;
  throw new UsageError(`${name} cannot be used: it ${read.error.issues[0]?.message}`);
};

const options = [
  option("--host <address>", `Address to listen on (${defaultOptions.host})`),
  option("--port <number>", `Port to listen on; 0 is a free one (${defaultOptions.port})`, wholeNumber(65_535)),
  option(
    "--api <number>",
    `The API: 3, the specification, or 4, vCluster Platform from version 4 on, with a connected cluster (${defaultApi})`,
    (text, name) => (oneOf(["3", "4"])(text, name) === "4" ? 4 : 3),
  ),
  option("--access-key <key>", "Key that opens everything (a random one)", setting("accessKey")),
  option(
    "--vendor <domain>",
    `Domain in the API group (the stack's where --stack or --cwd is given, ${defaultOptions.vendor})`,
    setting("vendor"),
  ),
  option(
    "--project <name>",
    `Project that exists from the start; may be repeated (${defaultOptions.projects.join()})`,
    repeated(),
  ),
  option("--data <file>", "Keep everything in this file, over restarts and crashes"),
  option(
    "--seed <objects.yaml>",
    "Objects that exist from the start; may hold many documents. With --api 4 the word demo stands for a small platform",
  ),
  ...tlsOptions,
  option("--latency <ms>", "Milliseconds that every request waits (0)", wholeNumber(maxDelayMs)),
  option("--hide-keys", "Show the value of a key only when it is created"),
  option(
    "--omit-empty",
    "Play a server of Go types, which drops false, empty and zero fields and words errors otherwise",
  ),
  option("--anonymous", "Let requests without a key in as a user who may do nothing: 403, not 401"),
  option("--request-log <file>", "Append one JSON line for each request, without bodies"),
  ...stackOptions,
  jsonOption("baseUrl, accessKey, caFile and faultsUrl"),
];

interface ServeValues extends StackValues, TlsValues {
  readonly host?: string;
  readonly port?: number;
  readonly api?: Api;
  readonly accessKey?: string;
  readonly vendor?: string;
  readonly project?: string[];
  readonly data?: string;
  readonly seed?: string;
  readonly latency?: number;
  readonly hideKeys?: boolean;
  readonly omitEmpty?: boolean;
  readonly anonymous?: boolean;
  readonly requestLog?: string;
  readonly json?: string;
}

/** The command `serve`: runs the embedded platform until it is interrupted. */
export const serve: CliCommand<ServeValues> = {
  name: "serve",
  summary: "Run an embedded Management API to try things out against",
  options,
  exitCodes: {
    0: "interrupted (SIGINT, SIGTERM, SIGHUP), and everything is written",
    1: "could not start, or went wrong",
  },
  run: async (values) => {
    refuseSamePlace([values.json, values.data, values.seed, values.requestLog], [values.tlsCert, values.tlsKey]);
    const given = await platformOptions(values);
    const log = values.requestLog === undefined ? undefined : openRequestLog(values.requestLog);
    try {
      await serveUntilInterrupted(values, { ...given, ...(log && { onRequest: log.add }) });
    } finally {
      await log?.close();
    }
    return 0;
  },
};

async function platformOptions(values: ServeValues): Promise<PlatformOptions> {
  const { host, port, api, accessKey, hideKeys, omitEmpty } = values;
  const others = { latencyMs: values.latency, projects: values.project, allowsAnonymous: values.anonymous };
  const isDemo = values.seed === "demo";
  if (isDemo && api !== 4) throw new UsageError("--seed demo needs --api 4. For a file of this name write ./demo.");
  const seed = isDemo ? { demo: true } : { seedFile: values.seed };
  const files = { dataFile: values.data, ...seed };
  const given = {
    host,
    port,
    api,
    accessKey,
    hideKeys,
    omitEmpty,
    vendor: await vendorFor(values),
    ...others,
    ...files,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The selected stack is not read, since nothing else here needs Pulumi. */
async function vendorFor({ vendor, stack, cwd }: ServeValues): Promise<string | undefined> {
  if (vendor !== undefined || (stack ?? cwd) === undefined) return vendor;
  const found = (await configurationOf(stack, thisMachine(cwd ?? process.cwd())))?.given.vendor;
  return found === undefined ? undefined : setting("vendor")(String(found), "vendor of the stack");
}

async function serveUntilInterrupted(values: ServeValues, given: PlatformOptions): Promise<void> {
  const { json } = values;
  const stop = interruption();
  const { tls, caFile, remove } = await certificateOf(values, given.host);
  // Empties the file of an earlier run, for which someone may wait; it will contain a key.
  const secretly = { what: "file of --json", mode: secretMode };
  try {
    if (json !== undefined && !isStdout(json)) writeOutput("", json, secretly);
    const platform = await startPlatform({ ...given, ...(tls && { tls }) });
    const { baseUrl, accessKey, faultsUrl } = platform;
    const ready = { baseUrl, accessKey, caFile, faultsUrl };
    writeReport(
      json,
      () => readyText(ready, given),
      () => ready,
    );
    await stop;
    await platform.close();
  } finally {
    remove();
  }
}

/** Connection data of a running platform. */
interface Ready {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly caFile: string | null;
  readonly faultsUrl: string;
}

/** Connection data as text, with commands to paste. */
function readyText({ baseUrl, accessKey, caFile, faultsUrl }: Ready, { vendor, dataFile }: PlatformOptions): string {
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

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    // The listeners stay: npx repeats the terminal's signal, which must not interrupt the shutdown.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

/** A file with one JSON line for each request. */
function openRequestLog(file: string) {
  const fd = accessFile("write", "request log", file, () => openSync(file, "a", 0o600));
  const stream = createWriteStream(file, { fd });
  stream.on("error", ({ message }) => console.error(`The request log is not written any further: ${message}`));
  return {
    // Bodies can contain keys.
    add: ({ body, ...entry }: RequestLogEntry) => {
      if (stream.writable) stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: () => new Promise<void>((resolve) => (stream.closed ? resolve() : stream.once("close", resolve).end())),
  };
}
