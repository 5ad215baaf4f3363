import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { isObject } from "../api/input/apiObject.js";
import { parseJson } from "../api/input/untrustedJson.js";
import { baseUrlProblem, normalizeBaseUrl } from "../api/transport/urls.js";

/** The text of a file, and whether other users may write it. */
interface FileText {
  readonly text: string;
  readonly isShared: boolean;
}

/** File access for settings. `readFile` throws unless it can read a regular file. */
export interface Files {
  readonly homedir: string;
  readFile(path: string): FileText;
}

/** The files of this machine. */
export const systemFiles: Files = {
  homedir: homedir(),
  readFile: readRegularFile,
};

/** Reads a file. Another kind of file, such as a pipe, could block forever. */
function readRegularFile(path: string): FileText {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw Object.assign(new Error(), { code: "no regular file" });
    // Windows has no such permissions.
    const isShared = process.platform !== "win32" && (stats.mode & 0o022) !== 0;
    return { text: readFileSync(file, "utf8"), isShared };
  } finally {
    closeSync(file);
  }
}

/** The login files of the vendor CLI. */
export type LoginFile = "~/.vcluster/config.json" | "~/.loft/config.json";

/** Settings from a login file, and notes about files that were not used. */
export interface Login {
  readonly file: LoginFile;
  readonly values: Readonly<Record<string, unknown>>;
  /** Why a file of another platform was not used. */
  readonly notes: readonly string[];
  /** Problems of the files, which are shown even if no setting is missing. */
  readonly warnings: readonly string[];
}

/** The settings that are set already. A login file supplies only the others. */
interface PresentSettings {
  has(field: string): boolean;
  readonly baseUrl: unknown;
}

const platform = z.object({
  host: z.string().optional(),
  accessKey: z.string().optional(),
  insecure: z.boolean().optional(),
  certificateAuthorityData: z.string().optional(),
});

type Credentials = z.infer<typeof platform>;

const formats: Readonly<Record<LoginFile, z.ZodType<Credentials>>> = {
  "~/.vcluster/config.json": z.object({ platform: platform.default({}) }).transform((file) => file.platform),
  "~/.loft/config.json": z
    .object({ ...platform.shape, accesskey: z.string().optional() })
    .transform(({ accesskey, ...login }) => ({ ...login, accessKey: accesskey })),
};

/**
 * Searches the login files for missing settings. A file's host and key belong together: both are
 * used if neither is set, and the key alone only if the base URL is that host.
 */
export function findLogin(present: PresentSettings, files: Files): Login {
  const notes: string[] = [];
  const warnings: string[] = [];
  const nothing: Login = { file: "~/.vcluster/config.json", values: {}, notes, warnings };
  if (present.has("accessKey")) return nothing;
  // A preview cannot compare an unknown base URL.
  if (present.has("baseUrl") && typeof present.baseUrl !== "string") return nothing;
  for (const file of Object.keys(formats) as LoginFile[]) {
    const { credentials, isShared } = readLogin(file, files, warnings);
    if (!credentials?.host || !credentials.accessKey) continue;
    if (present.has("baseUrl") && canonicalUrl(credentials.host) !== canonicalUrl(String(present.baseUrl))) {
      notes.push(`The login in ${file} is for another platform, so its key was not used.`);
      continue;
    }
    if (isShared)
      warnings.push(
        `Other users may write ${file}, and with it choose the platform and the access key of this run. Run ` +
          `\`chmod 600 ${file}\`.`,
      );
    return { file, values: valuesOf(credentials, present), notes, warnings };
  }
  return nothing;
}

interface ReadLogin {
  readonly credentials?: Credentials | undefined;
  readonly isShared: boolean;
}

function readLogin(file: LoginFile, files: Files, warnings: string[]): ReadLogin {
  const ignore = (problem: string) => {
    warnings.push(`${file} was ignored, because it ${problem}. Log in again, or set the settings otherwise.`);
    return { isShared: false };
  };
  let found: FileText;
  try {
    found = files.readFile(loginPath(file, files));
  } catch (error) {
    const code = isObject(error) && error.code;
    // The usual case.
    if (code === "ENOENT") return { isShared: false };
    return ignore(`cannot be opened${code ? ` (${code})` : ""}`);
  }
  const credentials = formats[file].safeParse(parseJson(found.text)).data;
  return credentials ? { credentials, isShared: found.isShared } : ignore("is not a readable login file");
}

const loginPath = (file: LoginFile, { homedir }: Files): string => join(homedir, file.slice(2));

const canonicalUrl = (url: string): string => (baseUrlProblem(url.trim()) ? url : normalizeBaseUrl(url.trim()));

function valuesOf(credentials: Credentials, present: PresentSettings): Record<string, unknown> {
  const { host, accessKey, insecure, certificateAuthorityData } = credentials;
  const authority = certificateAuthorityData && Buffer.from(certificateAuthorityData, "base64").toString("utf8");
  const ownTrust = present.has("insecureSkipTlsVerify") || present.has("certificateAuthority");
  return {
    ...(!present.has("baseUrl") && { baseUrl: host }),
    accessKey,
    // TLS trust is one decision, so it is not mixed from two sources.
    ...(!ownTrust && insecure && { insecureSkipTlsVerify: true }),
    ...(!ownTrust && authority && { certificateAuthority: authority }),
  };
}
