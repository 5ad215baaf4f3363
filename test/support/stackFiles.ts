import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectName } from "./project";

/** The passphrase of every test's stack. */
export const passphrase = "test";

// Every stack has the same salt: Pulumi derives its key with a million rounds of PBKDF2.
const salt = "v1:lJ/ZO67yVRA=:v1:NxpfS2HiCDrrn06N:cByQ++VIRQjnDBDARvFCfhIjtcxLLQ==";
const key = Buffer.from("d7616120f532cfc5950d6a2630661fbc093f3b3dcdec3b7df974316a0a50a112", "hex");

/** Where the files of a stack are. */
export interface StackPlaces {
  /** Folder of the program. */
  dir: string;
  /** Folder of the backend. */
  state: string;
  /** `PULUMI_HOME`. */
  home: string;
  stackName: string;
}

/** Configuration of a stack; a key without a namespace belongs to the project. */
export type StackConfig = Readonly<Record<string, string>>;

/** The file of a stack's state. */
export const stateFileIn = (state: string, stackName: string) =>
  path.join(state, ".pulumi", "stacks", projectName, `${stackName}.json`);

/** Writes the files of `pulumi stack init` and `pulumi config set-all`, which take a second. */
export function writeStackFiles(places: StackPlaces, plain: StackConfig, secret: StackConfig): void {
  const { dir, state, home, stackName } = places;
  const stack = `organization/${projectName}/${stackName}`;
  const secretsProvider = { type: "passphrase", state: { salt } };
  const checkpoint = { stack, latest: { secrets_providers: secretsProvider } };
  write(path.join(state, ".pulumi", "meta.yaml"), "version: 1\n");
  write(stateFileIn(state, stackName), JSON.stringify({ version: 3, checkpoint }));
  write(path.join(dir, `Pulumi.${stackName}.yaml`), configText(plain, secret));
  const project = createHash("sha1")
    .update(path.join(realpathSync(dir), "Pulumi.yaml"))
    .digest("hex");
  const selected = { stacks: { [backendUrl(state)]: stack } };
  write(path.join(home, "workspaces", `${projectName}-${project}-workspace.json`), JSON.stringify(selected));
}

/** `PULUMI_BACKEND_URL` of a folder. */
export const backendUrl = (state: string) => `file://${state.replaceAll("\\", "/")}`;

function configText(plain: StackConfig, secret: StackConfig): string {
  const values = [
    ...Object.entries(plain).map(([name, value]) => [name, JSON.stringify(value)]),
    ...Object.entries(secret).map(([name, value]) => [name, `{ secure: ${JSON.stringify(encrypted(value))} }`]),
  ];
  const lines = values.map(
    ([name = "", value]) => `  ${name.includes(":") ? name : `${projectName}:${name}`}: ${value}`,
  );
  return [`encryptionsalt: ${salt}`, ...(lines.length > 0 ? ["config:", ...lines] : []), ""].join("\n");
}

/** The text as Pulumi encrypts it: nonce, then ciphertext with its tag. */
function encrypted(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
