import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { maxDelayMs } from "../../emulator/faults/fault";
import { selfSigned } from "../../emulator/http/certificate";
import { isWildcard } from "../../emulator/http/listen";
import type { Api } from "../../emulator/kinds/kinds";
import { defaultApi, defaultOptions, type PlatformOptions } from "../../emulator/options";
import { startPlatform } from "../../emulator/platform";
import { omitBy, providerConfig, shellWord } from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { envName } from "../../provider/settingNames.js";
import { thisMachine } from "../doctor/machine";
import { configurationOf } from "../doctor/stack";
import { jsonOption, type StackValues, stackOptions } from "../options";
import { isStdout, refuseSamePlace, secretMode, writeOutput, writeReport } from "../output";
import { type CliCommand, oneOf, option, repeated, UsageError, wholeNumber } from "../program";

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
  option("--tls-self-signed", "Serve HTTPS with a new certificate; its CA is written to a file"),
  option("--latency <ms>", "Milliseconds that every request waits (0)", wholeNumber(maxDelayMs)),
  option("--hide-keys", "Show the value of a key only when it is created"),
  option(
    "--omit-empty",
    "Play a server of Go types, which drops false, empty and zero fields and words errors otherwise",
  ),
  ...stackOptions,
  jsonOption("baseUrl, accessKey, caFile and faultsUrl"),
];

interface ServeValues extends StackValues {
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
  readonly tlsSelfSigned?: boolean;
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
    refuseSamePlace([values.json, values.data, values.seed]);
    await serveUntilInterrupted(values, await platformOptions(values));
    return 0;
  },
};

async function platformOptions(values: ServeValues): Promise<PlatformOptions> {
  const { host, port, api, accessKey, hideKeys, omitEmpty, latency, project, data, seed } = values;
  const isDemo = seed === "demo";
  if (isDemo && api !== 4) throw new UsageError("--seed demo needs --api 4. For a file of this name write ./demo.");
  const seeded = isDemo ? { demo: true } : { seedFile: seed };
  const renamed = { latencyMs: latency, projects: project, dataFile: data, ...seeded };
  const vendor = await vendorFor(values);
  return omitBy({ host, port, api, accessKey, hideKeys, omitEmpty, vendor, ...renamed }, (each) => each === undefined);
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
  const { tls, caFile, remove } = values.tlsSelfSigned ? await newCertificate(given.host) : plain;
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

const plain = { tls: undefined, caFile: null, remove: () => {} };

/** A new certificate for the host, with its CA in a temporary file. */
async function newCertificate(host = defaultOptions.host) {
  const { cert, key, ca } = await selfSigned(isWildcard(host) ? namesOfThisMachine() : [host]);
  const folder = mkdtempSync(join(tmpdir(), `${npmName}-`));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, ca);
  return { tls: { cert, key }, caFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [hostname(), ...addresses.map(({ address }) => address)];
}
