import { join } from "node:path";
import * as z from "zod";
import { isObject } from "../api/input/apiObject.js";
import { parseJson } from "../api/input/untrustedJson.js";
import { baseUrlProblem, normalizeBaseUrl } from "../api/transport/urls.js";

/** What is needed of a machine to read its login files; readFile throws for a file that is not there. */
export interface Files {
  readonly homedir: string;
  readFile(path: string): string;
}

/** Where the platform's own command line keeps its login. */
export type LoginFile = "~/.vcluster/config.json" | "~/.loft/config.json";

/** Settings taken from a login file, and why others were not. */
export interface Login {
  readonly file: LoginFile;
  readonly values: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** What is set already: only the rest is looked for. */
export interface Present {
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
 * Looks for what is missing in the login files. A file's host and key belong together: both are taken when neither is
 * set, and its key alone only for the very platform it was made for.
 */
export function loginFor(present: Present, files: Files): Login {
  const notes: string[] = [];
  const nothing: Login = { file: "~/.vcluster/config.json", values: {}, notes };
  if (present.has("accessKey")) return nothing;
  // A base URL that a preview does not know yet cannot be compared.
  if (present.has("baseUrl") && typeof present.baseUrl !== "string") return nothing;
  for (const file of Object.keys(formats) as LoginFile[]) {
    const credentials = readLogin(file, files, notes);
    if (!credentials?.host || !credentials.accessKey) continue;
    if (present.has("baseUrl") && canonical(credentials.host) !== canonical(String(present.baseUrl))) {
      notes.push(`The login in ${file} is for another platform, so its key was not used.`);
      continue;
    }
    return { file, values: valuesOf(credentials, present), notes };
  }
  return nothing;
}

function readLogin(file: LoginFile, files: Files, notes: string[]): Credentials | undefined {
  const ignore = (why: string) => void notes.push(`${file} was ignored, because it ${why}.`);
  let text: string;
  try {
    text = files.readFile(join(files.homedir, file.slice(2)));
  } catch (error) {
    // Not to be logged in there is the usual case and needs no note.
    const code = isObject(error) && error.code;
    return code === "ENOENT" ? undefined : ignore(`cannot be opened${code ? ` (${code})` : ""}`);
  }
  return formats[file].safeParse(parseJson(text)).data ?? ignore("is no login file that can be read");
}

const canonical = (url: string): string => (baseUrlProblem(url.trim()) ? url : normalizeBaseUrl(url.trim()));

function valuesOf(credentials: Credentials, present: Present): Record<string, unknown> {
  const { host, accessKey, insecure, certificateAuthorityData } = credentials;
  const authority = certificateAuthorityData && Buffer.from(certificateAuthorityData, "base64").toString("utf8");
  const ownTrust = present.has("insecureSkipTlsVerify") || present.has("certificateAuthority");
  return {
    ...(!present.has("baseUrl") && { baseUrl: host }),
    accessKey,
    // How far to trust the server is one decision: who set a part of it has set it all.
    ...(!ownTrust && insecure && { insecureSkipTlsVerify: true }),
    ...(!ownTrust && authority && { certificateAuthority: authority }),
  };
}
