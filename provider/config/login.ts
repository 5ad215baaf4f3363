import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { isObject } from "../api/input/apiObject.js";
import { parseJson } from "../api/input/untrustedJson.js";
import { baseUrlProblem, normalizeBaseUrl } from "../api/transport/urls.js";

interface FileText {
  readonly text: string;
  readonly isWritableByOthers: boolean;
}

/** File access for settings. */
export interface Files {
  readonly homedir: string;
  /** Throws if the path is no regular file or cannot be read. */
  readFile(path: string): FileText;
}

/** The files of this machine. */
export const systemFiles: Files = {
  homedir: homedir(),
  readFile: readRegularFile,
};

function readRegularFile(path: string): FileText {
  // Without O_NONBLOCK, opening a pipe could block forever. Windows does not have the flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    // The warning about the ignored file shows it: "cannot be opened (no regular file)".
    if (!stats.isFile()) throw Object.assign(new Error(), { code: "no regular file" });
    // 0o022: write permission of the group and of all users. Windows has no such permissions.
    const isWritableByOthers = process.platform !== "win32" && (stats.mode & 0o022) !== 0;
    return { text: readFileSync(file, "utf8"), isWritableByOthers };
  } finally {
    closeSync(file);
  }
}

/** The login files of the vendor CLI. */
export type LoginFile = "~/.vcluster/config.json" | "~/.loft/config.json";

/** The missing settings that a login file has, and messages about the login files. */
export interface Login {
  /** The file that has the values; without values, the first one. */
  readonly file: LoginFile;
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the login of another platform was not used. The error of a missing setting shows it. */
  readonly notes: readonly string[];
  /** Problems of the files, shown even if no setting is missing. */
  readonly warnings: readonly string[];
}

/** The settings that are set already. A login file supplies only the others. */
interface PresentSettings {
  has(field: string): boolean;
  readonly baseUrl: unknown;
}

const credentialFields = z.object({
  host: z.string().optional(),
  accessKey: z.string().optional(),
  insecure: z.boolean().optional(),
  certificateAuthorityData: z.string().optional(),
});

type Credentials = z.infer<typeof credentialFields>;

const fileSchemas: Readonly<Record<LoginFile, z.ZodType<Credentials>>> = {
  "~/.vcluster/config.json": z.object({ platform: credentialFields.default({}) }).transform((file) => file.platform),
  "~/.loft/config.json": z
    .object({ ...credentialFields.shape, accesskey: z.string().optional() })
    .transform(({ accesskey, ...login }) => ({ ...login, accessKey: accesskey })),
};

/**
 * Searches the login files for missing settings. A file's host and key belong together: both are
 * used if neither is set, and the key alone only if the base URL is that host.
 */
export function findLogin(present: PresentSettings, files: Files): Login {
  const notes: string[] = [];
  const warnings: string[] = [];
  const noLogin: Login = { file: "~/.vcluster/config.json", values: {}, notes, warnings };
  if (present.has("accessKey")) return noLogin;
  // In a preview, baseUrl may be unknown. It cannot be compared with a file's host.
  if (present.has("baseUrl") && typeof present.baseUrl !== "string") return noLogin;
  for (const file of Object.keys(fileSchemas) as LoginFile[]) {
    const { credentials, isWritableByOthers } = readLogin(file, files, warnings);
    if (!credentials?.host || !credentials.accessKey) continue;
    if (present.has("baseUrl") && canonicalUrl(credentials.host) !== canonicalUrl(String(present.baseUrl))) {
      notes.push(`The login in ${file} is for another platform, so its key was not used.`);
      continue;
    }
    if (isWritableByOthers)
      warnings.push(
        `Other users may write ${file}, and with it choose the platform and the access key of this run. Run ` +
          `\`chmod 600 ${file}\`.`,
      );
    return { file, values: loginValues(credentials, present), notes, warnings };
  }
  return noLogin;
}

/** The content of a login file; without credentials if the file is absent or not usable. */
interface LoginContent {
  readonly credentials?: Credentials | undefined;
  readonly isWritableByOthers: boolean;
}

function readLogin(file: LoginFile, files: Files, warnings: string[]): LoginContent {
  const ignore = (problem: string) => {
    const remedy = "Log in again, or set the settings elsewhere, such as in the environment.";
    warnings.push(`${file} was ignored, because it ${problem}. ${remedy}`);
    return { isWritableByOthers: false };
  };
  let content: FileText;
  try {
    content = files.readFile(loginPath(file, files));
  } catch (error) {
    const code = isObject(error) && error.code;
    // Most machines have only one of the files, or none.
    if (code === "ENOENT") return { isWritableByOthers: false };
    return ignore(`cannot be opened${code ? ` (${code})` : ""}`);
  }
  const credentials = fileSchemas[file].safeParse(parseJson(content.text)).data;
  if (!credentials) return ignore("is not a readable login file");
  return { credentials, isWritableByOthers: content.isWritableByOthers };
}

const loginPath = (file: LoginFile, { homedir }: Files): string => join(homedir, file.slice("~/".length));

const canonicalUrl = (url: string): string => (baseUrlProblem(url.trim()) ? url : normalizeBaseUrl(url.trim()));

function loginValues(credentials: Credentials, present: PresentSettings): Record<string, unknown> {
  const { host, accessKey, insecure, certificateAuthorityData } = credentials;
  const authority = certificateAuthorityData && Buffer.from(certificateAuthorityData, "base64").toString("utf8");
  const hasTrustSettings = present.has("insecureSkipTlsVerify") || present.has("certificateAuthority");
  return {
    ...(!present.has("baseUrl") && { baseUrl: host }),
    accessKey,
    // TLS trust is one decision, so it is not mixed from two sources.
    ...(!hasTrustSettings && insecure && { insecureSkipTlsVerify: true }),
    ...(!hasTrustSettings && authority && { certificateAuthority: authority }),
  };
}
